//! Merge sort by a comparison function, for element types that no integer key sorts.
//!
//! Each work-item sorts a few elements. Each following pass merges pairs of runs. A work-item writes parts of merged runs: a
//! binary search along the merge path finds the operands of a part, so all parts have the same size. On a CPU, a work-item
//! writes several parts in turns, because each comparison of a merge waits for the one before. The sort is stable.

use amp::prelude::*;
use amp::{Op, Result};

use crate::elementwise::write_each;
use crate::input::Input;
use crate::plan::{self, Kernels};
use crate::scratch::undefined;

/// The elements that a work-item sorts at first.
const RUN: usize = 8;
/// The parts that a work-item of a CPU writes.
const WAYS: usize = 4;
/// The most elements of such a part: a power of two.
const PART: usize = 1024;

/// Sorts runs of `RUN` elements. Each element moves to its rank, which needs no branches on `less`. The outer loop runs
/// once; see [`Chunks::domain`](plan::Chunks::domain).
#[kernel]
fn sort_runs<T: GpuType>(i: Index<2>, n: usize, less: impl Fn(T, T) -> bool, x: &mut ArrayViewMut<T>) {
    for _ in i[1]..1 {
        let first = i[0] * RUN;
        let count = RUN.min(n - first);
        let mut items = [x[first]; RUN];
        for k in 1..RUN {
            items[k] = x[(first + k).min(n - 1)];
        }
        let mut ranks = [0usize; RUN];
        for b in 1..RUN {
            for a in 0..b {
                let is_before = b < count && less(items[b], items[a]);
                ranks[a] += usize::from(is_before);
                ranks[b] += usize::from(!is_before);
            }
        }
        for k in 0..RUN {
            if k < count {
                x[first + ranks[k]] = items[k];
            }
        }
    }
}

/// Merges pairs of sorted runs of `width` elements. Each work-item writes `W` parts of `part` elements; `part` divides
/// `2 * width`.
#[kernel]
fn merge_runs<T: GpuType, const W: usize>(
    i: Index<2>,
    n: usize,
    width: usize,
    part: usize,
    less: impl Fn(T, T) -> bool,
    x: &ArrayView<T>,
    merged: &mut ArrayViewMut<T>,
) {
    for _ in i[1]..1 {
        let begin = i[0] * W * part;
        // The next element of each run of a pair, and the ends of the runs.
        let mut items = [0usize; W];
        let mut item_ends = [0usize; W];
        let mut others = [0usize; W];
        let mut other_ends = [0usize; W];
        for way in 0..W {
            let start = n.min(begin + way * part);
            let first = start - start % (2 * width);
            let second = n.min(first + width);
            let end = n.min(second + width);
            // The number of elements of the first run among the `offset` least elements of both.
            let offset = start - first;
            let mut low = if offset > end - second { offset - (end - second) } else { 0 };
            let mut high = offset.min(second - first);
            while low < high {
                let middle = (low + high) / 2;
                if less(x[second + offset - 1 - middle], x[first + middle]) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            items[way] = first + low;
            item_ends[way] = second;
            others[way] = second + offset - low;
            other_ends[way] = end;
        }
        for step in 0..part {
            for way in 0..W {
                let (a, b) = (items[way], others[way]);
                let item = x[a.min(n - 1)];
                let other = x[b.min(n - 1)];
                let takes_other = b < other_ends[way] && (a >= item_ends[way] || less(other, item));
                let at = begin + way * part + step;
                if at < n {
                    merged[at] = if takes_other { other } else { item };
                }
                items[way] = a + usize::from(!takes_other);
                others[way] = b + usize::from(takes_other);
            }
        }
    }
}

/// Sorts the elements, of which there is at least one.
pub(super) fn sort<T: GpuType>(
    queue: &AcceleratorView,
    less: impl Op<fn(T, T) -> bool> + Copy,
    x: &mut ArrayViewMut<'_, T>,
) -> Result<()> {
    let n = x.len();
    let mut scratch = undefined(n)?;
    let (mut from, mut to) = (x.section_mut(0, n)?, scratch.section_mut(0, n)?);
    queue.parallel_for_each([n.div_ceil(RUN), 1], sort_runs(n, less, &mut from))?;
    let (mut width, mut is_in_scratch) = (RUN, false);
    while width < n {
        match plan::kernels(queue) {
            Kernels::Tiles => {
                let kernel = merge_runs::<T, 1>(n, width, RUN, less, &from, &mut to);
                queue.parallel_for_each([n.div_ceil(RUN), 1], kernel)?;
            }
            Kernels::Chunks => {
                let part = PART.min(2 * width);
                let kernel = merge_runs::<T, WAYS>(n, width, part, less, &from, &mut to);
                queue.parallel_for_each([n.div_ceil(WAYS * part), 1], kernel)?;
            }
        }
        std::mem::swap(&mut from, &mut to);
        is_in_scratch = !is_in_scratch;
        width *= 2;
    }
    match is_in_scratch {
        true => write_each(queue, (&from).load(), &mut to),
        false => Ok(()),
    }
}
