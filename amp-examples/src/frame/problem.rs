//! Why nothing was run.

use std::io;

/// What ends the whole run. A variant that fails is no problem but a row of the table.
#[derive(Debug)]
pub enum Problem {
    /// The arguments ask for something that is not there.
    Usage(String),
    /// The output, or a picture, cannot be written.
    Output(io::Error),
    /// An accelerator could not make a picture.
    Accelerator(amp::Error),
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        Problem::Output(error)
    }
}

impl From<amp::Error> for Problem {
    fn from(error: amp::Error) -> Self {
        Problem::Accelerator(error)
    }
}
