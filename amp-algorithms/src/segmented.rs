//! Reductions, scans and sorts of each segment of an input, where offsets say at which items the segments begin.
//!
//! The first item of a segment is its head. A kernel turns the offsets into a view of flags, which are 1 for heads, and the
//! kernels of [`segments`](crate::segments) read the flags. A segmented sort is a radix sort by the key and then by the
//! number of the segment.

use amp::prelude::*;
use amp::{Op, Result, compose, op};

use crate::elementwise::{queue_of_elements, write_each};
use crate::forms::array_forms;
use crate::input::Input;
use crate::key::{Key, Ordered};
use crate::output::Output;
use crate::scan::scan_counts;
use crate::scratch::{computed, undefined};
use crate::segments::{Written, scan_segments};
use crate::sort::radix;

/// The number of segments that these offsets describe.
fn segments(offsets: impl Input<Item = u32>) -> Result<usize> {
    Ok(offsets.count()?.saturating_sub(1))
}

/// Marks the first item of each segment that has items.
#[kernel]
fn mark_each(i: Index<1>, n: usize, offset: impl Fn(usize) -> u32, flags: &mut ArrayViewMut<u32>) {
    let at = offset(i[0]) as usize;
    if at < n {
        atomic_store(&mut flags[at], 1);
    }
}

/// A view of `n` elements that are 1 where a segment begins, and otherwise 0. `n` must not be 0.
pub(crate) fn segment_flags(
    queue: &AcceleratorView,
    n: usize,
    offsets: impl Input<Item = u32>,
) -> Result<ArrayViewMut<'static, u32>> {
    let mut flags = undefined(n)?;
    write_each(queue, op!(|k: usize| u32::from(k == 0)), &mut flags)?;
    let count = offsets.count()?;
    if count > 0 {
        queue.parallel_for_each(count, mark_each(n, offsets.load(), &mut flags))?;
    }
    Ok(flags)
}

/// The op that returns whether a segment begins at an item.
pub(crate) fn begins_segment(flags: &ArrayViewMut<'_, u32>) -> impl Op<fn(usize) -> bool> + Copy {
    compose(op!(|flag: u32| flag != 0), flags.load())
}

/// Writes the combination of the items of each segment: the last element of the segment's inclusive scan.
#[kernel]
fn last_each<T: GpuType>(
    i: Index<1>,
    n: usize,
    identity: T,
    offset: impl Fn(usize) -> u32,
    scanned: &ArrayView<T>,
    out: &mut ArrayViewMut<T>,
) {
    let (begin, end) = (offset(i[0]), offset(i[0] + 1));
    assert!(begin <= end, "the offsets descend from {begin} to {end}");
    assert!(end as usize <= n, "the offset {end} is greater than the number of items, {n}");
    let mut total = identity;
    if begin < end {
        total = scanned[(end - 1) as usize];
    }
    out[i] = total;
}

