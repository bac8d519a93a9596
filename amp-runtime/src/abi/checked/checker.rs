//! The `Checker`: the interface that the checked version of a kernel calls.
//!
//! The checker holds the state of one launch: the running work-item, the source location, the shadow memory
//! and the values that were asserted to be uniform. Its methods are `#[track_caller]`, and the macro prints
//! each call with the span of the user's tokens. So the checker gets the user's file and line without extra
//! arguments. The first error stops the kernel.

use std::cell::{Cell, RefCell};
use std::panic::Location;

use super::access_tracking::Memory;
use super::order::Order;
use super::uniformity_check::{CallPath, CallScope, UniformityChecker};
use super::uninitialised::Undefined;
use super::view_origin::Views;
use crate::abi::cpu::{Locate, Tile};
use crate::abi::program::Program;
use crate::device::accelerator::Seed;
use crate::support::error::Error;
use crate::support::source_location;
use crate::types::{Value, words_of};

/// The state of one checked launch, which runs on one thread.
pub struct Checker {
    pub(super) program: &'static Program,
    /// The names of the captures.
    pub(super) names: Vec<&'static str>,
    extent: Vec<usize>,
    seed: Seed,
    /// The index of the current tile's first work-item, and the extent of the tile.
    tile: RefCell<[Vec<usize>; 2]>,
    pub(super) now: Cell<Position>,
    pub(crate) location: Cell<&'static Location<'static>>,
    pub(super) memory: RefCell<Memory>,
    uniformity: RefCell<UniformityChecker>,
    path: CallPath,
    pub(super) views: RefCell<Views>,
}

/// The progress of a launch: the running work-item, and the number of barriers and passes of its tile so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Position {
    /// The linear index of the running work-item in the domain. Outside of passes (see `in_pass`), it is the
    /// index of the tile's first work-item.
    pub(super) item: u32,
    pub(super) tile: u32,
    /// The number of barriers in this tile so far that order accesses to views.
    pub(super) views: u32,
    /// The number of barriers in this tile so far that order accesses to tile memory.
    pub(super) tile_memory: u32,
    /// The number of passes over the tile's work-items so far. In a pass, the work-items run the same code
    /// one after another, up to the next barrier.
    group: u32,
    /// Whether a pass is running. Outside of passes, the tile executes code once, as its first work-item.
    in_pass: bool,
}

impl Checker {
    pub(crate) fn new(
        program: &'static Program,
        names: Vec<&'static str>,
        extent: &[usize],
        seed: Seed,
        undefined: Undefined,
    ) -> Self {
        let memory = RefCell::new(Memory::new(undefined));
        let here = Cell::new(Location::caller());
        Checker {
            program,
            names,
            extent: extent.to_vec(),
            seed,
            tile: RefCell::default(),
            now: Cell::default(),
            location: here,
            memory,
            uniformity: RefCell::default(),
            path: CallPath::default(),
            views: RefCell::default(),
        }
    }

    /// The order in which `count` work-items or tiles run. `what` is the id of a launch or of a pass, and
    /// each id gives an independent permutation.
    pub(crate) fn order(&self, count: usize, what: u64) -> Order {
        self.seed.order(count as u64, what)
    }

    /// The number of lanes in a subgroup.
    pub(crate) fn subgroup(&self) -> usize {
        self.seed.subgroup()
    }

    /// Makes this work-item of an untiled launch the running one.
    pub(crate) fn enter(&self, item: u32) {
        self.now.set(Position { item, tile: item, ..Position::default() });
    }

    /// Starts a tile.
    pub(crate) fn enter_tile(&self, origin: &[usize], size: &[usize], tile: u32) {
        self.report_undefined();
        *self.tile.borrow_mut() = [origin.to_vec(), size.to_vec()];
        self.now.set(Position { item: self.linear_index(origin), tile, ..Position::default() });
        self.memory.borrow_mut().enter_tile();
    }

    /// Ends the launch. Returns an error that was recorded without stopping the launch, if there is one, such
    /// as a read of undefined tile memory. Also returns the bytes that are still undefined.
    pub(crate) fn finish(self) -> (Option<Error>, Undefined) {
        self.memory.into_inner().finish()
    }

