//! Runs a random program by rustc alone and on every accelerator, and compares. It stands beside the programs.

mod data;
mod tiles;
mod types;

use amp::prelude::*;

pub use data::{Data, Slices, Views};
use data::{Inputs, launched};
pub use tiles::{Meeting, Tiled, Words};
use types::cases;
pub use types::{Case, Cut, Pair, Point, Shade, Slice};

/// A program: its kernel, and what rustc alone makes of it.
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

/// Says `ok NAME`, or the name and what differs; whether nothing did.
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
                let found = match launched(&program, accelerator, &inputs, case) {
                    Ok(found) => found,
                    // Numbers of 64 bits are not for every device.
                    Err(amp::Error::UnsupportedFeature { .. }) => continue,
                    Err(error) => return Err(format!("on {}: {error}", accelerator.description())),
                };
                found
                    .against(&expected)
                    .map_err(|what| format!("on {}, {case:?}: {what}", accelerator.description()))?;
            }
        }
        Ok(())
    };
    match outcome() {
        Ok(()) => println!("ok {name}"),
        Err(what) => {
            println!("{name} {}", what.replace('\n', " "));
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
            indices(tiles).into_iter().for_each(|at| tiles::of_tile(&mut slices, at, tile, item));
        }
    }
    slices.data()
}

/// `PROGRAM` of a module: its kernel, and its twin without one. First what is read, then what is written.
#[macro_export]
macro_rules! program {
    ($rank:literal; $($read:ident)*; $($written:ident)*) => {
        pub const PROGRAM: $crate::harness::Program<$rank> = $crate::harness::Program {
            launch: |on, extent, v| kernel::launch(on, extent, v),
            plain: $crate::harness::Plain::Items(|i, v| {
                reference::kernel(i, 5, $(&v.$read,)* $(&mut v.$written,)*)
            }),
        };
    };
    ($rank:literal, $tile:expr, $cut:ident; $($read:ident)*; $($written:ident)*) => {
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
                reference::kernel(t, 5, $(&v.$read,)* $(&mut v.$written,)*)
            }),
        };
    };
}