array_forms! {
    /// The combination of the items of each segment. Segment `s` has the items from `offsets[s]` up to and excluding
    /// `offsets[s + 1]`, so there is one offset more than there are segments. A segment without items gives `identity`.
    ///
    /// The offsets must not descend, and must not exceed the number of items. Otherwise the result is an error on the
    /// CPU, and unspecified on a GPU. The operator must be associative. It need not be commutative.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (x, offsets) = (ArrayView::new(&[1, 2, 3, 4, 5]), ArrayView::new(&[0u32, 2, 2, 5]));
    /// assert_eq!(alg::segmented_reduce(&x, &offsets, 0, op!(|a, b| a + b))?.to_vec()?, [3, 0, 12]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    segmented_reduce segmented_reduce_on segmented_reduce_into [I: Input<Item = T>, J: Input<Item = u32>, T: GpuType] (
        input: I,
        offsets: J,
        identity: T,
        combine: impl Op<fn(T, T) -> T> + Copy,
    ) -> T {
        op: input.load(),
        len: segments(offsets)?,
        run: |queue, _n, out| {
            let n = input.count()?;
            let mut scanned = undefined(n.max(1))?;
            if n > 0 {
                let flags = segment_flags(queue, n, offsets)?;
                let head = begins_segment(&flags);
                scan_segments(queue, n, Written::INCLUSIVE, head, input.load(), combine, &mut scanned)?;
            }
            queue.parallel_for_each(out.extent(), last_each(n, identity, offsets.load(), &scanned, out))
        },
    }

    /// An [inclusive scan](crate::inclusive_scan) that begins again at each offset.
    ///
    /// Items before the first offset are a segment too. Offsets that are not less than the number of items are ignored.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (x, offsets) = (ArrayView::new(&[1, 2, 3, 4, 5]), ArrayView::new(&[0u32, 2, 5]));
    /// assert_eq!(alg::segmented_inclusive_scan(&x, &offsets, op!(|a, b| a + b))?.to_vec()?, [1, 3, 3, 7, 12]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    segmented_inclusive_scan segmented_inclusive_scan_on segmented_inclusive_scan_into [
        I: Input<Item = T>, J: Input<Item = u32>, T: GpuType
    ] (
        input: I,
        offsets: J,
        combine: impl Op<fn(T, T) -> T> + Copy,
    ) -> T {
        op: input.load(),
        len: input.count()?,
        run: |queue, n, out| {
            let flags = segment_flags(queue, n, offsets)?;
            let head = begins_segment(&flags);
            scan_segments(queue, n, Written::INCLUSIVE, head, input.load(), combine, out)
        },
    }

    /// An [exclusive scan](crate::exclusive_scan) that begins with `initial` at each offset.
    ///
    /// Items before the first offset are a segment too. Offsets that are not less than the number of items are ignored.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (x, offsets) = (ArrayView::new(&[1, 2, 3, 4, 5]), ArrayView::new(&[0u32, 2, 5]));
    /// assert_eq!(alg::segmented_exclusive_scan(&x, &offsets, 0, op!(|a, b| a + b))?.to_vec()?, [0, 1, 0, 3, 7]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    segmented_exclusive_scan segmented_exclusive_scan_on segmented_exclusive_scan_into [
        I: Input<Item = T>, J: Input<Item = u32>, T: GpuType
    ] (
        input: I,
        offsets: J,
        initial: T,
        combine: impl Op<fn(T, T) -> T> + Copy,
    ) -> T {
        op: input.load(),
        len: input.count()?,
        run: |queue, n, out| {
            let flags = segment_flags(queue, n, offsets)?;
            let head = begins_segment(&flags);
            scan_segments(queue, n, Written::exclusive(initial), head, input.load(), combine, out)
        },
    }
}

/// For each item, the number of its segment. Also returns how many bits these numbers have. There must be at least one item.
fn segment_numbers(
    queue: &AcceleratorView,
    n: usize,
    offsets: impl Input<Item = u32>,
) -> Result<(ArrayViewMut<'static, u32>, u32)> {
    let flags = segment_flags(queue, n, offsets)?;
    let mut numbers = undefined(n)?;
    scan_counts(queue, &flags, false, &mut numbers)?;
    let greatest = n.min(offsets.count()? + 1) as u32;
    Ok((numbers, u32::BITS - greatest.leading_zeros()))
}

/// Sorts the items of each segment by their key. Returns the indices of the items in this order.
fn sorted_indices<B: Ordered>(
    queue: &AcceleratorView,
    n: usize,
    bits: u32,
    key: impl Op<fn(usize) -> B> + Copy,
    offsets: impl Input<Item = u32>,
) -> Result<ArrayViewMut<'static, u32>> {
    let (numbers, number_bits) = segment_numbers(queue, n, offsets)?;
    let (keys, indices) = (computed(queue, n, key)?, computed(queue, n, op!(|k: usize| k as u32))?);
    let (_, indices) = radix::sort_pairs(queue, n, bits, keys, indices)?;
    let numbers = computed(queue, n, op!(|k: usize| numbers[indices[k] as usize]))?;
    let (_, indices) = radix::sort_pairs(queue, n, number_bits, numbers, indices)?;
    Ok(indices)
}

