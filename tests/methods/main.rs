//! The methods of numbers mean on every accelerator what they mean in Rust: swept over the edges.
// One pattern of names serves kernels that use some of them.
#![allow(unused_variables)]

#[macro_use]
mod sweep;

mod casts;
mod doubles;
mod floats;
mod generic;
mod integers;
mod longs;
mod makers;
mod matrices;
mod operators;
mod powers;
mod swizzles;
mod vectors;
mod wide;
