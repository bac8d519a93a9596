//! Access tracking: finds races by comparing each memory access with earlier ones, and finds reads of
//! undefined data.
//!
//! The views and the tile memory each have a shadow (see `shadow_memory`). An access covers the smallest
//! component that the kernel names, such as one field of an element, and is recorded by host address. A race
//! of two writes of equal values is reported only if the launch finds no other error.

use std::ops::Range;
use std::slice::from_ref;

use amp_shader::{Scalar, TypeInfo};

use super::checker::{Checker, Position};
use super::shadow_memory::{AccessRecord, Shadow};
use super::uninitialised::Undefined;
use crate::support::error::{Access, AccessKind, Error};
use crate::types::{Value, words_of};

/// The size of a word of a view in bytes.
const WORD: usize = 4;

/// The kind of an access, and whether the access reads the old value.
#[derive(Clone, Copy)]
pub(crate) struct AccessMode {
    kind: AccessKind,
    reads: bool,
}

impl AccessMode {
    pub(crate) const READ: AccessMode = AccessMode { kind: AccessKind::Read, reads: true };
    pub(crate) const WRITE: AccessMode = AccessMode { kind: AccessKind::Write, reads: false };

    pub(crate) fn atomically(reads: bool) -> Self {
        AccessMode { kind: AccessKind::Atomic, reads }
    }
}

/// The granularity at which the checker compares accesses to a view.
#[derive(Clone, Copy)]
pub(crate) enum Granularity {
    Words,
    Bytes,
}

impl Granularity {
    /// The granularity for views with elements of this type.
    pub(crate) fn of(element: &TypeInfo) -> Self {
        if element.has_sub_word_parts() { Granularity::Bytes } else { Granularity::Words }
    }
}

/// The shadow memory of a launch, its undefined bytes, and recorded errors that are reported later, because a
/// worse error may follow.
#[derive(Default)]
pub(super) struct Memory {
    view_words: Shadow,
    view_bytes: Shadow,
    /// The shadow of tile memory by words. Variables that contain a component smaller than a word have a
    /// separate shadow by bytes.
    tile_words: Shadow,
    tile_bytes: Shadow,
    variables: Vec<Variable>,
    undefined: Undefined,
    /// A race of two writes of equal values. The launch continues, in case a worse error follows.
    equal_value_race: Option<Error>,
    /// The first read of tile memory that no work-item of the tile has written yet. The next barrier reports
    /// the read. If another work-item writes the same memory before the barrier, the read and the write are a
    /// race, which is reported instead.
    undefined_read: Option<Error>,
}

/// A variable in tile memory.
struct Variable {
    bytes: Range<usize>,
    /// Whether the variable contains a component smaller than a word.
    has_sub_word: bool,
    /// Whether the variable contains padding.
    padded: bool,
}

impl Memory {
    pub(super) fn new(undefined: Undefined) -> Self {
        Memory { undefined, ..Memory::default() }
    }

    /// Starts a tile. Tiles have separate tile memory, so each tile registers its variables again.
    pub(crate) fn enter_tile(&mut self) {
        self.variables.clear();
    }

    /// Returns an error that has not stopped the launch, if there is one, and the bytes that are still
    /// undefined. Such an error is a read of undefined tile memory, or a race of two writes of equal values.
    pub(super) fn finish(self) -> (Option<Error>, Undefined) {
        (self.undefined_read.or(self.equal_value_race), self.undefined)
    }

    /// Takes the recorded read of undefined tile memory. Must be called when no work-item can race with the
    /// read any more.
    pub(crate) fn take_undefined_read(&mut self) -> Option<Error> {
        self.undefined_read.take()
    }

    /// The tile-memory variable that contains these bytes.
    fn variable(&self, bytes: &Range<usize>) -> Option<&Variable> {
        self.variables.iter().find(|it| it.bytes.start <= bytes.start && bytes.end <= it.bytes.end)
    }

    /// The shadow for these bytes of tile memory, and the indices of their cells in it.
    fn tile_memory(&mut self, bytes: &Range<usize>) -> Option<(&mut Shadow, Range<usize>)> {
        Some(match self.variable(bytes)?.has_sub_word {
            true => (&mut self.tile_bytes, bytes.clone()),
            false => (&mut self.tile_words, bytes.start / WORD..bytes.end.div_ceil(WORD)),
        })
    }
}

impl Checker {
    /// Registers a variable in tile memory, at the start of a tile.
    pub fn tile_static<T: Value>(&self, variable: &T) {
        let start = std::ptr::from_ref(variable).addr();
        let (small, bytes) = (has_sub_word(T::INFO), start..start + size_of::<T>());
        let padded = host_bytes(T::INFO) != size_of::<T>();
        self.memory.borrow_mut().variables.push(Variable { bytes, has_sub_word: small, padded });
    }

