//! What the checked CPU accelerator finds: for every kind of defect a kernel that has it, and nearly the same one that does
//! not. Each test has such a pair, or several.
//!
//! | defect | found by |
//! |---|---|
//! | two work-items write an element; one reads what another writes | `races::two_write_one_element`, `one_reads_what_another_writes`, `no_barrier_orders_two_tiles`, `fields_are_places_of_their_own` |
//! | the same, with the same value | `races::equal_values_are_told_apart_and_all_run` |
//! | atomic and plain operations on one element | `races::atomic_operations_race_with_plain_writes_only`, `overlapping_atomic_views_are_one_memory` |
//! | the wrong fence | `races::a_fence_orders_what_it_is_for`, `tiles::a_fence_for_views_orders_no_tile_memory` |
//! | tile memory: a write and a read, two writes, a barrier that is missing | `tiles::a_barrier_is_missing_after_the_write`, `a_barrier_is_missing_before_the_next_round`, `neighbours_of_any_size_are_apart` |
//! | tile memory that nobody has written, or not all of it | `tiles::every_tile_writes_its_own`, `half_of_it_is_not_all_of_it`, `counters_begin_somewhere` |
//! | data that was discarded, and is not written again, or not all of it | `memory` |
//! | an index outside of a view, of an array, of tile memory, or below zero | `bounds` |
//! | integers: each operator that overflows, division by zero, shifts, `pow`, `abs` | `arithmetic`, the first table |
//! | indices that have more bits here than on a device | `indices`; `arithmetic`, the second table, and `long_integers_are_cut_to_indices` |
//! | `uniform(x)` that is not: in kernels, in device functions that wait and in others, around calls, in branches | `divergence`, `together`, `tiles::uniform_is_looked_at` |
//! | each of these in device functions, in functions of traits and their bodies, however they are called | `functions`, `traits`, `called`, `paths` |
//! | methods that are called on tile memory, and read what nobody has written, or another writes | `receivers` |
//! | functions that take closures, and those that are passed by their names | `closures` |
//! | integers in operators of the user's types, in vectors and in indices | `operators` |
//! | each of these in functions that only look at what they are lent as `&mut` | `passed_on` |
//! | any of these in parts of views, and parts that do not fit | `parts` |
//! | any of these in guards, heads of loops, closures, behind sections and other types | `hidden` |
//! | results that depend on the order of work-items | `order` |
//!
//! That it finds nothing in kernels that are right, all other tests say, which run on it as well (`amp_tests::on_each` sees to
//! that), and in other orders those of `conformance`, `kernels`, `functions` and `regions`, each in its `in_any_order`, and all
//! programs in `amp-examples/tests/cli.rs`.

use amp::prelude::*;
use amp::{Access, AccessKind, Error};

mod arithmetic;
mod bounds;
mod called;
mod closures;
mod divergence;
mod functions;
mod hidden;
mod indices;
mod memory;
mod operators;
mod order;
mod parts;
mod passed_on;
mod paths;
mod races;
mod receivers;
mod tiles;
mod together;
mod traits;

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
    let place = result.as_ref().err().and_then(Error::location).map(|(file, line)| format!("{file}:{line}"));
    match result {
        Err(Error::KernelPanicked { index, message, .. }) => {
            assert!(place.is_some_and(|place| message.ends_with(&place)), "{message}");
            (index, message)
        }
        other => panic!("it did not stop: {other:?}"),
    }
}

/// The two work-items that did not agree about what `uniform` was given, and the line where.
#[track_caller]
fn disagreed(result: amp::Result<()>) -> ([usize; 2], u32) {
    match result {
        Err(Error::NotUniform { items, file, line, .. }) => {
            assert!(file.ends_with(".rs"), "{file}");
            (items.map(|item| item[0]), line)
        }
        other => panic!("all agreed: {other:?}"),
    }
}
