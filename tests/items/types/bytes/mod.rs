//! Integers of 8 and 16 bits and `bool`: as values, and in the memory of views, read and written.

mod closures;
mod memory;
mod programs;
mod sections;
mod values;
