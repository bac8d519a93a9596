//! The description of a program.

use super::{RunError, Session, Size};

/// An example program with all its variants.
#[derive(Debug)]
pub struct Program {
    /// The name on the command line.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// The meaning and the default of the size.
    pub size: Size,
    /// The variants, the serial one first.
    pub variants: &'static [Variant],
    /// The part of the program that the overview runs; none if the program is not in the overview.
    pub overview: Option<Overview>,
    /// Runs the variants and reports to the session.
    pub run: fn(&mut Session<'_>) -> Result<(), RunError>,
}

/// One implementation of the work of a program.
#[derive(Debug)]
pub struct Variant {
    /// The name on the command line and in tables.
    pub name: &'static str,
    /// How this variant differs from the others, in a few words.
    pub summary: &'static str,
}

/// The part of a program that runs if the command line names no program. These parts of all programs together
/// take some seconds on a small machine.
#[derive(Debug)]
pub struct Overview {
    /// The size.
    pub size: &'static [usize],
    /// The variants beside the serial one.
    pub variants: &'static [&'static str],
}
