//! The executor of the checked accelerator: one work-item after another, in the order of the seed.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::checker::Checker;
use crate::cpu::Failure;
use crate::error::Error;
use crate::twin::{Fault, Launch, Row, Tile, Vectors};
use crate::unwound::message;

/// The checked form of a kernel, for units of work `U` and twins `T`: a closure, or nothing.
pub(crate) trait Checked<U, T> {
    /// The closure, if there is one.
    fn form(&self) -> Option<impl Fn(&Checker, &U, &T)>;
}

/// A kernel that was compiled without the feature `checked`.
pub struct Unchecked;

/// A kernel with its checked form.
pub struct WithChecks<C>(pub(crate) C);

impl<U, T> Checked<U, T> for Unchecked {
    fn form(&self) -> Option<impl Fn(&Checker, &U, &T)> {
        None::<fn(&Checker, &U, &T)>
    }
}

impl<U, T, C: Fn(&Checker, &U, &T)> Checked<U, T> for WithChecks<C> {
    fn form(&self) -> Option<impl Fn(&Checker, &U, &T)> {
        Some(&self.0)
    }
}

/// Runs the checked form of an untiled kernel for each work-item.
pub(crate) fn rows<const N: usize>(
    checker: &Checker,
    launch: Launch,
    extent: [usize; N],
    twin: &dyn Fn(&Row<N>),
) -> Result<(), Failure> {
    in_order(checker, extent.iter().product(), &|number| {
        checker.enter(number as u32);
        twin(&Row::new(launch, unfold(number, extent), 1, Vectors::SHORT));
    })
}

/// Runs the checked form of a tiled kernel for each tile.
pub(crate) fn tiles<const N: usize>(
    checker: &Checker,
    launch: Launch,
    extent: [usize; N],
    tile: [usize; N],
    twin: &dyn Fn(&Tile<N>),
) -> Result<(), Failure> {
    let counts: [usize; N] = std::array::from_fn(|d| extent[d] / tile[d]);
    in_order(checker, counts.iter().product(), &|number| {
        let tile = Tile::new(launch, unfold(number, counts), tile, Vectors::SHORT);
        checker.enter_tile(&tile.origin(), &tile.size(), number as u32);
        twin(&tile);
    })
}

/// The index of a number.
fn unfold<const N: usize>(mut number: usize, extent: [usize; N]) -> [usize; N] {
    let mut index = [0; N];
    for d in (0..N).rev() {
        index[d] = number % extent[d];
        number /= extent[d];
    }
    index
}

/// Runs so many parts in the order of the seed.
fn in_order(checker: &Checker, count: usize, part: &dyn Fn(usize)) -> Result<(), Failure> {
    let run = || {
        let order = checker.order(count, 0);
        (0..count).for_each(|n| part(order.at(n as u64) as usize));
    };
    // What the kernel leaves behind when it unwinds is plain data in the user's views.
    catch_unwind(AssertUnwindSafe(run)).map_err(|payload| read(checker, payload))
}

/// What a kernel that unwound has to say.
fn read(checker: &Checker, payload: Box<dyn Any + Send>) -> Failure {
    let payload = match payload.downcast::<Error>() {
        Ok(error) => return Failure::Found(error),
        Err(payload) => payload,
    };
    match payload.downcast::<Fault>() {
        Ok(mut fault) => {
            if let Some(error) = checker.unwritten() {
                return Failure::Found(Box::new(error));
            }
            fault.place = Some(checker.here.get());
            Failure::Fault(fault)
        }
        Err(payload) => Failure::Found(Box::new(checker.cause(checker.panicked(message(payload))))),
    }
}
