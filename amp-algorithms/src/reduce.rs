//! Reductions: `map_reduce` and the functions that follow from it.
//!
//! Each tile combines a part of the items: a work-item combines every 256th item of the part, and then the tile combines
//! the results of its work-items as a tree in tile memory. A second launch of one tile combines the results of the tiles.
//!
//! On a CPU, each work-item combines a chunk in several partial results, and one work-item combines the results of the
//! chunks. In both cases, the order of the operations depends on the number of items alone, so a sum of floats is the same in
//! each run.

use amp::prelude::*;
use amp::{Op, Result, compose, compose2, op, precise_math, rows};

use crate::forms::value_forms;
use crate::input::{Input, ItemOp};
use crate::length::Length;
use crate::plan::{self, Kernels, MOST_TILES, REDUCED_ITEMS, TILE};
use crate::scratch::undefined;

/// Each tile combines a part of the items to `total`, and writes `finish(total)`. The parts have equal sizes. There is a part
/// for each 4096 items, and at least one and at most `most_parts`. Other tiles write the identity. See the module `length`
/// for `most` and `count`.
#[kernel(tile = [TILE])]
fn reduce_parts<T: GpuType, U: GpuType>(
    t: TiledIndex<1>,
    most: usize,
    count: impl Fn(usize) -> usize,
    most_parts: usize,
    identity: T,
    load: impl Fn(usize) -> T,
    combine: impl Fn(T, T) -> T,
    finish: impl Fn(T) -> U,
    out: &mut ArrayViewMut<U>,
) {
    let me = t.local[0];
    let n = most.min(count(most));
    let parts = n.div_ceil(TILE * REDUCED_ITEMS).max(1).min(most_parts);
    let part = n.div_ceil(parts * TILE) * TILE;
    let first = t.tile[0] * part;
    #[tile_static]
    let mut partial: [T; TILE];
    let mut total = identity;
    for step in (0..part).step_by(TILE) {
        let at = first + step + me;
        if at < n {
            total = combine(total, load(at));
        }
    }
    partial[me] = total;
    t.barrier.wait();
    let mut half = TILE / 2;
    while half > 0 {
        if me < half {
            partial[me] = combine(partial[me], partial[me + half]);
        }
        t.barrier.wait();
        half /= 2;
    }
    if me == 0 {
        out[t.tile] = finish(partial[0]);
    }
}

/// The number of partial results of a chunk. A CPU combines so many items at once, with vector instructions.
const LANES: usize = 32;
/// The least number of elements of a chunk. It is fixed, so the order of the operations does not depend on the number of threads.
const CHUNK: usize = 1 << 14;

/// Each work-item combines `part` of the `n` items, and writes `finish` of the result. `i[1]` is zero, and makes the loops divergent; see
/// [`Chunks::domain`](plan::Chunks::domain).
#[kernel]
fn reduce_chunks<T: GpuType, U: GpuType>(
    i: Index<2>,
    n: usize,
    part: usize,
    identity: T,
    rows: impl Fn(usize) -> [T; LANES],
    load: impl Fn(usize) -> T,
    combine: impl Fn(T, T) -> T,
    finish: impl Fn(T) -> U,
    out: &mut ArrayViewMut<U>,
) {
    let first = i[0] * part + i[1];
    let end = n.min(first + part);
    let mut partial = [identity; LANES];
    let mut at = first;
    while at + LANES <= end {
        let items = rows(at);
        for lane in 0..LANES {
            partial[lane] = combine(partial[lane], items[lane]);
        }
        at += LANES;
    }
    while at < end {
        partial[at % LANES] = combine(partial[at % LANES], load(at));
        at += 1;
    }
    let mut half = LANES / 2 + i[1];
    while half > 0 {
        for lane in 0..half {
            partial[lane] = combine(partial[lane], partial[lane + half]);
        }
        half /= 2;
    }
    out[i[0]] = finish(partial[0]);
}