    /// Runs one pass, up to the next barrier: iterates over the local indices of the tile's work-items.
    pub fn items<const N: usize>(&self, tile: &Tile<N>) -> Items<'_, N> {
        let mut now = self.now.get();
        now.group += 1;
        self.now.set(now);
        let (origin, size) = (tile.origin(), tile.size());
        let count = size.iter().product();
        let order = self.order(count, u64::from(now.tile) << 32 | u64::from(now.group));
        Items { checker: self, order, next: 0, count, origin, size }
    }

    /// Runs one pass of a collective function: iterates over the work-items of the tile. Each item is the
    /// linear index of a work-item in the tile.
    pub fn lanes(&self, items: usize) -> impl Iterator<Item = usize> {
        let mut now = self.now.get();
        now.group += 1;
        self.now.set(now);
        let order = self.order(items, u64::from(now.tile) << 32 | u64::from(now.group));
        (0..=items).map_while(move |n| {
            let lane = if n < items { order.at(n as u64) as usize } else { 0 };
            if n == items {
                self.compare_assertions();
            }
            let mut now = self.now.get();
            now.item = self.in_tile(lane);
            now.in_pass = n < items;
            self.now.set(now);
            (n < items).then_some(lane)
        })
    }

    /// Converts the linear index of a work-item in the tile to its linear index in the domain.
    fn in_tile(&self, mut lane: usize) -> u32 {
        let [origin, size] = &*self.tile.borrow();
        let mut index = origin.clone();
        for (at, &size) in index.iter_mut().zip(size).rev() {
            (*at, lane) = (*at + lane % size, lane / size);
        }
        self.linear_index(&index)
    }

    /// Records a barrier of the tile. The flags tell whether the barrier orders accesses to views and to tile
    /// memory.
    #[track_caller]
    pub fn barrier(&self, views: bool, tile_memory: bool) {
        self.set_location();
        if tile_memory {
            self.report_undefined();
        }
        let mut now = self.now.get();
        now.views += u32::from(views);
        now.tile_memory += u32::from(tile_memory);
        self.now.set(now);
    }

    /// Reports the recorded read of undefined tile memory, if there is one. Called at a barrier and at the
    /// start of the next tile. Before that point, another work-item may still write the same memory. Then the
    /// checker reports a race of the read and the write instead.
    fn report_undefined(&self) {
        if let Some(error) = self.take_undefined_read() {
            self.stop_with(error);
        }
    }

    /// Takes the recorded read of undefined tile memory, if there is one.
    pub(crate) fn take_undefined_read(&self) -> Option<Error> {
        self.memory.borrow_mut().take_undefined_read()
    }

    /// Records the source location of the call, before an operation that may panic.
    #[track_caller]
    #[inline(always)]
    pub fn set_location(&self) {
        self.location.set(Location::caller());
    }

    /// Records the source location of the call, and returns the value.
    #[track_caller]
    #[inline(always)]
    pub fn at<T>(&self, value: T) -> T {
        self.set_location();
        value
    }

    /// Enters a call or loop. `number` is its id within the body of the kernel or device function. The scope
    /// ends when the result is dropped.
    #[track_caller]
    pub fn enter_scope(&self, number: u32) -> CallScope<'_> {
        self.set_location();
        CallScope::new(&self.path, number)
    }

    /// Reports a failed assertion.
    #[track_caller]
    pub fn failed(&self, message: &str) -> ! {
        self.set_location();
        self.stop(message.to_owned())
    }

    /// Asserts that a value is uniform, in code that the whole tile executes together. The first call stores
    /// its value in `first`. Each later call compares its value with that one.
    #[track_caller]
    pub fn uniform<T: Value>(&self, first: &mut Option<(Vec<usize>, T)>, value: T) {
        self.set_location();
        let (item, known) = first.get_or_insert_with(|| (self.item(), value));
        if words_of(known) != words_of(&value) {
            let first = item.clone();
            self.stop_with(self.not_uniform(first, self.item()));
        }
    }

    /// Asserts that a value is uniform, in code that each work-item executes separately: in a function
    /// without barriers, or under a varying condition. The values are compared at the next barrier. `number`
    /// is the id of the assertion within the body of the kernel or device function.
    #[track_caller]
    pub fn uniform_scalar<T: Value>(&self, number: u32, value: T) -> T {
        self.set_location();
        let now = self.now.get();
        // Outside a pass, there is nothing to compare: in an untiled launch, each work-item counts as a
        // separate tile, and code that a tile executes together runs once.
        if now.in_pass {
            let (here, way) = (self.location.get(), self.path.to(number));
            self.uniformity.borrow_mut().record(here, way, now.item, &words_of(&value));
        }
        value
    }

    /// Compares the values that work-items asserted to be uniform. Called at the end of a pass, when all
    /// work-items of the tile have reached a barrier or the end of the kernel.
    fn compare_assertions(&self) {
        let Some(found) = self.uniformity.borrow_mut().end() else { return };
        self.location.set(found.place);
        let [first, second] = found.items.map(|item| self.item_of(item));
        self.stop_with(self.not_uniform(first, second));
    }

    /// Checks a subscript of the array `name`, and returns the subscript.
    #[track_caller]
    pub fn within(&self, index: usize, len: usize, name: &str) -> usize {
        self.set_location();
        if index >= len {
            self.stop(format!("index {} is out of range for `{name}` of length {len}", shown(index)));
        }
        index
    }

    /// Stops the kernel with a message about the running work-item.
    #[cold]
    pub(super) fn stop(&self, message: String) -> ! {
        self.stop_with(self.panicked(message))
    }

    /// Returns the error for a failure of the running work-item.
    pub(crate) fn panicked(&self, message: String) -> Error {
        Error::KernelPanicked {
            kernel: self.program.template.name.to_owned(),
            index: self.item(),
            message: source_location::append_location(
                source_location::from_location(self.location.get()),
                message,
            ),
        }
    }

    /// Returns the error for two work-items that asserted different values to be uniform.
    fn not_uniform(&self, first: Vec<usize>, second: Vec<usize>) -> Error {
        let here = self.location.get();
        Error::NotUniform {
            kernel: self.program.template.name.to_owned(),
            items: [first, second],
            file: here.file().to_owned(),
            line: here.line(),
        }
    }

    /// Stops the kernel by unwinding to the executor. The panic hook does not run, because the launch returns
    /// the error to the user.
    #[cold]
    pub(super) fn stop_with(&self, error: Error) -> ! {
        std::panic::resume_unwind(Box::new(self.cause(error)))
    }

    /// Replaces an error by the recorded read of undefined tile memory, if there is one, because that read
    /// may have caused the error. A race is never replaced.
    pub(crate) fn cause(&self, error: Error) -> Error {
        match error {
            Error::Race { .. } => error,
            _ => self.take_undefined_read().unwrap_or(error),
        }
    }

    /// The index of the running work-item.
    pub(super) fn item(&self) -> Vec<usize> {
        self.item_of(self.now.get().item)
    }

    pub(super) fn item_of(&self, number: u32) -> Vec<usize> {
        let mut rest = number as usize;
        let mut index = vec![0; self.extent.len()];
        for (place, &size) in index.iter_mut().zip(&self.extent).rev() {
            (*place, rest) = (rest % size, rest / size);
        }
        index
    }

    /// The linear index of a work-item in the domain. It fits in 32 bits, because a launch rejects larger
    /// domains.
    fn linear_index(&self, index: &[usize]) -> u32 {
        index.iter().zip(&self.extent).fold(0, |sum, (&at, &size)| sum * size as u32 + at as u32)
    }
}

