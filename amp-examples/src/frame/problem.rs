//! Why not everything was done that was asked for.

use std::{fmt, io};

/// What is no row of the table, as a variant that fails is. What else was asked for is done and printed nevertheless.
#[derive(Debug)]
pub enum Problem {
    /// The arguments ask for something that is not there.
    Usage(String),
    /// The output, or a picture, cannot be written.
    Output(io::Error),
    /// A picture or a plot could not be made: which one, and why.
    Picture(String),
    /// An accelerator could not make a picture.
    Accelerator(amp::Error),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Usage(why) | Problem::Picture(why) => f.write_str(why),
            Problem::Output(error) => error.fmt(f),
            Problem::Accelerator(error) => error.fmt(f),
        }
    }
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
