//! Functions of runs of equal keys: `reduce_by_key`, the scans by key, `unique_by_key`, and run-length encoding.

use amp::prelude::*;
use amp::{Op, Result, op};

use crate::error;
use crate::forms::{array_forms, compact_forms, total, write_total};
use crate::input::Input;
use crate::length::Length;
use crate::output::{self, Output};
use crate::scan::scan_to;
use crate::scratch::undefined;
use crate::segments::{Blocks, Written, scan_segments};
use crate::select::{Counted, begins_run};

/// The number of keys, or an error if there are more or fewer values than keys.
fn common<I: Input, J: Input>(keys: I, values: J) -> Result<<(I, J) as Input>::Length> {
    keys.length()?.join("the keys and the values", values.length()?)
}

compact_forms! {
    /// The first key of each run of equal keys, and the combination of the run's values.
    ///
    /// To get each key once, sort the pairs first, with [`sort_pairs`](crate::sort_pairs). The operator must be
    /// associative. It need not be commutative.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (keys, values) = (ArrayView::new(&[1, 1, 3, 3, 3]), ArrayView::new(&[5, 7, 1, 2, 3]));
    /// let (keys, sums) = alg::reduce_by_key(&keys, &values, op!(|a, b| a + b))?;
    /// assert_eq!((keys.to_vec()?, sums.to_vec()?), (vec![1, 3], vec![12, 6]));
    /// # Ok::<(), amp::Error>(())
    /// ```
    reduce_by_key reduce_by_key_on reduce_by_key_into [
        I: Input<Item = K>, J: Input<Item = V>, K: GpuType + PartialEq, V: GpuType
    ] (
        keys: I,
        values: J,
        combine: impl Op<fn(V, V) -> V> + Copy,
    ) -> (out_keys: K, out_values: V) {
        op: (keys, values).load(),
        len: common(keys, values)?,
        prepare: |queue, n| Blocks::of_runs(queue, n, keys, values.load(), combine),
        write: |blocks| blocks.write_runs(queue, keys, values.load(), combine, out_keys, out_values),
    }

    /// The first key of each run of equal keys, and the value that belongs to it.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (keys, values) = (ArrayView::new(&[1, 1, 3, 1]), ArrayView::new(&[0.5, 1.5, 2.5, 3.5]));
    /// let (keys, values) = alg::unique_by_key(&keys, &values)?;
    /// assert_eq!((keys.to_vec()?, values.to_vec()?), (vec![1, 3, 1], vec![0.5, 2.5, 3.5]));
    /// # Ok::<(), amp::Error>(())
    /// ```
    unique_by_key unique_by_key_on unique_by_key_into [
        I: Input<Item = K>, J: Input<Item = V>, K: GpuType + PartialEq, V: GpuType
    ] (keys: I, values: J) -> (out_keys: K, out_values: V) {
        op: (keys, values).load(),
        len: common(keys, values)?,
        prepare: |queue, n| Counted::new(queue, n, begins_run(keys)),
        write: |counted| {
            counted.move_items(queue, false, begins_run(keys), keys.load(), out_keys)?;
            counted.move_items(queue, false, begins_run(keys), values.load(), out_values)
        },
    }

    /// The value and the length of each run of equal elements.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (values, lengths) = alg::run_length_encode(&ArrayView::new(&[7, 7, 7, 2, 7]))?;
    /// assert_eq!((values.to_vec()?, lengths.to_vec()?), (vec![7, 2, 7], vec![3, 1, 1]));
    /// # Ok::<(), amp::Error>(())
    /// ```
    run_length_encode run_length_encode_on run_length_encode_into [I: Input<Item = T>, T: GpuType + PartialEq] (
        input: I,
    ) -> (values: T, lengths: u32) {
        op: input.load(),
        len: input.length()?,
        prepare: |queue, n| Counted::new(queue, n, begins_run(input)),
        write: |counted| {
            let mut starts = undefined(counted.n.most())?;
            counted.move_items(queue, false, begins_run(input), op!(|k: usize| k as u32), &mut starts)?;
            counted.move_items(queue, false, begins_run(input), input.load(), values)?;
            run_lengths(queue, counted, &starts, lengths)
        },
    }
}

