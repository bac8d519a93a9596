//! The `Checker`: what a kernel's checked form talks to. It knows who is running and where, and stops the kernel when
//! something is wrong.

use std::cell::{Cell, RefCell};
use std::panic::Location;

use amp_shader::Template;

use super::agreement::{Agreement, Inside, Way};
use super::memory::Memory;
use super::order::{Order, Seed};
use super::undefined::Undefined;
use super::viewed::Views;
use crate::element::{Value, words_of};
use crate::error::Error;
use crate::line;
use crate::twin::{Asker, Tile};

/// Hears of everything that one launch does. A launch runs on one thread.
pub struct Checker {
    pub(super) template: &'static Template,
    extent: Vec<usize>,
    seed: Seed,
    /// The origin and the size of the tile.
    tile: RefCell<[Vec<usize>; 2]>,
    pub(super) now: Cell<Now>,
    pub(super) here: Cell<&'static Location<'static>>,
    pub(super) memory: RefCell<Memory>,
    agreement: RefCell<Agreement>,
    way: Way,
    pub(super) views: RefCell<Views>,
}

/// Who is running.
#[derive(Clone, Copy, Default)]
pub(super) struct Now {
    /// The work-item's number in the domain; the tile's first one where the whole tile does something together.
    pub(super) item: u32,
    pub(super) tile: u32,
    /// Barriers so far that order views.
    pub(super) views: u32,
    /// Barriers so far that order tile memory.
    pub(super) tile_memory: u32,
    /// Runs through the tile so far.
    group: u32,
    /// In one of them: the others of the tile come by as well, one after another.
    one_of_many: bool,
}

impl Checker {
    pub(crate) fn new(
        template: &'static Template,
        extent: &[usize],
        seed: Seed,
        undefined: Undefined,
    ) -> Self {
        let memory = RefCell::new(Memory::new(undefined));
        let here = Cell::new(Location::caller());
        Checker {
            template,
            extent: extent.to_vec(),
            seed,
            tile: RefCell::default(),
            now: Cell::default(),
            here,
            memory,
            agreement: RefCell::default(),
            way: Way::default(),
            views: RefCell::default(),
        }
    }

    /// The order of `count` things.
    pub(super) fn order(&self, count: usize, what: u64) -> Order {
        self.seed.order(count as u64, what)
    }

    /// How many lanes a subgroup has.
    pub(crate) fn subgroup(&self) -> usize {
        self.seed.subgroup()
    }

    /// From here on a work-item runs that is the only one of its tile.
    pub(super) fn enter(&self, item: u32) {
        self.now.set(Now { item, tile: item, ..Now::default() });
    }

    /// From here on a tile runs.
    pub(super) fn enter_tile(&self, origin: &[usize], size: &[usize], tile: u32) {
        self.nobody_wrote();
        *self.tile.borrow_mut() = [origin.to_vec(), size.to_vec()];
        self.now.set(Now { item: self.number(origin), tile, ..Now::default() });
        self.memory.borrow_mut().enter_tile();
    }

    /// What is left to say when all work-items have run, and what is still undefined.
    pub(crate) fn finish(self) -> (Option<Error>, Undefined) {
        self.memory.into_inner().finish()
    }