/// Sorts the elements of each segment in place. Floats have the order of `total_cmp`.
///
/// A segment begins at each offset. Elements before the first offset are a segment too. Offsets that are not less than the
/// number of elements are ignored.
///
/// ```
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let mut x = Array::from_slice(5, &[9, 7, 8, 3, 5])?;
/// alg::segmented_sort(&mut x, &ArrayView::new(&[0u32, 2, 5]))?;
/// assert_eq!(x.to_vec()?, [7, 9, 3, 5, 8]);
/// # Ok::<(), amp::Error>(())
/// ```
///
/// # Errors
/// Errors of the launches.
pub fn segmented_sort<K: Key>(x: &mut impl Output<K>, offsets: impl Input<Item = u32>) -> Result<()> {
    segmented_sort_on(&queue_of_elements(x)?, x, offsets)
}

/// [`segmented_sort`] on the given queue.
///
/// # Errors
/// The errors of [`segmented_sort`].
pub fn segmented_sort_on<K: Key>(
    queue: &AcceleratorView,
    x: &mut impl Output<K>,
    offsets: impl Input<Item = u32>,
) -> Result<()> {
    let mut x = x.elements();
    let n = x.len();
    if n < 2 {
        return Ok(());
    }
    let (numbers, bits) = segment_numbers(queue, n, offsets)?;
    let keys = computed(queue, n, compose(op!(|key: K| key.to_ordered()), (&x).load()))?;
    let (keys, numbers) = radix::sort_pairs(queue, n, K::BITS, keys, numbers)?;
    let (_, keys) = radix::sort_pairs(queue, n, bits, numbers, keys)?;
    x.discard_data();
    write_each(queue, op!(|k: usize| K::from_ordered(keys[k])), &mut x)
}

/// Sorts the elements of each segment in place by a key that an op computes. Elements with equal keys keep their order.
///
/// The segments are those of [`segmented_sort`].
///
/// ```
/// use amp::op;
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let mut x = Array::from_slice(5, &[-9, 7, 8, -3, 5])?;
/// alg::segmented_sort_by_key(&mut x, &ArrayView::new(&[0u32, 2, 5]), op!(|v: i32| v.abs()))?;
/// assert_eq!(x.to_vec()?, [7, -9, -3, 5, 8]);
/// # Ok::<(), amp::Error>(())
/// ```
///
/// # Errors
/// Errors of the launches.
pub fn segmented_sort_by_key<T: GpuType, K: Key>(
    x: &mut impl Output<T>,
    offsets: impl Input<Item = u32>,
    key: impl Op<fn(T) -> K> + Copy,
) -> Result<()> {
    segmented_sort_by_key_on(&queue_of_elements(x)?, x, offsets, key)
}

/// [`segmented_sort_by_key`] on the given queue.
///
/// # Errors
/// The errors of [`segmented_sort_by_key`].
pub fn segmented_sort_by_key_on<T: GpuType, K: Key>(
    queue: &AcceleratorView,
    x: &mut impl Output<T>,
    offsets: impl Input<Item = u32>,
    key: impl Op<fn(T) -> K> + Copy,
) -> Result<()> {
    let mut x = x.elements();
    let n = x.len();
    if n < 2 {
        return Ok(());
    }
    let ordered = compose(op!(|key: K| key.to_ordered()), compose(key, (&x).load()));
    let indices = sorted_indices(queue, n, K::BITS, ordered, offsets)?;
    let copy = computed(queue, n, (&x).load())?;
    x.discard_data();
    write_each(queue, op!(|k: usize| copy[indices[k] as usize]), &mut x)
}
