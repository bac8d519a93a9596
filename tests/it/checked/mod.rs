//! Defects that the checked CPU accelerator reports. Each test pairs a kernel with the defect and a similar one without it.
//!
//! | defect | tests |
//! |---|---|
//! | two work-items write an element; one reads an element that another writes | `races::race_of_two_writes`, `race_of_a_read_and_a_write`, `barrier_does_not_order_two_tiles`, `fields_are_tracked_separately` |
//! | the same, with equal values | `races::race_of_equal_values_lets_all_work_items_run` |
//! | atomic and plain operations on one element | `races::atomic_operations_race_with_plain_writes_only`, `overlapping_atomic_views_do_not_race` |
//! | the wrong fence | `races::tile_memory_fence_does_not_order_views`, `tile_memory::global_memory_fence_does_not_order_tile_memory` |
//! | tile memory: a write and a read, two writes, a missing barrier | `tile_memory::missing_barrier_after_the_write`, `missing_barrier_before_the_next_round`, `neighbouring_items_are_tracked_separately` |
//! | uninitialized or partly initialized tile memory | `tile_memory::tile_memory_is_uninitialized_in_each_tile`, `partly_initialized_array_is_reported`, `uninitialized_atomic_counter_is_reported` |
//! | discarded data that is not written again, or not all of it | `discarded_data` |
//! | an index outside a view, an array or tile memory, or below zero | `bounds` |
//! | integers: each operator that overflows, division by zero, shifts, `pow`, `abs` | `integer_arithmetic`, the first table |
//! | index arithmetic with more bits on the host than on a device | `index_width`; `integer_arithmetic`, the second table, and `u64_cast_to_an_index` |
//! | `uniform(x)` of a varying `x`: in kernels, in device functions with and without barriers, around calls, in branches | `divergent_barriers`, `uniform_assertions`, `tile_memory::uniform_in_a_loop_bound_is_checked` |
//! | each of these in device functions and trait functions, for each form of call | `device_functions`, `traits`, `trait_closures`, `method_paths` |
//! | methods on tile memory that read uninitialized items, or items that another work-item writes | `receivers` |
//! | functions that take closures, and functions that are passed by name | `closure_arguments` |
//! | integers in operators of structs, in vectors and in indices | `operators` |
//! | each of these in functions that get a `&mut` argument as `&` | `reborrows` |
//! | any of these in subviews, and subviews that exceed their views | `subviews` |
//! | any of these in match guards, loop conditions, closures, sections and reinterpreted views | `unusual_positions` |
//! | results that depend on the order of work-items | `schedule` |
//!
//! All other tests show the absence of false reports: they run on the checked accelerator too (`amp_tests::on_each`). Those of
//! `results_do_not_depend_on_the_order_of_work_items` also run in other orders (`in_any_order`), as do all programs in
//! `amp-examples/tests/cli.rs`.

mod bounds;
mod closure_arguments;
mod device_functions;
mod discarded_data;
mod divergent_barriers;
mod index_width;
mod integer_arithmetic;
mod method_paths;
mod operators;
mod races;
mod reborrows;
mod receivers;
mod schedule;
mod subviews;
mod tile_memory;
mod trait_closures;
mod traits;
mod uniform_assertions;
mod unusual_positions;

use amp::prelude::*;
use amp::{Access, AccessKind, Error};

/// The queue of the checked accelerator.
fn checked() -> AcceleratorView {
    Accelerator::cpu_checked().default_view()
}

/// The facts about a race that these tests compare.
#[derive(Debug, PartialEq)]
struct Race {
    variable: String,
    index: Vec<usize>,
    items: [usize; 2],
    kinds: [AccessKind; 2],
    same_value: bool,
}

/// The race that a launch over one dimension reported, and the lines of both accesses.
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

/// The variable, the index in it, and the first component of the work-item that read uninitialized memory.
#[track_caller]
fn uninitialized(result: amp::Result<()>) -> (String, Vec<usize>, usize) {
    match result {
        Err(Error::Uninitialized { variable, index, read, .. }) => (variable, index, read.item[0]),
        other => panic!("nothing uninitialized was read: {other:?}"),
    }
}

/// The work-item that panicked, and the message.
#[track_caller]
fn panicked(result: amp::Result<()>) -> (Vec<usize>, String) {
    let location =
        result.as_ref().err().and_then(Error::location).map(|(file, line)| format!("{file}:{line}"));
    match result {
        Err(Error::KernelPanicked { index, message, .. }) => {
            assert!(location.is_some_and(|location| message.ends_with(&location)), "{message}");
            (index, message)
        }
        other => panic!("the kernel did not panic: {other:?}"),
    }
}

/// The two work-items that passed different values to `uniform`, and the line.
#[track_caller]
fn not_uniform(result: amp::Result<()>) -> ([usize; 2], u32) {
    match result {
        Err(Error::NotUniform { items, file, line, .. }) => {
            assert!(file.ends_with(".rs"), "{file}");
            (items.map(|item| item[0]), line)
        }
        other => panic!("all agreed: {other:?}"),
    }
}
