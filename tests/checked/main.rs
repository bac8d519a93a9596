//! What the checked CPU accelerator finds: for every kind of defect a kernel that has it, and nearly the same one that does
//! not. That it finds nothing in kernels that are right, all other tests say, which run on it as well.

use amp::prelude::*;
use amp::{Access, AccessKind, Error};

mod arithmetic;
mod bounds;
mod functions;
mod memory;
mod order;
mod races;
mod tiles;

/// Where kernels are checked.
fn checked() -> AcceleratorView {
    Accelerator::cpu_checked().default_view()
}

/// A race, as far as these tests look at it.
#[derive(Debug, PartialEq)]
struct Race {
    variable: String,
    index: Vec<usize>,
    items: [usize; 2],
    kinds: [AccessKind; 2],
    same_value: bool,
}

/// The race that a launch over one dimension ended with, and the lines of both accesses.
#[track_caller]
fn race(result: amp::Result<()>) -> (Race, [u32; 2]) {
    match result {
        Err(Error::Race { variable, index, first, second, same_value, .. }) => {
            let [a, b] = [*first, *second].map(|access: Access| {
                assert!(access.file.ends_with(".rs"), "{access:?}");
                (access.item[0], access.kind, access.line)
            });
            let race = Race { variable, index, items: [a.0, b.0], kinds: [a.1, b.1], same_value };
            (race, [a.2, b.2])
        }
        other => panic!("no race: {other:?}"),
    }
}

/// The variable, the index in it, and the first component of the work-item that read what nobody had written.
#[track_caller]
fn unwritten(result: amp::Result<()>) -> (String, Vec<usize>, usize) {
    match result {
        Err(Error::Uninitialized { variable, index, read, .. }) => (variable, index, read.item[0]),
        other => panic!("nothing unwritten was read: {other:?}"),
    }
}

/// The work-item that did what it must not do, and what that was.
#[track_caller]
fn stopped(result: amp::Result<()>) -> (Vec<usize>, String) {
    match result {
        Err(Error::KernelPanicked { index, message, .. }) => (index, message),
        other => panic!("it did not stop: {other:?}"),
    }
}
