//! Runs each random program as plain Rust and as a kernel on every accelerator, and compares the outputs. This
//! module is part of the crate with the generated programs.

mod data;
mod tiles;
mod types;
mod vector;

use amp::prelude::*;

pub use data::{Data, Slices, Views};
use data::{Inputs, run_kernel};
pub use tiles::{Meeting, Tiled, Words};
use types::cases;
pub use types::{Bits, Case, Cut, Pair, Point, Shade, Slice};
pub use vector::Vector;

/// A program: its kernel, and the same code compiled by rustc.
#[derive(Clone, Copy)]
pub struct Program<const N: usize> {
    pub launch: fn(&AcceleratorView, Extent<N>, Views<'_, N>) -> amp::Result<()>,
    pub plain: Plain<N>,
}

#[derive(Clone, Copy)]
pub enum Plain<const N: usize> {
    Items(fn(Index<N>, &mut Slices<N>)),
    Tiles([usize; N], Cut, fn(Tiled<N>, &mut Slices<N>)),
}

/// Prints `ok NAME`, or the name and the first difference. Returns whether all outputs are equal.
pub fn check<const N: usize>(name: &str, program: Program<N>, all: &[Accelerator]) -> bool {
    let outcome = || -> Result<(), String> {
        let inputs = Inputs::new();
        let tile = match program.plain {
            Plain::Items(_) => None,
            Plain::Tiles(tile, cut, _) => Some((tile, cut)),
        };
        for case in cases(tile) {
            let plain = || expected(&program, case);
            let expected = std::panic::catch_unwind(plain).map_err(|_| "rustc's own panics".to_owned())?;
            for accelerator in all {
                let found = match run_kernel(&program, accelerator, &inputs, case) {
                    Ok(found) => found,
                    // Not every device supports 64-bit types.
                    Err(amp::Error::UnsupportedFeature { .. }) => continue,
                    Err(error) => return Err(format!("on {}: {error}", accelerator.description())),
                };
                found.against(&expected).map_err(|difference| {
                    format!("on {}, {case:?}: {difference}", accelerator.description())
                })?;
            }
        }
        Ok(())
    };
    match outcome() {
        Ok(()) => println!("ok {name}"),
        Err(failure) => {
            println!("{name} {}", failure.replace('\n', " "));
            return false;
        }
    }
    true
}

/// All indices of an extent, the last dimension fastest.
fn indices<const N: usize>(extent: [usize; N]) -> Vec<[usize; N]> {
    let count: usize = extent.iter().product();
    let index = |mut at: usize| {
        let mut index = [0; N];
        for d in (0..N).rev() {
            index[d] = at % extent[d];
            at /= extent[d];
        }
        index
    };
    (0..count).map(index).collect()
}

fn expected<const N: usize>(program: &Program<N>, case: Case<N>) -> Data {
    let mut slices = Slices::new(case);
    match program.plain {
        Plain::Items(item) => indices(case.extent).into_iter().for_each(|i| item(i.into(), &mut slices)),
        Plain::Tiles(tile, cut, item) => {
            let tiles = std::array::from_fn(|d| match cut {
                Cut::Padded => case.extent[d].div_ceil(tile[d]),
                Cut::Fits | Cut::Truncated => case.extent[d] / tile[d],
            });
            indices(tiles).into_iter().for_each(|at| tiles::run_tile(&mut slices, at, tile, item));
        }
    }
    slices.data()
}

/// Defines the constant `PROGRAM` of a module from its kernel and its plain Rust code. The arguments are the rank,
/// a type argument if the kernel is generic, the read views, and the written views.
#[macro_export]
macro_rules! program {
    ($rank:literal $(<$argument:ty>)?; $($read:ident)*; $($written:ident)*) => {
        pub const PROGRAM: $crate::harness::Program<$rank> = $crate::harness::Program {
            launch: |on, extent, v| kernel::launch(on, extent, v),
            plain: $crate::harness::Plain::Items(|i, v| {
                reference::kernel$(::<$argument>)?(i, 5, $(&v.$read,)* $(&mut v.$written,)*)
            }),
        };
    };
    ($rank:literal $(<$argument:ty>)?, $tile:expr, $cut:ident; $($read:ident)*; $($written:ident)*) => {
        pub const PROGRAM: $crate::harness::Program<$rank> = $crate::harness::Program {
            launch: |on, extent, v| {
                let tiles = extent.tile($tile)?;
                let tiles = match $crate::harness::Cut::$cut {
                    $crate::harness::Cut::Fits => tiles,
                    $crate::harness::Cut::Padded => tiles.pad(),
                    $crate::harness::Cut::Truncated => tiles.truncate(),
                };
                kernel::launch(on, tiles, v)
            },
            plain: $crate::harness::Plain::Tiles($tile, $crate::harness::Cut::$cut, |t, v| {
                reference::kernel$(::<$argument>)?(t, 5, $(&v.$read,)* $(&mut v.$written,)*)
            }),
        };
    };
}