/// Combines `n` items by chunks.
fn reduce_by_chunks<T: GpuType, U: GpuType>(
    queue: &AcceleratorView,
    n: usize,
    identity: T,
    load: impl Op<fn(usize) -> T> + Copy,
    combine: impl Op<fn(T, T) -> T> + Copy,
    finish: impl Op<fn(T) -> U> + Copy,
    out: &mut ArrayViewMut<'_, U>,
) -> Result<()> {
    // At most `CHUNK` chunks, so that one work-item can combine their results.
    let part = CHUNK.max(n.div_ceil(CHUNK));
    let count = n.div_ceil(part).max(1);
    if count == 1 {
        let kernel = reduce_chunks(n, part, identity, rows::<T, LANES>(load), load, combine, finish, out);
        return queue.parallel_for_each([1, 1], kernel);
    }
    let mut partial = undefined(count)?;
    let (rows_of, kept) = (rows::<T, LANES>(load), op!(|total: T| total));
    let kernel = reduce_chunks(n, part, identity, rows_of, load, combine, kept, &mut partial);
    queue.parallel_for_each([count, 1], kernel)?;
    let load = (&partial).load();
    let kernel = reduce_chunks(count, count, identity, rows::<T, LANES>(load), load, combine, finish, out);
    queue.parallel_for_each([1, 1], kernel)
}

/// Combines `n` items to `total`, and writes `finish(total)` to the first element of `out`.
pub(crate) fn reduce_to<T: GpuType, U: GpuType>(
    queue: &AcceleratorView,
    n: impl Length,
    identity: T,
    load: impl Op<fn(usize) -> T> + Copy,
    combine: impl Op<fn(T, T) -> T> + Copy,
    finish: impl Op<fn(T) -> U> + Copy,
    out: &mut ArrayViewMut<'_, U>,
) -> Result<()> {
    if plan::kernels(queue) == Kernels::Chunks {
        return reduce_by_chunks(queue, n.known()?, identity, load, combine, finish, out);
    }
    let parts = n.blocks(TILE * REDUCED_ITEMS);
    let most_parts = parts.most().min(MOST_TILES);
    if most_parts <= 1 {
        let kernel = reduce_parts(n.most(), n.count(), 1, identity, load, combine, finish, out);
        return queue.parallel_for_each(plan::tiles(1)?, kernel);
    }
    let mut partial = undefined(most_parts)?;
    let kept = op!(|total: T| total);
    let kernel = reduce_parts(n.most(), n.count(), MOST_TILES, identity, load, combine, kept, &mut partial);
    queue.parallel_for_each(plan::tiles(most_parts)?, kernel)?;
    let load = (&partial).load();
    let kernel = reduce_parts(most_parts, parts.count(), 1, identity, load, combine, finish, out);
    queue.parallel_for_each(plan::tiles(1)?, kernel)
}

/// The float types of which [`mean`], [`median`](crate::median) and similar functions compute results.
pub trait Real: Float {
    /// A count as a float.
    #[doc(hidden)]
    fn of_count(n: usize) -> Self;
    /// A number from 0 to 1 as a float of this type.
    #[doc(hidden)]
    fn of_fraction(fraction: f64) -> Self;
}

impl Real for f32 {
    fn of_count(n: usize) -> f32 {
        n as f32
    }

    fn of_fraction(fraction: f64) -> f32 {
        fraction as f32
    }
}

impl Real for f64 {
    fn of_count(n: usize) -> f64 {
        n as f64
    }

    fn of_fraction(fraction: f64) -> f64 {
        fraction
    }
}

/// A sum, and the sum of the rounding errors of its additions.
#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Compensated<T> {
    sum: T,
    lost: T,
}

/// Adds two sums. `strict_float` prevents that a driver simplifies the errors to zero.
#[device(strict_float)]
fn added<T: Float>(a: Compensated<T>, b: Compensated<T>) -> Compensated<T> {
    let (sum, lost) = precise_math::two_sum(a.sum, b.sum);
    Compensated { sum, lost: (a.lost + b.lost) + lost }
}