    /// Reads a variable in tile memory, or a component of it. `subscripts` lead from the variable to `place`,
    /// for error messages.
    #[track_caller]
    pub fn tile_read<T: Value>(&self, name: &str, subscripts: &[usize], place: &T) -> T {
        self.set_location();
        self.touch_tile(name, subscripts, AccessMode::READ, &self.bytes(place), &|| false);
        *place
    }

    /// Returns a copy of the receiver of a method that takes `&self`. If the receiver is in tile memory,
    /// records the read.
    pub fn tile_copied<T: Value>(&self, place: &T) -> T {
        self.touch_tile("self", &[], AccessMode::READ, &self.bytes(place), &|| false);
        *place
    }

    /// Records a write to tile memory after the write happened. `old` is the value before the write.
    #[track_caller]
    pub fn tile_write<T: Value>(&self, name: &str, subscripts: &[usize], place: &T, old: &T) {
        self.set_location();
        let same = || words_of(place) == words_of(old);
        self.touch_tile(name, subscripts, AccessMode::WRITE, &self.bytes(place), &same);
    }

    /// Records the writes of a function that received tile memory by reference. `old` is the value before the
    /// call. The words that differ from those of `old` were written. The other words may have been
    /// overwritten by equal values, so later reads of them are not reported as undefined.
    #[track_caller]
    pub fn tile_modified<T: Value>(&self, name: &str, subscripts: &[usize], place: &T, old: &T) {
        self.set_location();
        let (new, old, bytes) = (words_of(place), words_of(old), address(place));
        let tile = self.now.get().tile;
        if let Some((shadow, cells)) = self.memory.borrow_mut().tile_memory(&bytes) {
            cells.for_each(|cell| shadow.mark_possibly_written(cell, tile));
        }
        // If the type's words are contiguous in host memory, the writes are recorded word by word.
        if new.len() * WORD == bytes.len() {
            for (n, _) in new.iter().zip(&old).enumerate().filter(|(_, (new, old))| new != old) {
                let start = bytes.start + n * WORD;
                let word = start..start + WORD;
                self.touch_tile(name, subscripts, AccessMode::WRITE, from_ref(&word), &|| false);
            }
        } else if new != old {
            self.touch_tile(name, subscripts, AccessMode::WRITE, from_ref(&bytes), &|| false);
        }
    }

    /// Like [`tile_modified`](Checker::tile_modified), for a slice.
    #[track_caller]
    pub fn tile_slice_modified<T: Value>(&self, name: &str, subscripts: &[usize], place: &[T], old: &[T]) {
        for (place, old) in place.iter().zip(old) {
            self.tile_modified(name, subscripts, place, old);
        }
    }

