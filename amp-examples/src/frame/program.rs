//! What a program says of itself.

use super::{Problem, Session, Size};

/// One of the programs, with all its variants.
#[derive(Debug)]
pub struct Program {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it shows, in a line.
    pub shows: &'static str,
    /// What its size means.
    pub size: Size,
    /// Its variants, the serial one first.
    pub variants: &'static [Variant],
    /// Runs it and reports to the session.
    pub run: fn(&mut Session<'_>) -> Result<(), Problem>,
}

/// One way to do what the program does.
#[derive(Debug)]
pub struct Variant {
    /// What it is called on the command line and in the table.
    pub name: &'static str,
    /// What is special about it, in a few words.
    pub shows: &'static str,
}
