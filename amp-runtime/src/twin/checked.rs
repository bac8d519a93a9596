//! Views in the checked form of a kernel: each access says which bytes of which element it touches.
//!
//! Of a view that nobody writes, and of one whose work-items touch only their own elements, no two accesses race; only
//! discarded data is looked for.

use std::ops::Range;

use super::memory::Memory;
use super::row::{Asker, Row};
use super::{OwnTwin, ReadTwin, SharedTwin};
use crate::checked::{Checker, Doing};
use crate::element::{Element, GpuType, Value, words_of};

impl<T: Element, const N: usize> ReadTwin<T, N> {
    /// The element at an index.
    #[track_caller]
    pub fn checked_get(&self, checker: &Checker, index: [usize; N]) -> T {
        self.checked_part(checker, index, |element| element)
    }

    /// A part of the element at an index.
    #[track_caller]
    pub fn checked_part<P: Copy>(&self, checker: &Checker, index: [usize; N], part: impl Fn(&T) -> &P) -> P {
        checker.here();
        let element = self.get(checker, 0, index);
        let bytes = place(&self.0, checker, index, &element, &part);
        checker.touch_view(self.0.slot, &index, Doing::READ, bytes, false, &|| false);
        *part(&element)
    }
}

impl<T: GpuType, const N: usize> OwnTwin<T, N> {
    /// The element of a work-item.
    #[track_caller]
    pub fn checked_get(&self, checker: &Checker, row: &Row<N>, lane: usize) -> T {
        self.checked_part(checker, row, lane, |element| element)
    }

    /// A part of the element of a work-item.
    #[track_caller]
    pub fn checked_part<P: Copy>(
        &self,
        checker: &Checker,
        row: &Row<N>,
        lane: usize,
        part: impl Fn(&T) -> &P,
    ) -> P {
        let element = self.checked_peek(checker, row, lane);
        self.touch(checker, row, lane, Doing::READ, &element, &part);
        *part(&element)
    }

    /// The element of a work-item, of which a part will be replaced.
    #[track_caller]
    pub fn checked_peek(&self, checker: &Checker, row: &Row<N>, lane: usize) -> T {
        checker.here();
        self.get(row, lane)
    }

    /// Replaces the element of a work-item.
    #[track_caller]
    pub fn checked_set(&self, checker: &Checker, row: &Row<N>, lane: usize, value: T) {
        self.checked_put(checker, row, lane, value, |element| element);
    }

    /// Replaces a part of the element of a work-item, the rest of which is as it was.
    #[track_caller]
    pub fn checked_put<P: Copy>(
        &self,
        checker: &Checker,
        row: &Row<N>,
        lane: usize,
        value: T,
        part: impl Fn(&T) -> &P,
    ) {
        checker.here();
        self.touch(checker, row, lane, Doing::WRITE, &value, &part);
        self.set(row, lane, value);
    }

    fn touch<P>(
        &self,
        checker: &Checker,
        row: &Row<N>,
        lane: usize,
        doing: Doing,
        value: &T,
        part: &impl Fn(&T) -> &P,
    ) {
        let index = row.item(lane);
        let bytes = place(&self.0, checker, index, value, part);
        checker.touch_view(self.0.slot, &index, doing, bytes, false, &|| false);
    }
}

impl<T: GpuType, const N: usize> SharedTwin<T, N> {
    /// The element at an index.
    #[track_caller]
    pub fn checked_get(&self, checker: &Checker, index: [usize; N]) -> T {
        self.checked_part(checker, index, |element| element)
    }

    /// A part of the element at an index.
    #[track_caller]
    pub fn checked_part<P: Copy>(&self, checker: &Checker, index: [usize; N], part: impl Fn(&T) -> &P) -> P {
        let element = self.checked_peek(checker, index);
        self.touch(checker, index, Doing::READ, &element, &part, &|| false);
        *part(&element)
    }

    /// The element at an index, of which a part will be replaced.
    #[track_caller]
    pub fn checked_peek(&self, checker: &Checker, index: [usize; N]) -> T {
        checker.here();
        self.get(checker, 0, index)
    }

    /// Replaces the element at an index.
    #[track_caller]
    pub fn checked_set(&self, checker: &Checker, index: [usize; N], value: T) {
        self.checked_put(checker, index, value, |element| element);
    }

    /// Replaces a part of the element at an index, the rest of which is as it was.
    #[track_caller]
    pub fn checked_put<P: Value>(
        &self,
        checker: &Checker,
        index: [usize; N],
        value: T,
        part: impl Fn(&T) -> &P,
    ) {
        checker.here();
        let old = self.get(checker, 0, index);
        let same = || words_of(part(&old)) == words_of(part(&value));
        self.touch(checker, index, Doing::WRITE, &value, &part, &same);
        self.set(checker, 0, index, value);
    }

    /// An atomic operation on the element at an index; whether it looks at the old value.
    #[track_caller]
    pub fn checked_atomic(&self, checker: &Checker, index: [usize; N], reads: bool) {
        checker.here();
        let element = self.get(checker, 0, index);
        self.touch(checker, index, Doing::atomically(reads), &element, &|element| element, &|| false);
    }

    fn touch<P>(
        &self,
        checker: &Checker,
        index: [usize; N],
        doing: Doing,
        value: &T,
        part: &impl Fn(&T) -> &P,
        same: &dyn Fn() -> bool,
    ) {
        let bytes = place(&self.0, checker, index, value, part);
        checker.touch_view(self.0.slot, &index, doing, bytes, true, same);
    }
}

/// The addresses of a part of an element, of which `value` is a copy.
fn place<T: Element, P, const N: usize>(
    memory: &Memory<T, N>,
    asker: &impl Asker,
    index: [usize; N],
    value: &T,
    part: &impl Fn(&T) -> &P,
) -> Range<usize> {
    let start = memory.at(asker, 0, index).addr().get();
    let offset = std::ptr::from_ref(part(value)).addr() - std::ptr::from_ref(value).addr();
    start + offset..start + offset + size_of::<P>()
}
