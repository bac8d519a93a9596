//! The executor of the checked accelerator: runs work-items or tiles one by one on the calling thread. The
//! accelerator's seed selects their order: ascending for seed 0, otherwise a pseudorandom permutation.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::abi::checked::Checker;
use crate::abi::cpu::{Fault, LaunchId, Row, Tile, Vectors};
use crate::launch::cpu::Failure;
use crate::support::error::Error;
use crate::support::panic_payload::message;
use crate::types::extent::index_at;

/// Provides the checked version of a kernel, if the kernel was compiled with the feature `checked`. `U` is
/// the unit of work (a row or a tile), and `T` is the list of CPU arguments.
pub(crate) trait Checked<U, T> {
    /// The checked version, if there is one.
    fn checked_code(&self) -> Option<impl Fn(&Checker, &U, &T)>;
}

/// Stands for the missing checked version of a kernel that was compiled without the feature `checked`.
pub struct Unchecked;

/// The checked version of a kernel.
pub struct WithChecks<C>(pub(crate) C);

impl<U, T> Checked<U, T> for Unchecked {
    fn checked_code(&self) -> Option<impl Fn(&Checker, &U, &T)> {
        None::<fn(&Checker, &U, &T)>
    }
}

impl<U, T, C: Fn(&Checker, &U, &T)> Checked<U, T> for WithChecks<C> {
    fn checked_code(&self) -> Option<impl Fn(&Checker, &U, &T)> {
        Some(&self.0)
    }
}

/// Runs the checked version of an untiled kernel for each work-item of a launch.
pub(crate) fn rows<const N: usize>(
    checker: &Checker,
    launch: LaunchId,
    extent: [usize; N],
    cpu_code: &dyn Fn(&Row<N>),
) -> Result<(), Failure> {
    in_order(checker, extent.iter().product(), &|linear_index| {
        checker.enter(linear_index as u32);
        cpu_code(&Row::new(launch, index_at(linear_index, extent), 1, Vectors::SHORT));
    })
}

/// Runs the checked version of a tiled kernel for each tile of a launch.
pub(crate) fn tiles<const N: usize>(
    checker: &Checker,
    launch: LaunchId,
    extent: [usize; N],
    tile: [usize; N],
    cpu_code: &dyn Fn(&Tile<N>),
) -> Result<(), Failure> {
    let counts: [usize; N] = std::array::from_fn(|d| extent[d] / tile[d]);
    in_order(checker, counts.iter().product(), &|linear_index| {
        let tile = Tile::new(launch, index_at(linear_index, counts), tile, Vectors::SHORT);
        checker.enter_tile(&tile.origin(), &tile.size(), linear_index as u32);
        cpu_code(&tile);
    })
}

/// Runs `count` work-items or tiles in the order that the accelerator's seed selects.
fn in_order(checker: &Checker, count: usize, run_one: &dyn Fn(usize)) -> Result<(), Failure> {
    let run = || {
        let order = checker.order(count, 0);
        (0..count).for_each(|n| run_one(order.at(n as u64) as usize));
    };
    // A kernel that unwinds leaves at most partly written elements in the user's views. Elements are plain
    // data without invariants, so the closure is unwind safe.
    catch_unwind(AssertUnwindSafe(run)).map_err(|payload| failure_of(checker, payload))
}

/// Converts the panic payload of a kernel that unwound to a failure.
fn failure_of(checker: &Checker, payload: Box<dyn Any + Send>) -> Failure {
    let payload = match payload.downcast::<Error>() {
        Ok(error) => return Failure::Error(error),
        Err(payload) => payload,
    };
    match payload.downcast::<Fault>() {
        Ok(mut fault) => {
            if let Some(error) = checker.take_undefined_read() {
                return Failure::Error(Box::new(error));
            }
            fault.location = Some(checker.location.get());
            Failure::Fault(fault)
        }
        Err(payload) => Failure::Error(Box::new(checker.cause(checker.panicked(message(payload))))),
    }
}