/// The sum with its rounding errors. The error of an infinite sum is NaN, and is then not added.
#[device(strict_float)]
fn corrected<T: Float>(total: Compensated<T>) -> T {
    if total.lost.is_nan() { total.sum } else { total.sum + total.lost }
}

value_forms! {
    /// Combines the results of `f` for all items. Returns `identity` for no items.
    ///
    /// `combine` must be associative and commutative, and `identity` its identity. For an operator that is not
    /// commutative, use a [scan](crate::inclusive_scan).
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (x, y) = (ArrayView::new(&[1.0, 2.0]), ArrayView::new(&[3.0, 4.0]));
    /// assert_eq!(alg::map_reduce((&x, &y), op!(|a, b| a * b), 0.0, op!(|a, b| a + b))?, 11.0);
    ///
    /// // The area under `1 / x` from 1 to 2, as a sum over an index space.
    /// let n = 1000;
    /// let h = 1.0 / n as f32;
    /// let area = alg::map_reduce(n, op!(|k| h / (1.0 + (k as f32 + 0.5) * h)), 0.0, op!(|a, b| a + b))?;
    /// assert!((area - 2.0f32.ln()).abs() < 1e-4);
    /// # Ok::<(), amp::Error>(())
    /// ```
    map_reduce map_reduce_on map_reduce_into [I: Input, R: GpuType] (
        input: I,
        f: impl ItemOp<I, R>,
        identity: R,
        combine: impl Op<fn(R, R) -> R> + Copy,
    ) -> R {
        op: f.of(input),
        len: input.length()?,
        device: R,
        empty: identity,
        result: |value| value,
        run: |queue, n, out| reduce_to(queue, n, identity, f.of(input), combine, op!(|total: R| total), out),
    }

    /// Combines all items. Returns `identity` for no items. `combine` must be associative and commutative.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let x = ArrayView::new(&[0b001u32, 0b100, 0b101]);
    /// assert_eq!(alg::reduce(&x, 0, op!(|a, b| a ^ b))?, 0);
    /// # Ok::<(), amp::Error>(())
    /// ```
    reduce reduce_on reduce_into [I: Input<Item = T>, T: GpuType] (
        input: I,
        identity: T,
        combine: impl Op<fn(T, T) -> T> + Copy,
    ) -> T {
        op: input.load(),
        len: input.length()?,
        device: T,
        empty: identity,
        result: |value| value,
        run: |queue, n, out| reduce_to(queue, n, identity, input.load(), combine, op!(|total: T| total), out),
    }

    /// The sum of all elements. The order of the additions depends on their number and on the kind of accelerator alone.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert_eq!(alg::sum(&ArrayView::new(&[1.0, 2.0, 3.5]))?, 6.5);
    /// # Ok::<(), amp::Error>(())
    /// ```
    sum sum_on sum_into [I: Input<Item = T>, T: Scalar] (input: I) -> T {
        op: input.load(),
        len: input.length()?,
        device: T,
        empty: T::ZERO,
        result: |value| value,
        run: |queue, n, out| {
            let (load, combine) = (input.load(), op!(|a: T, b: T| a + b));
            reduce_to(queue, n, T::ZERO, load, combine, op!(|total: T| total), out)
        },
    }

    /// The sum of all elements, almost as if it were computed exactly and then rounded. The rounding error of each addition
    /// is added separately (Neumaier's summation, with Knuth's two-sum).
    ///
    /// For `n` elements, the error is about that of one rounding, unless the sum is much smaller than the sum of the
    /// magnitudes. On the CPU, the function takes about as long as [`sum`] if memory is the limit.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let x = ArrayView::new(&[1e8, 1.0, 1.0, 1.0, -1e8]);
    /// assert_eq!(alg::sum_compensated(&x)?, 3.0);
    /// # Ok::<(), amp::Error>(())
    /// ```
    sum_compensated sum_compensated_on sum_compensated_into [I: Input<Item = T>, T: Real] (input: I) -> T {
        op: input.load(),
        len: input.length()?,
        device: T,
        empty: T::ZERO,
        result: |value| value,
        run: |queue, n, out| {
            let zero = T::ZERO;
            let load = compose(op!(|v: T| Compensated::<T> { sum: v, lost: zero }), input.load());
            let combine = op!(|a: Compensated<T>, b: Compensated<T>| added(a, b));
            let finish = op!(|total: Compensated<T>| corrected(total));
            reduce_to(queue, n, Compensated { sum: zero, lost: zero }, load, combine, finish, out)
        },
    }

    /// The product of all elements.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert_eq!(alg::product(&ArrayView::new(&[2, 3, 7]))?, 42);
    /// # Ok::<(), amp::Error>(())
    /// ```
    product product_on product_into [I: Input<Item = T>, T: Scalar] (input: I) -> T {
        op: input.load(),
        len: input.length()?,
        device: T,
        empty: T::ONE,
        result: |value| value,
        run: |queue, n, out| {
            let (load, combine) = (input.load(), op!(|a: T, b: T| a * b));
            reduce_to(queue, n, T::ONE, load, combine, op!(|total: T| total), out)
        },
    }

    /// The sum of the products of the elements of `a` and `b`.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (a, b) = (ArrayView::new(&[1.0, 2.0]), ArrayView::new(&[3.0, 4.0]));
    /// assert_eq!(alg::dot(&a, &b)?, 11.0);
    /// # Ok::<(), amp::Error>(())
    /// ```
    dot dot_on dot_into [A: Input<Item = T>, B: Input<Item = T>, T: Scalar] (a: A, b: B) -> T {
        op: compose2(op!(|a: T, b: T| a * b), a.load(), b.load()),
        len: (a, b).length()?,
        device: T,
        empty: T::ZERO,
        result: |value| value,
        run: |queue, n, out| {
            let load = compose2(op!(|a: T, b: T| a * b), a.load(), b.load());
            reduce_to(queue, n, T::ZERO, load, op!(|a: T, b: T| a + b), op!(|total: T| total), out)
        },
    }

    /// A dot product with other operators: combines `multiply(a[k], b[k])` for all `k`. Returns `identity` for no elements.
    ///
    /// This is [`map_reduce`] of `(a, b)`. `combine` must be associative and commutative.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (a, b) = (ArrayView::new(&[1, 5, 2]), ArrayView::new(&[4, 3, 3]));
    /// // The greatest of the lesser elements.
    /// assert_eq!(alg::inner_product(&a, &b, op!(|a, b| a.min(b)), 0, op!(|a, b| a.max(b)))?, 3);
    /// # Ok::<(), amp::Error>(())
    /// ```
    inner_product inner_product_on inner_product_into [A: Input, B: Input, R: GpuType] (
        a: A,
        b: B,
        multiply: impl Op<fn(A::Item, B::Item) -> R> + Copy,
        identity: R,
        combine: impl Op<fn(R, R) -> R> + Copy,
    ) -> R {
        op: compose2(multiply, a.load(), b.load()),
        len: (a, b).length()?,
        device: R,
        empty: identity,
        result: |value| value,
        run: |queue, n, out| {
            let load = compose2(multiply, a.load(), b.load());
            reduce_to(queue, n, identity, load, combine, op!(|total: R| total), out)
        },
    }

    /// The mean of all elements; `None` for no elements. `mean_into` writes NaN for no elements.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert_eq!(alg::mean(&ArrayView::new(&[1.0, 2.0, 6.0]))?, Some(3.0));
    /// # Ok::<(), amp::Error>(())
    /// ```
    mean mean_on mean_into [I: Input<Item = T>, T: Real] (input: I) -> Option<T> {
        op: input.load(),
        len: input.count()?,
        device: T,
        absent: None,
        result: |value| Some(value),
        run: |queue, n, out| {
            let (load, count) = (input.load(), T::of_count(n));
            reduce_to(queue, n, T::ZERO, load, op!(|a: T, b: T| a + b), op!(|total: T| total / count), out)
        },
    }

    /// The variance of all elements: the mean of the squared distances from the mean. `None` for no elements.
    ///
    /// The function first computes the mean and then the distances, so it does not subtract large sums. It divides by
    /// the number of elements. Multiply by `n / (n - 1)` for the variance of a sample.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert_eq!(alg::variance(&ArrayView::new(&[1.0, 2.0, 6.0, 7.0]))?, Some(6.5));
    /// # Ok::<(), amp::Error>(())
    /// ```
    variance variance_on variance_into [I: Input<Item = T>, T: Real] (input: I) -> Option<T> {
        op: input.load(),
        len: input.count()?,
        device: T,
        absent: None,
        result: |value| Some(value),
        run: |queue, n, out| {
            let count = T::of_count(n);
            let mut mean = Array::new_on(queue, 1)?;
            mean_into(input, &mut mean)?;
            let distance = compose2(
                op!(|v: T, mean: T| (v - mean) * (v - mean)),
                input.load(),
                op!(|_k: usize| mean[0]),
            );
            reduce_to(queue, n, T::ZERO, distance, op!(|a: T, b: T| a + b), op!(|total: T| total / count), out)
        },
    }

    /// The number of elements that equal `value`.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert_eq!(alg::count(&ArrayView::new(&[3, 1, 3]), 3)?, 2);
    /// # Ok::<(), amp::Error>(())
    /// ```
    count count_on count_into [I: Input<Item = T>, T: GpuType + PartialEq] (input: I, value: T) -> usize {
        op: input.load(),
        len: input.length()?,
        device: u32,
        empty: 0,
        result: |value| value as usize,
        run: |queue, n, out| {
            let load = compose(op!(|v: T| if v == value { 1 } else { 0 }), input.load());
            reduce_to(queue, n, 0, load, op!(|a: u32, b: u32| a + b), op!(|total: u32| total), out)
        },
    }

    /// The number of items for which the predicate is true.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let limit = 2;
    /// assert_eq!(alg::count_if(&ArrayView::new(&[3, 1, 4]), op!(|v| v > limit))?, 2);
    /// # Ok::<(), amp::Error>(())
    /// ```
    count_if count_if_on count_if_into [I: Input] (input: I, predicate: impl ItemOp<I, bool>) -> usize {
        op: predicate.of(input),
        len: input.length()?,
        device: u32,
        empty: 0,
        result: |value| value as usize,
        run: |queue, n, out| {
            let load = compose(op!(|kept: bool| u32::from(kept)), predicate.of(input));
            reduce_to(queue, n, 0, load, op!(|a: u32, b: u32| a + b), op!(|total: u32| total), out)
        },
    }

    /// Whether the predicate is true for an item; `false` for no items. `any_into` writes 1 or 0.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert!(alg::any(&ArrayView::new(&[3, 1, 4]), op!(|v| v == 4))?);
    /// # Ok::<(), amp::Error>(())
    /// ```
    any any_on any_into [I: Input] (input: I, predicate: impl ItemOp<I, bool>) -> bool {
        op: predicate.of(input),
        len: input.length()?,
        device: u32,
        empty: false,
        result: |value| value != 0,
        run: |queue, n, out| {
            let load = compose(op!(|kept: bool| u32::from(kept)), predicate.of(input));
            reduce_to(queue, n, 0, load, op!(|a: u32, b: u32| a | b), op!(|total: u32| total), out)
        },
    }

    /// Whether the predicate is true for all items; `true` for no items. `all_into` writes 1 or 0.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert!(!alg::all(&ArrayView::new(&[3, 1, 4]), op!(|v| v > 1))?);
    /// # Ok::<(), amp::Error>(())
    /// ```
    all all_on all_into [I: Input] (input: I, predicate: impl ItemOp<I, bool>) -> bool {
        op: predicate.of(input),
        len: input.length()?,
        device: u32,
        empty: true,
        result: |value| value != 0,
        run: |queue, n, out| {
            let load = compose(op!(|kept: bool| u32::from(kept)), predicate.of(input));
            reduce_to(queue, n, 1, load, op!(|a: u32, b: u32| a & b), op!(|total: u32| total), out)
        },
    }
}