    /// Records an atomic operation in tile memory. `reads` tells whether the operation depends on the old
    /// value, unlike a store.
    #[track_caller]
    pub fn tile_atomic<'m, T: Value>(
        &self,
        name: &str,
        subscripts: &[usize],
        place: &'m mut T,
        reads: bool,
    ) -> &'m mut T {
        self.set_location();
        self.touch_tile(name, subscripts, AccessMode::atomically(reads), &[address(place)], &|| false);
        place
    }

    /// The address ranges of a value without its padding.
    fn bytes<T: Value>(&self, place: &T) -> Vec<Range<usize>> {
        let all = address(place);
        match self.memory.borrow().variable(&all) {
            Some(Variable { padded: true, .. }) => {
                let mut bytes = Vec::new();
                place.amp_ranges(&mut bytes);
                bytes
            }
            _ => vec![all],
        }
    }

    fn touch_tile(
        &self,
        name: &str,
        subscripts: &[usize],
        doing: AccessMode,
        bytes: &[Range<usize>],
        same: &dyn Fn() -> bool,
    ) {
        let now = self.now.get();
        let touch = self.touch(doing.kind, now.tile_memory);
        let mut memory = self.memory.borrow_mut();
        let (mut unwritten, mut race) = (false, None);
        for bytes in bytes {
            let Some((shadow, cells)) = memory.tile_memory(bytes) else { return };
            unwritten |= doing.reads && cells.clone().any(|cell| !shadow.is_written(cell, now.tile));
            race = cells.filter_map(|cell| shadow.add_in_tile(cell, &touch)).last().or(race);
        }
        if unwritten && race.is_none() {
            memory.undefined_read.get_or_insert_with(|| self.uninitialized(name, subscripts));
        }
        drop(memory);
        if let Some(other) = race {
            self.race(name, subscripts, &other, &touch, same);
        }
    }

    /// Records an access to bytes of a view. If `race` is `Some`, also looks for races, at the granularity in
    /// `race`. `same` returns whether a write stores the old value again.
    pub(crate) fn touch_view(
        &self,
        capture: usize,
        index: &[usize],
        doing: AccessMode,
        bytes: Range<usize>,
        race: Option<Granularity>,
        same: &dyn Fn() -> bool,
    ) {
        let mut memory = self.memory.borrow_mut();
        if doing.reads && memory.undefined.overlaps(bytes.clone()) {
            drop(memory);
            let index = self.index_in_view(capture, index, bytes.start);
            self.stop_with(self.uninitialized(self.capture_name(capture), &index));
        }
        if doing.kind != AccessKind::Read {
            memory.undefined.written(bytes.clone());
        }
        let Some(granularity) = race else { return };
        let touch = self.touch(doing.kind, self.now.get().views);
        let start = bytes.start;
        let found = match granularity {
            Granularity::Bytes => bytes.filter_map(|byte| memory.view_bytes.add(byte, &touch)).last(),
            Granularity::Words => {
                let words = bytes.start / WORD..bytes.end.div_ceil(WORD);
                words.filter_map(|word| memory.view_words.add(word, &touch)).last()
            }
        };
        if let Some(other) = found {
            drop(memory);
            let index = self.index_in_view(capture, index, start);
            self.race(self.capture_name(capture), &index, &other, &touch, same);
        }
    }

    fn touch(&self, kind: AccessKind, phase: u32) -> AccessRecord {
        let Position { item, tile, .. } = self.now.get();
        AccessRecord { item, tile, phase, kind, at: self.location.get() }
    }

    fn capture_name(&self, capture: usize) -> &'static str {
        self.names.get(capture).copied().unwrap_or("?")
    }

    #[cold]
    fn race(
        &self,
        name: &str,
        index: &[usize],
        first: &AccessRecord,
        second: &AccessRecord,
        same: &dyn Fn() -> bool,
    ) {
        let same_value = first.kind == AccessKind::Write && second.kind == AccessKind::Write && same();
        let error = Error::Race {
            kernel: self.program.template.name.to_owned(),
            variable: name.to_owned(),
            index: index.to_vec(),
            first: Box::new(self.access(first)),
            second: Box::new(self.access(second)),
            same_value,
        };
        if !same_value {
            self.stop_with(error);
        }
        self.memory.borrow_mut().equal_value_race.get_or_insert(error);
    }

    fn uninitialized(&self, name: &str, index: &[usize]) -> Error {
        Error::Uninitialized {
            kernel: self.program.template.name.to_owned(),
            variable: name.to_owned(),
            index: index.to_vec(),
            read: Box::new(self.access(&self.touch(AccessKind::Read, 0))),
        }
    }

    fn access(&self, touch: &AccessRecord) -> Access {
        Access {
            item: self.item_of(touch.item),
            kind: touch.kind,
            file: touch.at.file().to_owned(),
            line: touch.at.line(),
        }
    }
}

fn address<T>(place: &T) -> Range<usize> {
    let start = std::ptr::from_ref(place).addr();
    start..start + size_of::<T>()
}

/// Whether a type contains a component smaller than a word.
fn has_sub_word(info: &TypeInfo) -> bool {
    match info {
        TypeInfo::Scalar(scalar) | TypeInfo::Vector(scalar, _) => scalar_bytes(*scalar) < WORD,
        TypeInfo::Array(element, _) => has_sub_word(element),
        TypeInfo::Tuple(fields) => fields.iter().any(|field| has_sub_word(field)),
        TypeInfo::Struct(info) => info.fields.iter().any(|(_, field)| has_sub_word(field)),
        // The host may store the discriminant in one byte.
        TypeInfo::Enum(..) | TypeInfo::Sum(_) => true,
        TypeInfo::Unit | TypeInfo::Matrix(_) | TypeInfo::Index(_) | TypeInfo::Slice(_) => false,
    }
}

/// The size of a value on the host without its padding, in bytes.
fn host_bytes(info: &TypeInfo) -> usize {
    match info {
        TypeInfo::Unit => 0,
        TypeInfo::Scalar(scalar) => scalar_bytes(*scalar),
        TypeInfo::Vector(scalar, lanes) => scalar_bytes(*scalar) * usize::from(*lanes),
        TypeInfo::Matrix(_) => info.words() * WORD,
        TypeInfo::Array(element, len) => host_bytes(element) * len,
        TypeInfo::Tuple(fields) => fields.iter().map(|field| host_bytes(field)).sum(),
        TypeInfo::Struct(info) => info.fields.iter().map(|(_, field)| host_bytes(field)).sum(),
        TypeInfo::Index(rank) => rank * size_of::<usize>(),
        TypeInfo::Enum(info) => info.bytes,
        // rustc chooses the layout of an enum with fields. In a value of one variant, bytes that only other
        // variants use are padding. The result 0 differs from the size, so the caller treats the type as
        // padded.
        TypeInfo::Sum(_) | TypeInfo::Slice(_) => 0,
    }
}

fn scalar_bytes(scalar: Scalar) -> usize {
    match scalar {
        Scalar::Bool | Scalar::U8 | Scalar::I8 => 1,
        Scalar::F16 | Scalar::U16 | Scalar::I16 => 2,
        Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
        Scalar::F64 | Scalar::I64 | Scalar::U64 => 8,
        Scalar::Usize | Scalar::Isize => size_of::<usize>(),
    }
}
