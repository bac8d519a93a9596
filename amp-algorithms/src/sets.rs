//! Set operations on sorted inputs: `union`, `intersection`, `difference` and `symmetric_difference`.
//!
//! For each element, binary searches in the other input count the lesser elements and the equal ones. The number of equal
//! ones decides whether the element belongs to the result. A scan of these decisions gives the position of each element. So the
//! work-items of each pass are independent.
//!
//! The inputs may contain an element several times. As in C++, the occurrences are numbered: the second 3 of one input is
//! paired with the second 3 of the other input.

use amp::prelude::*;
use amp::{Op, Result, compose, op};

use crate::elementwise::write_each;
use crate::forms::{Counts, compact_forms};
use crate::input::Input;
use crate::key::{Key, Ordered};
use crate::merge::both;
use crate::scan::scan_counts;
use crate::scratch::{computed, undefined};

/// Which elements of an input belong to the result: all, those that are paired with an equal element of the other input,
/// those that are not, or none.
const ALL: u32 = 0;
const COMMON: u32 = 1;
const OTHERS: u32 = 2;
const NONE: u32 = 3;

/// The number of sorted items that are less than `wanted`. If `equal` is true, items that equal `wanted` count too.
#[device]
fn bound<B: Ordered>(len: usize, equal: bool, wanted: B, item: impl Fn(usize) -> B) -> usize {
    let mut low = 0;
    let mut high = len;
    while low < high {
        let middle = low + (high - low) / 2;
        let found = item(middle);
        if found < wanted || (equal && found == wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// Writes for each element whether it belongs to the result, and how many elements of the other input come before it. The
/// last work-item has no element, and writes 0 to `marks`. So the last element of an exclusive scan of `marks` is the total.
#[kernel]
fn mark_each<B: Ordered>(
    i: Index<1>,
    len: usize,
    other_len: usize,
    kept: u32,
    is_first: bool,
    own: impl Fn(usize) -> B,
    other: impl Fn(usize) -> B,
    marks: &mut ArrayViewMut<u32>,
    bounds: &mut ArrayViewMut<u32>,
) {
    let mut keeps = false;
    let mut at = other_len;
    if i[0] < len {
        let item = own(i[0]);
        let lower = bound(other_len, false, item, other);
        let upper = bound(other_len, true, item, other);
        let occurrence = i[0] - bound(i[0], false, item, own);
        keeps = match kept {
            ALL => true,
            COMMON => occurrence < upper - lower,
            _ => occurrence >= upper - lower,
        };
        at = if is_first { lower } else { upper };
    }
    marks[i] = u32::from(keeps);
    bounds[i] = at as u32;
}

/// Moves the elements of an input that belong to the result. `before[k]` is the number of such elements before element `k`,
/// and `other_before` has these numbers for the other input.
#[kernel]
fn place_each<T: GpuType>(
    i: Index<1>,
    load: impl Fn(usize) -> T,
    before: &ArrayView<u32>,
    bounds: &ArrayView<u32>,
    other_before: &ArrayView<u32>,
    out: &mut ArrayViewMut<T>,
) {
    if before[i[0] + 1] > before[i[0]] {
        out[(before[i[0]] + other_before[bounds[i[0]] as usize]) as usize] = load(i[0]);
    }
}

/// The contribution of an input to the result. `before[k]` is the number of elements of the result among its first
/// `k` elements. `bounds[k]` is the number of elements of the other input that come before its element `k`.
struct Members {
    len: usize,
    before: ArrayViewMut<'static, u32>,
    bounds: ArrayViewMut<'static, u32>,
}

impl Members {
    fn new<B: Ordered>(
        queue: &AcceleratorView,
        (len, own): (usize, impl Op<fn(usize) -> B> + Copy),
        (other_len, other): (usize, impl Op<fn(usize) -> B> + Copy),
        kept: u32,
        is_first: bool,
    ) -> Result<Self> {
        if kept == NONE {
            let before = computed(queue, len + 1, op!(|_k: usize| 0u32))?;
            return Ok(Members { len: 0, before, bounds: undefined(1)? });
        }
        let (mut marks, mut bounds) = (undefined(len + 1)?, undefined(len + 1)?);
        let kernel = mark_each(len, other_len, kept, is_first, own, other, &mut marks, &mut bounds);
        queue.parallel_for_each(len + 1, kernel)?;
        let mut before = undefined(len + 1)?;
        scan_counts(queue, &marks, true, &mut before)?;
        Ok(Members { len, before, bounds })
    }

    fn place<T: GpuType>(
        &self,
        queue: &AcceleratorView,
        load: impl Op<fn(usize) -> T> + Copy,
        other: &Members,
        out: &mut ArrayViewMut<'_, T>,
    ) -> Result<()> {
        match self.len {
            0 => Ok(()),
            len => {
                let kernel = place_each(load, &self.before, &self.bounds, &other.before, out);
                queue.parallel_for_each(len, kernel)
            }
        }
    }
}

/// The contributions of both inputs to the result, and a view with the number of elements of the result.
struct Sets {
    first: Members,
    second: Members,
    total: ArrayViewMut<'static, u32>,
}

impl Counts for Sets {
    fn ends(&self) -> &ArrayViewMut<'static, u32> {
        &self.total
    }
}

impl Sets {
    fn new<K: Key>(
        queue: &AcceleratorView,
        a: impl Input<Item = K>,
        b: impl Input<Item = K>,
        [kept, other_kept]: [u32; 2],
    ) -> Result<Self> {
        let ordered = op!(|key: K| key.to_ordered());
        let own = (a.count()?, compose(ordered, a.load()));
        let other = (b.count()?, compose(ordered, b.load()));
        let first = Members::new(queue, own, other, kept, true)?;
        let second = Members::new(queue, other, own, other_kept, false)?;
        let mut total = undefined(1)?;
        let (len, other_len) = (own.0, other.0);
        let (before, other_before) = (&first.before, &second.before);
        write_each(queue, op!(|_k: usize| before[len] + other_before[other_len]), &mut total)?;
        Ok(Sets { first, second, total })
    }

    fn place<K: Key>(
        &self,
        queue: &AcceleratorView,
        a: impl Input<Item = K>,
        b: impl Input<Item = K>,
        out: &mut ArrayViewMut<'_, K>,
    ) -> Result<()> {
        self.first.place(queue, a.load(), &self.second, out)?;
        self.second.place(queue, b.load(), &self.first, out)
    }
}

compact_forms! {
    /// The elements of `a`, and the elements of `b` that `a` does not contain, in sorted order. Both inputs must be sorted.
    ///
    /// An element that is `m` times in `a` and `n` times in `b` is `max(m, n)` times in the result.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (a, b) = (ArrayView::new(&[1, 3, 5]), ArrayView::new(&[2, 3, 4]));
    /// assert_eq!(alg::union(&a, &b)?.to_vec()?, [1, 2, 3, 4, 5]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    union union_on union_into [A: Input<Item = K>, B: Input<Item = K>, K: Key] (a: A, b: B) -> (out: K) {
        op: (a, b).load(),
        len: both(a, b)?,
        prepare: |queue, _n| Sets::new(queue, a, b, [ALL, OTHERS]),
        write: |sets| sets.place(queue, a, b, out),
    }

    /// The elements of `a` that `b` contains, in sorted order. Both inputs must be sorted.
    ///
    /// An element that is `m` times in `a` and `n` times in `b` is `min(m, n)` times in the result.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (a, b) = (ArrayView::new(&[1, 3, 3, 5]), ArrayView::new(&[2, 3, 5]));
    /// assert_eq!(alg::intersection(&a, &b)?.to_vec()?, [3, 5]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    intersection intersection_on intersection_into [A: Input<Item = K>, B: Input<Item = K>, K: Key] (a: A, b: B) -> (out: K) {
        op: (a, b).load(),
        len: a.count()?,
        prepare: |queue, _n| Sets::new(queue, a, b, [COMMON, NONE]),
        write: |sets| sets.place(queue, a, b, out),
    }

    /// The elements of `a` that `b` does not contain, in sorted order. Both inputs must be sorted.
    ///
    /// An element that is `m` times in `a` and `n` times in `b` is `max(m - n, 0)` times in the result.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (a, b) = (ArrayView::new(&[1, 3, 3, 5]), ArrayView::new(&[2, 3, 5]));
    /// assert_eq!(alg::difference(&a, &b)?.to_vec()?, [1, 3]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    difference difference_on difference_into [A: Input<Item = K>, B: Input<Item = K>, K: Key] (a: A, b: B) -> (out: K) {
        op: (a, b).load(),
        len: a.count()?,
        prepare: |queue, _n| Sets::new(queue, a, b, [OTHERS, NONE]),
        write: |sets| sets.place(queue, a, b, out),
    }

    /// The elements of `a` that `b` does not contain, and the elements of `b` that `a` does not contain, in sorted order.
    /// Both inputs must be sorted.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (a, b) = (ArrayView::new(&[1, 3, 5]), ArrayView::new(&[2, 3, 4]));
    /// assert_eq!(alg::symmetric_difference(&a, &b)?.to_vec()?, [1, 2, 4, 5]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    symmetric_difference symmetric_difference_on symmetric_difference_into [
        A: Input<Item = K>, B: Input<Item = K>, K: Key
    ] (a: A, b: B) -> (out: K) {
        op: (a, b).load(),
        len: both(a, b)?,
        prepare: |queue, _n| Sets::new(queue, a, b, [OTHERS, OTHERS]),
        write: |sets| sets.place(queue, a, b, out),
    }
}
