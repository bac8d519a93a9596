//! Merge sort by a comparison function, for element types that no integer key sorts.
//!
//! Each work-item sorts a few elements by insertion. Each following pass merges pairs of runs. A work-item writes a part of
//! a merged run: a binary search along the merge path finds the part's operands, so all parts have the same size. The
//! sort is stable.

use amp::prelude::*;
use amp::{Op, Result};

use crate::plan::{self, Kernels};
use crate::scratch::undefined;

/// The number of elements that a work-item sorts by insertion on a GPU. It also writes so many in a merge.
const TILE_RUN: usize = 8;
/// The number of elements that a work-item sorts by insertion on a CPU.
const CHUNK_RUN: usize = 32;
/// The greatest number of elements that a work-item writes in a merge on a CPU. It must be a power of two.
const CHUNK_PART: usize = 4096;

/// Sorts runs of `RUN` elements.
#[kernel]
fn sort_runs<T: GpuType, const RUN: usize>(
    i: Index<2>,
    n: usize,
    less: impl Fn(T, T) -> bool,
    x: &mut ArrayViewMut<T>,
) {
    let first = i[0] * RUN;
    let count = RUN.min(n - first);
    let mut run = [x[first]; RUN];
    for k in 1..count {
        let item = x[first + k];
        let mut at = k;
        while at > 0 && less(item, run[at - 1]) {
            run[at] = run[at - 1];
            at -= 1;
        }
        run[at] = item;
    }
    for k in 0..count {
        x[first + k] = run[k];
    }
}

/// Merges pairs of sorted runs of `width` elements. Each work-item writes `part` elements; `part` divides `2 * width`.
#[kernel]
fn merge_runs<T: GpuType>(
    i: Index<2>,
    n: usize,
    width: usize,
    part: usize,
    less: impl Fn(T, T) -> bool,
    x: &ArrayView<T>,
    merged: &mut ArrayViewMut<T>,
) {
    let begin = i[0] * part;
    let first = begin - begin % (2 * width);
    let second = n.min(first + width);
    let (len, other_len) = (second - first, n.min(second + width) - second);
    // The number of elements of the first run among the `offset` least elements of both.
    let offset = begin - first;
    let mut low = if offset > other_len { offset - other_len } else { 0 };
    let mut high = offset.min(len);
    while low < high {
        let middle = (low + high) / 2;
        if less(x[second + offset - 1 - middle], x[first + middle]) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    let (mut a, mut b) = (low, offset - low);
    let end = n.min(begin + part);
    let mut at = begin;
    // The loop does not branch on the result of the comparison, because a processor would often mispredict the branch.
    let mut item = x[(first + a).min(n - 1)];
    let mut other = x[(second + b).min(n - 1)];
    while at < end && a < len && b < other_len {
        let takes_other = less(other, item);
        merged[at] = if takes_other { other } else { item };
        a += usize::from(!takes_other);
        b += usize::from(takes_other);
        item = x[(first + a).min(n - 1)];
        other = x[(second + b).min(n - 1)];
        at += 1;
    }
    for k in at..end {
        if a < len {
            merged[k] = x[first + a];
            a += 1;
        } else {
            merged[k] = x[second + b];
            b += 1;
        }
    }
}

/// Sorts the elements of `x`, which must not be empty. Returns `x` or a second view, with the sorted elements.
pub(super) fn sort<T: GpuType>(
    queue: &AcceleratorView,
    less: impl Op<fn(T, T) -> bool> + Copy,
    mut x: ArrayViewMut<'static, T>,
) -> Result<ArrayViewMut<'static, T>> {
    let n = x.len();
    let domain = |part: usize| [n.div_ceil(part), 1];
    let (mut width, most) = match plan::kernels(queue) {
        Kernels::Tiles => {
            queue.parallel_for_each(domain(TILE_RUN), sort_runs::<T, TILE_RUN>(n, less, &mut x))?;
            (TILE_RUN, TILE_RUN)
        }
        Kernels::Chunks => {
            queue.parallel_for_each(domain(CHUNK_RUN), sort_runs::<T, CHUNK_RUN>(n, less, &mut x))?;
            (CHUNK_RUN, CHUNK_PART)
        }
    };
    let mut merged = undefined(n)?;
    while width < n {
        let part = most.min(2 * width);
        queue.parallel_for_each(domain(part), merge_runs(n, width, part, less, &x, &mut merged))?;
        std::mem::swap(&mut x, &mut merged);
        width *= 2;
    }
    Ok(x)
}
