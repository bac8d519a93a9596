//! Helper code of public programs as a Rust programmer writes it for a CPU: only `#[device]` and `GpuType` are added. Each
//! file names the program that inspired it.

mod base64;
mod black_scholes;
mod brownian;
mod colour;
mod conjugate_gradient;
mod fft;
mod floyd_warshall;
mod hashes;
mod hotspot;
mod huffman;
mod kmeans;
mod lattice_boltzmann;
mod life;
mod lu;
mod mandelbrot;
mod marching_squares;
mod median;
mod nbody;
mod needleman_wunsch;
mod numbers;
mod path_tracer;
mod philox;
mod queens;
mod random;
mod sdf;
mod sha256;
mod stack_machine;
mod sudoku;
mod utf8;

use amp::{AcceleratorView, Error};

/// Runs `test` on a queue of each accelerator, except on devices without the types that it needs.
fn on_each_queue(mut test: impl FnMut(&AcceleratorView) -> amp::Result<()>) {
    amp_tests::on_each(|accelerator| match test(&accelerator.default_view()) {
        Ok(()) | Err(Error::UnsupportedFeature { .. }) => (),
        Err(error) => panic!("{error}"),
    });
}