impl Locate for Checker {
    fn work_item(&self, _: usize) -> Vec<usize> {
        self.item()
    }

    fn subview_made(&self, capture: usize, first: usize, size: usize, stride: &[usize]) {
        self.record_view(capture, first, size, stride);
    }
}

/// The work-items of a tile; see [`Checker::items`].
pub struct Items<'c, const N: usize> {
    checker: &'c Checker,
    order: Order,
    next: usize,
    count: usize,
    origin: [usize; N],
    size: [usize; N],
}

impl<const N: usize> Iterator for Items<'_, N> {
    type Item = [usize; N];

    fn next(&mut self) -> Option<[usize; N]> {
        let mut now = self.checker.now.get();
        if self.next == self.count {
            self.checker.compare_assertions();
            // After the pass, the tile executes code once, as its first work-item.
            now.item = self.checker.linear_index(&self.origin);
            now.in_pass = false;
            self.checker.now.set(now);
            return None;
        }
        let mut rest = self.order.at(self.next as u64) as usize;
        self.next += 1;
        let mut local = [0; N];
        for d in (0..N).rev() {
            local[d] = rest % self.size[d];
            rest /= self.size[d];
        }
        let global: [usize; N] = std::array::from_fn(|d| self.origin[d] + local[d]);
        now.item = self.checker.linear_index(&global);
        now.in_pass = true;
        self.checker.now.set(now);
        Some(local)
    }
}

/// An index as messages show it: negative if it wrapped around below zero.
pub(super) fn shown(index: usize) -> isize {
    index.cast_signed()
}