    /// The work-items of the tile, each by its place in it, for a run of each up to the next barrier.
    pub fn items<const N: usize>(&self, tile: &Tile<N>) -> Items<'_, N> {
        let mut now = self.now.get();
        now.group += 1;
        self.now.set(now);
        let (origin, size) = (tile.origin(), tile.size());
        let count = size.iter().product();
        let order = self.order(count, u64::from(now.tile) << 32 | u64::from(now.group));
        Items { checker: self, order, next: 0, count, origin, size }
    }

    /// The same in a function that waits, which knows the work-items by their numbers.
    pub fn lanes(&self, items: usize) -> impl Iterator<Item = usize> {
        let mut now = self.now.get();
        now.group += 1;
        self.now.set(now);
        let order = self.order(items, u64::from(now.tile) << 32 | u64::from(now.group));
        (0..=items).map_while(move |n| {
            let lane = if n < items { order.at(n as u64) as usize } else { 0 };
            if n == items {
                self.agree();
            }
            let mut now = self.now.get();
            now.item = self.in_tile(lane);
            now.one_of_many = n < items;
            self.now.set(now);
            (n < items).then_some(lane)
        })
    }

    /// The number in the domain of a work-item of the tile.
    fn in_tile(&self, mut lane: usize) -> u32 {
        let [origin, size] = &*self.tile.borrow();
        let mut index = origin.clone();
        for (at, &size) in index.iter_mut().zip(size).rev() {
            (*at, lane) = (*at + lane % size, lane / size);
        }
        self.number(&index)
    }

    /// A barrier of the tile, and what it orders.
    #[track_caller]
    pub fn barrier(&self, views: bool, tile_memory: bool) {
        self.here();
        if tile_memory {
            self.nobody_wrote();
        }
        let mut now = self.now.get();
        now.views += u32::from(views);
        now.tile_memory += u32::from(tile_memory);
        self.now.set(now);
    }

    /// All who could have written what somebody has read are here.
    fn nobody_wrote(&self) {
        if let Some(error) = self.unwritten() {
            self.stop_with(error);
        }
    }

    /// The read of what nobody has written, if there was one.
    pub(super) fn unwritten(&self) -> Option<Error> {
        self.memory.borrow_mut().take_unwritten()
    }

    /// Something is done here that may panic without saying where.
    #[track_caller]
    #[inline(always)]
    pub fn here(&self) {
        self.here.set(Location::caller());
    }

    /// The same, with a value that passes through.
    #[track_caller]
    #[inline(always)]
    pub fn at<T>(&self, value: T) -> T {
        self.here();
        value
    }

    /// The same for a call or a loop, which has this number in its body: until what comes back is dropped, the work-item is in it.
    #[track_caller]
    pub fn inside(&self, number: u32) -> Inside<'_> {
        self.here();
        Inside::new(&self.way, number)
    }

    /// An assertion does not hold.
    #[track_caller]
    pub fn failed(&self, message: &str) -> ! {
        self.here();
        self.stop(message.to_owned())
    }

    /// A value that has to be the same for all work-items of the tile. The first one that comes by says which.
    #[track_caller]
    pub fn uniform<T: Value>(&self, first: &mut Option<(Vec<usize>, T)>, value: T) {
        self.here();
        let (item, known) = first.get_or_insert_with(|| (self.item(), value));
        if words_of(known) != words_of(&value) {
            let first = item.clone();
            self.stop_with(self.not_uniform(first, self.item()));
        }
    }

    /// The same where a work-item comes by alone: in a function that does not wait, or under a condition that varies. It is
    /// known whether it was the same when all others have come as far as this one. The place has this number in its body.
    #[track_caller]
    pub fn uniform_alone<T: Value>(&self, number: u32, value: T) -> T {
        self.here();
        let now = self.now.get();
        // Without tiles each work-item is alone for good, and what the whole tile does together is done by one.
        if now.one_of_many {
            let (here, way) = (self.here.get(), self.way.to(number));
            self.agreement.borrow_mut().take(here, way, now.item, &words_of(&value));
        }
        value
    }

    /// All work-items of the tile have come to a barrier, or to the end.
    fn agree(&self) {
        let Some(found) = self.agreement.borrow_mut().end() else { return };
        self.here.set(found.place);
        let [first, second] = found.items.map(|item| self.item_of(item));
        self.stop_with(self.not_uniform(first, second));
    }

    /// A subscript of an array.
    #[track_caller]
    pub fn within(&self, index: usize, len: usize, name: &str) -> usize {
        self.here();
        if index >= len {
            self.stop(format!("index {} is out of range for `{name}` of length {len}", shown(index)));
        }
        index
    }

    /// Stops the kernel: the work-item did something that it must not do.
    #[cold]
    pub(super) fn stop(&self, message: String) -> ! {
        self.stop_with(self.panicked(message))
    }

    /// The error of a work-item that did something that it must not do.
    pub(super) fn panicked(&self, message: String) -> Error {
        Error::KernelPanicked {
            kernel: self.template.name.to_owned(),
            index: self.item(),
            message: line::at(line::of(self.here.get()), message),
        }
    }

    /// The error of two work-items that have different values where they should have one.
    fn not_uniform(&self, first: Vec<usize>, second: Vec<usize>) -> Error {
        let here = self.here.get();
        Error::NotUniform {
            kernel: self.template.name.to_owned(),
            items: [first, second],
            file: here.file().to_owned(),
            line: here.line(),
        }
    }

    /// No panic hook runs: the error that the launch returns says it all.
    #[cold]
    pub(super) fn stop_with(&self, error: Error) -> ! {
        std::panic::resume_unwind(Box::new(self.cause(error)))
    }

    /// What an error comes of: who goes on with what nobody has written, may fail of that. A race is what it is.
    pub(super) fn cause(&self, error: Error) -> Error {
        match error {
            Error::Race { .. } => error,
            _ => self.unwritten().unwrap_or(error),
        }
    }

    /// The index of the work-item that runs.
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

    /// The number of an index in the domain, which has no more than 32 bits' worth of them.
    fn number(&self, index: &[usize]) -> u32 {
        index.iter().zip(&self.extent).fold(0, |sum, (&at, &size)| sum * size as u32 + at as u32)
    }
}

impl Asker for Checker {
    fn asker(&self, _: usize) -> Vec<usize> {
        self.item()
    }

    fn part_made(&self, slot: usize, first: usize, size: usize, stride: &[usize]) {
        self.made_of(slot, first, size, stride);
    }
}

/// The work-items of a tile, see [`Checker::items`].
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
            self.checker.agree();
            // What comes now the tile does together.
            now.item = self.checker.number(&self.origin);
            now.one_of_many = false;
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
        now.item = self.checker.number(&global);
        now.one_of_many = true;
        self.checker.now.set(now);
        Some(local)
    }
}

/// An index for people: what wrapped around below zero is negative.
pub(super) fn shown(index: usize) -> isize {
    index.cast_signed()
}
