//! Errors that concern a whole run. A variant that fails is a row of the table instead.

use std::{fmt, io};

/// An error that is no row of the table. The other programs run and print their rows nevertheless.
#[derive(Debug)]
pub enum RunError {
    /// The arguments are wrong.
    Usage(String),
    /// The output or a picture could not be written.
    Output(io::Error),
    /// A picture or a plot could not be made: its name and the reason.
    Picture(String),
    /// An accelerator could not compute a picture.
    Accelerator(amp::Error),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Usage(message) | RunError::Picture(message) => f.write_str(message),
            RunError::Output(error) => error.fmt(f),
            RunError::Accelerator(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RunError {}

impl From<io::Error> for RunError {
    fn from(error: io::Error) -> Self {
        RunError::Output(error)
    }
}

impl From<amp::Error> for RunError {
    fn from(error: amp::Error) -> Self {
        RunError::Accelerator(error)
    }
}
