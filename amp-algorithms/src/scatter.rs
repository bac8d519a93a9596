//! `scatter` and `scatter_reduce`: writes to given indices.

use amp::prelude::*;
use amp::{Op, Result};

use crate::error;
use crate::forms::Counts;
use crate::input::Input;
use crate::output::{self, Output};
use crate::scratch::{computed, undefined};
use crate::segments::Blocks;
use crate::sort::radix;

/// Writes each item to its index.
#[kernel]
fn scatter_each<T: GpuType>(
    i: Index<1>,
    load: impl Fn(usize) -> T,
    at: impl Fn(usize) -> u32,
    out: &mut ArrayViewMut<T>,
) {
    out[at(i[0]) as usize] = load(i[0]);
}

/// Writes each item to the element of `out` at its index: `out[indices[k]] = items[k]`. Other elements are unchanged.
///
/// The indices must differ from one another; otherwise one of the items is written, and the checked accelerator reports
/// a race. An index that is out of range is an error on the CPU. On a GPU, it changes no element or an unspecified one.
///
/// ```
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let (items, indices) = (ArrayView::new(&[7, 8]), ArrayView::new(&[2, 0]));
/// let mut out = Array::zeros(4)?;
/// alg::scatter(&items, &indices, &mut out)?;
/// assert_eq!(out.to_vec()?, [8, 0, 7, 0]);
/// # Ok::<(), amp::Error>(())
/// ```
///
/// # Errors
/// [`Error::ExtentMismatch`](amp::Error::ExtentMismatch) if there are more or fewer indices than items; errors of the
/// launch.
pub fn scatter<I: Input<Item = T>, J: Input<Item = u32>, T: GpuType>(
    items: I,
    indices: J,
    out: &mut impl Output<T>,
) -> Result<()> {
    scatter_on(&output::queue_for(out, items.load())?, items, indices, out)
}

/// [`scatter`] on the given queue.
///
/// # Errors
/// The errors of [`scatter`].
pub fn scatter_on<I: Input<Item = T>, J: Input<Item = u32>, T: GpuType>(
    queue: &AcceleratorView,
    items: I,
    indices: J,
    out: &mut impl Output<T>,
) -> Result<()> {
    let n = error::common_length("the items and the indices", [items.count()?, indices.count()?])?;
    if n == 0 {
        return Ok(());
    }
    queue.parallel_for_each(n, scatter_each(items.load(), indices.load(), &mut out.elements()))
}

/// Combines element `keys[i]` of `out` with `totals[i]`, the combination of the items with that index. The keys differ from
/// one another. The last element of `count` is the number of keys.
#[kernel]
fn combine_each<T: GpuType>(
    i: Index<1>,
    count: &ArrayView<u32>,
    keys: &ArrayView<u32>,
    totals: &ArrayView<T>,
    combine: impl Fn(T, T) -> T,
    out: &mut ArrayViewMut<T>,
) {
    if (i[0] as u32) < count[count.extent()[0] - 1] {
        let at = keys[i[0]] as usize;
        out[at] = combine(out[at], totals[i[0]]);
    }
}

/// Combines each element of `out` with the items at its index: `out[indices[k]] = combine(out[indices[k]], items[k])`, for
/// all `k` in ascending order. Equal indices are allowed. Other elements are unchanged.
///
/// The operator must be associative. The items of an index are combined in a fixed order, so a sum of floats is the same in
/// each run. An index that is out of range is an error on the CPU. On a GPU, it changes no element or an unspecified one.
///
/// ```
/// use amp::op;
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let (items, indices) = (ArrayView::new(&[1, 2, 3]), ArrayView::new(&[2u32, 0, 2]));
/// let mut out = Array::from_slice(3, &[10, 10, 10])?;
/// alg::scatter_reduce(&items, &indices, op!(|a, b| a + b), &mut out)?;
/// assert_eq!(out.to_vec()?, [12, 10, 14]);
/// # Ok::<(), amp::Error>(())
/// ```
///
/// # Errors
/// [`Error::ExtentMismatch`](amp::Error::ExtentMismatch) if there are more or fewer indices than items; errors of the
/// launches.
pub fn scatter_reduce<I: Input<Item = T>, J: Input<Item = u32>, T: GpuType>(
    items: I,
    indices: J,
    combine: impl Op<fn(T, T) -> T> + Copy,
    out: &mut impl Output<T>,
) -> Result<()> {
    scatter_reduce_on(&output::queue_for(out, items.load())?, items, indices, combine, out)
}

/// [`scatter_reduce`] on the given queue.
///
/// # Errors
/// The errors of [`scatter_reduce`].
pub fn scatter_reduce_on<I: Input<Item = T>, J: Input<Item = u32>, T: GpuType>(
    queue: &AcceleratorView,
    items: I,
    indices: J,
    combine: impl Op<fn(T, T) -> T> + Copy,
    out: &mut impl Output<T>,
) -> Result<()> {
    let n = error::common_length("the items and the indices", [items.count()?, indices.count()?])?;
    if n == 0 {
        return Ok(());
    }
    let mut out = out.elements();
    let bits = u32::BITS - (out.len() as u32).leading_zeros();
    let (keys, values) = (computed(queue, n, indices.load())?, computed(queue, n, items.load())?);
    let (keys, values) = radix::sort_pairs(queue, n, bits.max(1), keys, values)?;
    let blocks = Blocks::of_runs(queue, n, &keys, (&values).load(), combine)?;
    let (mut found, mut totals) = (undefined(n)?, undefined(n)?);
    blocks.write_runs(queue, &keys, (&values).load(), combine, &mut found, &mut totals)?;
    queue.parallel_for_each(n, combine_each(blocks.ends(), &found, &totals, combine, &mut out))
}
