//! Methods of scalars, vectors and matrices, compared with Rust on every accelerator. The inputs are edge cases and random values.
// The kernels of a macro bind the same names, and not every kernel uses all of them.
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