/// Writes the length of each run. Run `r` begins at item `starts[r]`. The last element of `ends` is the number of runs. See
/// the module `length` for `most` and `count`.
#[kernel]
fn length_each(
    i: Index<1>,
    most: usize,
    count: impl Fn(usize) -> usize,
    ends: &ArrayView<u32>,
    starts: &ArrayView<u32>,
    lengths: &mut ArrayViewMut<u32>,
) {
    let (run, runs) = (i[0], ends[ends.extent()[0] - 1] as usize);
    if run < runs {
        let end = if run + 1 < runs { starts[run + 1] } else { most.min(count(most)) as u32 };
        lengths[run] = end - starts[run];
    }
}

fn run_lengths(
    queue: &AcceleratorView,
    counted: &Counted<impl Length>,
    starts: &ArrayViewMut<'_, u32>,
    lengths: &mut ArrayViewMut<'_, u32>,
) -> Result<()> {
    let &Counted { n, ref ends, .. } = counted;
    let most = lengths.len().min(n.most());
    queue.parallel_for_each(most, length_each(n.most(), n.count(), ends, starts, lengths))
}

array_forms! {
    /// An [inclusive scan](crate::inclusive_scan) of the values that begins again at each run of equal keys.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (keys, values) = (ArrayView::new(&[1, 1, 3, 3, 3]), ArrayView::new(&[5, 7, 1, 2, 3]));
    /// let scanned = alg::inclusive_scan_by_key(&keys, &values, op!(|a, b| a + b))?;
    /// assert_eq!(scanned.to_vec()?, [5, 12, 1, 3, 6]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    inclusive_scan_by_key inclusive_scan_by_key_on inclusive_scan_by_key_into [
        I: Input<Item = K>, J: Input<Item = V>, K: GpuType + PartialEq, V: GpuType
    ] (
        keys: I,
        values: J,
        combine: impl Op<fn(V, V) -> V> + Copy,
    ) -> V as <(I, J) as Input>::Length {
        op: (keys, values).load(),
        len: common(keys, values)?,
        run: |queue, n, out| {
            scan_segments(queue, n, Written::INCLUSIVE, begins_run(keys), values.load(), combine, out)
        },
    }

    /// An [exclusive scan](crate::exclusive_scan) of the values that begins with `initial` at each run of equal keys.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (keys, values) = (ArrayView::new(&[1, 1, 3, 3, 3]), ArrayView::new(&[5, 7, 1, 2, 3]));
    /// let scanned = alg::exclusive_scan_by_key(&keys, &values, 0, op!(|a, b| a + b))?;
    /// assert_eq!(scanned.to_vec()?, [0, 5, 0, 1, 3]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    exclusive_scan_by_key exclusive_scan_by_key_on exclusive_scan_by_key_into [
        I: Input<Item = K>, J: Input<Item = V>, K: GpuType + PartialEq, V: GpuType
    ] (
        keys: I,
        values: J,
        initial: V,
        combine: impl Op<fn(V, V) -> V> + Copy,
    ) -> V as <(I, J) as Input>::Length {
        op: (keys, values).load(),
        len: common(keys, values)?,
        run: |queue, n, out| {
            scan_segments(queue, n, Written::exclusive(initial), begins_run(keys), values.load(), combine, out)
        },
    }
}

