//! The elements of a row in a view that any work-item may touch, as a loop over the lanes has them: loaded before, or stored behind.

use std::mem::MaybeUninit;

use super::row::Asker;
use super::shared::SharedTwin;
use crate::element::GpuType;

/// Bytes of room. What does not fit is reached element by element: rows may be long, elements large, and stacks small.
const ROOM: usize = 4096;

/// Room for them on the stack: where the lines of the cache begin, so that no vector crosses them.
#[repr(C, align(64))]
pub struct WordsRoom(MaybeUninit<[u8; ROOM]>);

impl WordsRoom {
    /// Empty room.
    #[inline(always)]
    #[allow(clippy::new_without_default)] // nobody wants one
    pub fn new() -> Self {
        WordsRoom(MaybeUninit::uninit())
    }

    /// Room for elements that fit.
    #[inline(always)]
    fn elements<T, const L: usize>(&mut self) -> &mut MaybeUninit<[T; L]> {
        assert!(fit::<T, L>(), "more elements than there is room for");
        // SAFETY: it has as many bytes, is aligned, and need not hold anything.
        unsafe { &mut *self.0.as_mut_ptr().cast() }
    }
}

/// Whether there is room for elements.
const fn fit<T, const L: usize>() -> bool {
    size_of::<[T; L]>() <= ROOM && align_of::<T>() <= align_of::<WordsRoom>()
}

/// The last first. Not in place, which LLVM does with vectors of another length.
#[inline(always)]
fn reversed<'r, T: Copy, const L: usize>(from: &[T; L], to: &'r mut MaybeUninit<[T; L]>) -> &'r [T; L] {
    let reversed = to.write(*from);
    for (to, from) in reversed.iter_mut().zip(from.iter().rev()) {
        *to = *from;
    }
    reversed
}

/// The elements of `L` lanes, from an index on up or down the last dimension.
pub struct Words<'r, T, R, const N: usize, const L: usize> {
    view: &'r SharedTwin<T, N>,
    row: &'r R,
    index: [usize; N],
    down: bool,
    /// If they fit, `L` elements; all are known from the start.
    room: &'r mut WordsRoom,
}

impl<'r, T: GpuType, R: Asker, const N: usize, const L: usize> Words<'r, T, R, N, L> {
    /// Whether there is room for them.
    const FIT: bool = fit::<T, L>();

    /// Those of a view, or zeros.
    #[inline(always)]
    #[track_caller]
    pub(super) fn new(
        view: &'r SharedTwin<T, N>,
        row: &'r R,
        index: [usize; N],
        [down, loads]: [bool; 2],
        room: &'r mut WordsRoom,
    ) -> Self {
        let mut words = Words { view, row, index, down, room };
        if Self::FIT {
            match [down, loads] {
                [false, true] => {
                    view.load_run(row, index, false, words.elements());
                }
                [true, true] => {
                    let mut upwards = WordsRoom::new();
                    reversed(view.load_run(row, index, true, upwards.elements()), words.elements());
                }
                [_, false] => {
                    words.elements().write([T::ZERO; L]);
                }
            }
        }
        words
    }

    /// That of a lane.
    #[inline(always)]
    #[track_caller]
    pub fn get(&self, lane: usize) -> T {
        if Self::FIT {
            // SAFETY: `new` has written `L` elements, which fit.
            let elements = unsafe { &*self.room.0.as_ptr().cast::<[T; L]>() };
            elements[lane]
        } else {
            self.view.get(self.row, lane, self.place(lane))
        }
    }

    /// Replaces that of a lane; in the view it is replaced at the latest by [`store`](Self::store).
    #[inline(always)]
    #[track_caller]
    pub fn set(&mut self, lane: usize, value: T) {
        if Self::FIT {
            // SAFETY: as in `get`.
            let elements = unsafe { self.elements().assume_init_mut() };
            elements[lane] = value;
        } else {
            self.view.set(self.row, lane, self.place(lane), value);
        }
    }

    /// Puts all of them into the view.
    #[inline(always)]
    #[track_caller]
    pub fn store(mut self) {
        if !Self::FIT {
            return;
        }
        let (view, row, index, down) = (self.view, self.row, self.index, self.down);
        // SAFETY: as in `get`.
        let elements = unsafe { self.elements().assume_init_ref() };
        if down {
            let mut upwards = WordsRoom::new();
            let upwards = reversed(elements, upwards.elements());
            view.store_run(row, index, true, upwards);
        } else {
            view.store_run(row, index, false, elements);
        }
    }

    #[inline(always)]
    fn elements(&mut self) -> &mut MaybeUninit<[T; L]> {
        self.room.elements()
    }

    /// The index of a lane's element.
    #[inline(always)]
    fn place(&self, lane: usize) -> [usize; N] {
        let mut place = self.index;
        let last = &mut place[N - 1];
        *last = if self.down { last.wrapping_sub(lane) } else { last.wrapping_add(lane) };
        place
    }
}
