//! The methods of numbers mean on every accelerator what they mean in Rust: swept over the edges.

#[macro_use]
mod sweep;

mod casts;
mod floats;
mod integers;
mod matrices;
mod vectors;
mod wide;