/// Writes each value as often as its length says. `ends` is the inclusive scan of the lengths.
#[kernel]
fn repeat_each<T: GpuType>(
    i: Index<1>,
    runs: usize,
    ends: &ArrayView<u32>,
    load: impl Fn(usize) -> T,
    out: &mut ArrayViewMut<T>,
) {
    let mut low = 0;
    let mut high = runs;
    while low < high {
        let middle = low + (high - low) / 2;
        if ends[middle] as usize <= i[0] {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if low < runs {
        out[i] = load(low);
    }
}

/// The end of each run: the sum of the lengths up to this run. A sum that exceeds 32 bits saturates.
fn run_ends(
    queue: &AcceleratorView,
    runs: usize,
    lengths: impl Input<Item = u32>,
) -> Result<ArrayViewMut<'static, u32>> {
    let mut ends = undefined(runs)?;
    let plus = op!(|a: u32, b: u32| a.saturating_add(b));
    scan_to(queue, runs, None, lengths.load(), plus, &mut ends)?;
    Ok(ends)
}

struct Ends(ArrayViewMut<'static, u32>);

impl crate::forms::Counts for Ends {
    fn ends(&self) -> &ArrayViewMut<'static, u32> {
        &self.0
    }
}

/// Each value as often as its length says: the inverse of [`run_length_encode`].
///
/// The sum of the lengths is downloaded. [`run_length_decode_into`] downloads nothing.
///
/// ```
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let (values, lengths) = (ArrayView::new(&[7, 2, 5]), ArrayView::new(&[3u32, 0, 1]));
/// assert_eq!(alg::run_length_decode(&values, &lengths)?.to_vec()?, [7, 7, 7, 5]);
/// # Ok::<(), amp::Error>(())
/// ```
///
/// # Errors
/// [`Error::ExtentMismatch`](amp::Error::ExtentMismatch) if there are more or fewer lengths than values;
/// [`Error::LimitExceeded`](amp::Error::LimitExceeded) if the sum of the lengths is too great; errors of the launches.
pub fn run_length_decode<I: Input<Item = T>, J: Input<Item = u32>, T: GpuType>(
    values: I,
    lengths: J,
) -> Result<Array<T>> {
    run_length_decode_on(&amp::queue_of((values, lengths).load())?, values, lengths)
}

/// [`run_length_decode`] on the given queue.
///
/// # Errors
/// The errors of [`run_length_decode`].
pub fn run_length_decode_on<I: Input<Item = T>, J: Input<Item = u32>, T: GpuType>(
    queue: &AcceleratorView,
    values: I,
    lengths: J,
) -> Result<Array<T>> {
    let runs = error::common_length("the values and the lengths", [values.count()?, lengths.count()?])?;
    if runs == 0 {
        return Array::new_on(queue, 0);
    }
    let ends = Ends(run_ends(queue, runs, lengths)?);
    let n = error::length(total(&ends)?)?;
    let mut out = Array::new_on(queue, n)?;
    if n > 0 {
        let out = &mut out.as_view_mut();
        out.discard_data();
        queue.parallel_for_each(n, repeat_each(runs, &ends.0, values.load(), out))?;
    }
    Ok(out)
}

/// [`run_length_decode`] into the first elements of `out`. The sum of the lengths is written to `count`, and nothing is
/// downloaded. If the sum is greater than the length of `out`, the elements that do not fit are not written.
///
/// ```
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let (values, lengths) = (ArrayView::new(&[7, 2]), ArrayView::new(&[3u32, 1]));
/// let (mut out, mut count) = (Array::zeros(6)?, Array::zeros(1)?);
/// alg::run_length_decode_into(&values, &lengths, &mut out, &mut count)?;
/// assert_eq!((out.to_vec()?, count.to_vec()?), (vec![7, 7, 7, 2, 0, 0], vec![4]));
/// # Ok::<(), amp::Error>(())
/// ```
///
/// # Errors
/// [`Error::ExtentMismatch`](amp::Error::ExtentMismatch) if there are more or fewer lengths than values; errors of the
/// launches.
pub fn run_length_decode_into<I: Input<Item = T>, J: Input<Item = u32>, T: GpuType>(
    values: I,
    lengths: J,
    out: &mut impl Output<T>,
    count: &mut impl Output<u32>,
) -> Result<()> {
    let queue = &output::queue_for(out, (values, lengths).load())?;
    let runs = error::common_length("the values and the lengths", [values.count()?, lengths.count()?])?;
    if runs == 0 {
        return crate::fill_on(queue, count, 0);
    }
    let ends = Ends(run_ends(queue, runs, lengths)?);
    let out = &mut out.elements();
    if !out.is_empty() {
        queue.parallel_for_each(out.len(), repeat_each(runs, &ends.0, values.load(), out))?;
    }
    write_total(queue, &ends, count)
}
