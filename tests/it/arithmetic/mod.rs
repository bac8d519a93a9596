//! Methods of scalars, vectors and matrices, compared with Rust on every accelerator. The inputs are edge cases and random values.
// The kernels of a macro bind the same names, and not every kernel uses all of them.
#![allow(unused_variables)]

#[macro_use]
pub(crate) mod sweep;

mod ascii;
mod bytes_of_numbers;
mod casts;
mod const_blocks;
mod constant_expressions;
mod constants;
mod f32;
mod f64;
mod integers;
mod integers_64;
mod literals;
mod matrices;
mod small_integers;
mod special_floats;
mod swizzles;
mod text;
mod transforms;
mod type_parameters;
mod vector_constructors;
mod vector_operators;
mod vectors;
mod wide_types;
