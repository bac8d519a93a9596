//! Accesses to views on the checked accelerator: each access reports its element and the accessed bytes to
//! the checker.
//!
//! No work-item writes a `ReadAccess`, and each work-item has its own element of an `ExclusiveAccess`. So
//! these accesses cannot race, and the checker only looks for reads of undefined data. An access to a
//! component of an element reports the bytes of the component. So two work-items may write different fields
//! of one element.

use std::ops::Range;

use super::memory::Memory;
use super::row::{Locate, Row};
use super::{ExclusiveAccess, ReadAccess, SharedAccess};
use crate::abi::checked::{AccessMode, Checker, Granularity};
use crate::types::{Element, GpuType, Value, words_of};

impl<T: Element, const N: usize> ReadAccess<T, N> {
    /// Reads the element at an index, and reports the read to the checker.
    #[track_caller]
    pub fn checked_get(&self, checker: &Checker, index: [usize; N]) -> T {
        self.checked_part(checker, index, |element| element)
    }

    /// Reads one component of the element at an index, and reports the read to the checker. `part` selects
    /// the component.
    #[track_caller]
    pub fn checked_part<P: Copy>(&self, checker: &Checker, index: [usize; N], part: impl Fn(&T) -> &P) -> P {
        checker.set_location();
        let element = self.get(checker, 0, index);
        let bytes = addresses_of(&self.0, checker, index, &element, &part);
        checker.touch_view(self.0.capture, &index, AccessMode::READ, bytes, None, &|| false);
        *part(&element)
    }
}

impl<T: GpuType, const N: usize> ExclusiveAccess<T, N> {
    /// Reads the work-item's element, and reports the read to the checker.
    #[track_caller]
    pub fn checked_get(&self, checker: &Checker, row: &Row<N>, lane: usize) -> T {
        self.checked_part(checker, row, lane, |element| element)
    }

    /// Reads one component of the work-item's element and reports the read to the checker. `part` selects the
    /// component.
    #[track_caller]
    pub fn checked_part<P: Copy>(
        &self,
        checker: &Checker,
        row: &Row<N>,
        lane: usize,
        part: impl Fn(&T) -> &P,
    ) -> P {
        let element = self.checked_peek(checker, row, lane);
        self.touch(checker, row, lane, AccessMode::READ, &element, &part);
        *part(&element)
    }

    /// Reads the work-item's element without a report to the checker. For `y[i].a = value`, generated code
    /// reads the element, replaces the component `a`, and stores the element. Only the write of the component
    /// is reported.
    #[track_caller]
    pub fn checked_peek(&self, checker: &Checker, row: &Row<N>, lane: usize) -> T {
        checker.set_location();
        self.get(row, lane)
    }

    /// Replaces the work-item's element, and reports the write to the checker.
    #[track_caller]
    pub fn checked_set(&self, checker: &Checker, row: &Row<N>, lane: usize, value: T) {
        self.checked_put(checker, row, lane, value, |element| element);
    }

    /// Replaces a component of the work-item's element, and reports the write to the checker. `value` is the
    /// complete new element.
    #[track_caller]
    pub fn checked_put<P: Copy>(
        &self,
        checker: &Checker,
        row: &Row<N>,
        lane: usize,
        value: T,
        part: impl Fn(&T) -> &P,
    ) {
        checker.set_location();
        self.touch(checker, row, lane, AccessMode::WRITE, &value, &part);
        self.set(row, lane, value);
    }

    fn touch<P>(
        &self,
        checker: &Checker,
        row: &Row<N>,
        lane: usize,
        doing: AccessMode,
        value: &T,
        part: &impl Fn(&T) -> &P,
    ) {
        let index = row.item(lane);
        let bytes = addresses_of(&self.0, checker, index, value, part);
        checker.touch_view(self.0.capture, &index, doing, bytes, None, &|| false);
    }
}

impl<T: GpuType, const N: usize> SharedAccess<T, N> {
    /// Reads the element at an index, and reports the read to the checker.
    #[track_caller]
    pub fn checked_get(&self, checker: &Checker, index: [usize; N]) -> T {
        self.checked_part(checker, index, |element| element)
    }

    /// Reads one component of the element at an index, and reports the read to the checker. `part` selects
    /// the component.
    #[track_caller]
    pub fn checked_part<P: Copy>(&self, checker: &Checker, index: [usize; N], part: impl Fn(&T) -> &P) -> P {
        let element = self.checked_peek(checker, index);
        self.touch(checker, index, AccessMode::READ, &element, &part, &|| false);
        *part(&element)
    }

    /// Reads the element at an index without a report to the checker. For `y[k].a = value`, generated code
    /// reads the element, replaces the component `a`, and stores the element. Only the write of the component
    /// is reported.
    #[track_caller]
    pub fn checked_peek(&self, checker: &Checker, index: [usize; N]) -> T {
        checker.set_location();
        self.get(checker, 0, index)
    }

    /// Replaces the element at an index, and reports the write to the checker.
    #[track_caller]
    pub fn checked_set(&self, checker: &Checker, index: [usize; N], value: T) {
        self.checked_put(checker, index, value, |element| element);
    }

    /// Replaces a component of the element at an index, and reports the write to the checker. `value` is the
    /// complete new element.
    #[track_caller]
    pub fn checked_put<P: Value>(
        &self,
        checker: &Checker,
        index: [usize; N],
        value: T,
        part: impl Fn(&T) -> &P,
    ) {
        checker.set_location();
        let old = self.get(checker, 0, index);
        let same = || words_of(part(&old)) == words_of(part(&value));
        self.touch(checker, index, AccessMode::WRITE, &value, &part, &same);
        self.set(checker, 0, index, value);
    }

    /// Reports to the checker an atomic operation on the element at an index. `reads` tells whether the
    /// operation depends on the old value, unlike a store.
    #[track_caller]
    pub fn checked_atomic(&self, checker: &Checker, index: [usize; N], reads: bool) {
        checker.set_location();
        let element = self.get(checker, 0, index);
        self.touch(checker, index, AccessMode::atomically(reads), &element, &|element| element, &|| false);
    }

    fn touch<P>(
        &self,
        checker: &Checker,
        index: [usize; N],
        doing: AccessMode,
        value: &T,
        part: &impl Fn(&T) -> &P,
        same: &dyn Fn() -> bool,
    ) {
        let bytes = addresses_of(&self.0, checker, index, value, part);
        checker.touch_view(self.0.capture, &index, doing, bytes, Some(Granularity::of(T::STORED)), same);
    }
}

/// The address range of a component of the element at an index. `value` is a copy of the element, and `part`
/// selects the component.
fn addresses_of<T: Element, P, const N: usize>(
    memory: &Memory<T, N>,
    asker: &impl Locate,
    index: [usize; N],
    value: &T,
    part: &impl Fn(&T) -> &P,
) -> Range<usize> {
    let start = memory.at(asker, 0, index).addr().get();
    let offset = std::ptr::from_ref(part(value)).addr() - std::ptr::from_ref(value).addr();
    start + offset..start + offset + size_of::<P>()
}
