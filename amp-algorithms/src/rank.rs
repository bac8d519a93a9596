//! Elements by their rank: `nth_element`, `median`, `quantiles`, `top_k` and `top_k_indices`.
//!
//! Radix selection finds the element of a rank, digit by digit, from the most significant digit on. Each pass considers the
//! elements that begin with the digits found so far. It counts how many of them have each value of the next digit, and
//! chooses the value that contains the rank. All steps stay on the device.

use amp::prelude::*;
use amp::{Op, Result, compose, compose2, op};

use crate::elementwise::write_each;
use crate::error;
use crate::forms::{array_forms, value_forms};
use crate::histogram::count_to;
use crate::input::Input;
use crate::key::{Key, Ordered, key_of_ordered, ordered_key};
use crate::reduce::Real;
use crate::scratch::{computed, undefined};
use crate::select::Counted;
use crate::sort::radix;

/// The bits of a digit.
const BITS: u32 = 8;
const DIGITS: usize = 1 << BITS;

/// Finds the next digit of the element of rank `rank[0]`: `counts[d]` elements have digit `d`. Inserts the digit into
/// `prefix[0]`. Afterwards, `rank[0]` is the rank among the elements with that digit.
#[kernel]
fn choose_digit<B: Ordered>(
    _i: Index<1>,
    shift: u32,
    counts: &ArrayView<u32>,
    rank: &mut ArrayViewMut<u32>,
    prefix: &mut ArrayViewMut<B>,
) {
    let mut rest = rank[0];
    let mut digit = 0;
    while digit < DIGITS - 1 && rest >= counts[digit] {
        rest -= counts[digit];
        digit += 1;
    }
    rank[0] = rest;
    prefix[0] = prefix[0].with_digit(digit, shift);
}

/// A view with one element: the integer that would be at position `rank` if the `n` integers of `load` were sorted.
fn select_rank<B: Ordered>(
    queue: &AcceleratorView,
    n: usize,
    rank: usize,
    bits: u32,
    load: impl Op<fn(usize) -> B> + Copy,
) -> Result<ArrayViewMut<'static, B>> {
    let rank = rank as u32;
    let mut rest = computed(queue, 1, op!(|_k: usize| rank))?;
    let mut prefix = computed(queue, 1, op!(|_k: usize| B::ZERO))?;
    for pass in (0..bits / BITS).rev() {
        let shift = pass * BITS;
        let mut counts = undefined(DIGITS)?;
        let known = &prefix;
        let (above, none) = (shift + BITS, DIGITS as u32);
        let digit = op!(|item: B| if item.without_low(above) == known[0].without_low(above) {
            item.digit(shift, 255) as u32
        } else {
            none
        });
        count_to(queue, n, compose(digit, load), &mut counts)?;
        queue.parallel_for_each(1, choose_digit(shift, &counts, &mut rest, &mut prefix))?;
    }
    Ok(prefix)
}

/// The number of elements, or an error if there is no element of this rank.
fn ranked(rank: usize, n: usize) -> Result<usize> {
    if rank < n {
        return Ok(n);
    }
    Err(amp::Error::ExtentMismatch {
        reason: format!("there is no element of rank {rank}, but only {n} elements"),
    })
}

/// The op that returns the [`Ordered`] integer of an item. If `descending` is true, a greater item has a lesser integer.
fn ordered<K: Key>(input: impl Input<Item = K>, descending: bool) -> impl Op<fn(usize) -> K::Ordered> + Copy {
    compose(ordered_key::<K>(descending), input.load())
}

value_forms! {
    /// The element of rank `rank`: the one that would be at this position after a sort. Floats have the order of
    /// `total_cmp`.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert_eq!(alg::nth_element(&ArrayView::new(&[7, 2, 9, 2]), 2)?, 7);
    /// # Ok::<(), amp::Error>(())
    /// ```
    nth_element nth_element_on nth_element_into [I: Input<Item = K>, K: Key] (input: I, rank: usize) -> K {
        op: input.load(),
        len: ranked(rank, input.count()?)?,
        device: K,
        empty: amp::zeroed::<K>(),
        result: |value| value,
        run: |queue, n, out| {
            let found = select_rank(queue, n, rank, K::BITS, ordered(input, false))?;
            write_each(queue, op!(|_k: usize| K::from_ordered(found[0])), out)
        },
    }

    /// The median: the middle element of the sorted elements, or the mean of both middle elements. `None` for no elements.
    /// `median_into` writes NaN for no elements. NaN is the greatest element.
    ///
    /// For integers, use [`nth_element`].
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert_eq!(alg::median(&ArrayView::new(&[7.0, 2.0, 9.0]))?, Some(7.0));
    /// assert_eq!(alg::median(&ArrayView::new(&[7.0, 2.0, 9.0, 0.0]))?, Some(4.5));
    /// # Ok::<(), amp::Error>(())
    /// ```
    median median_on median_into [I: Input<Item = T>, T: Key + Real] (input: I) -> Option<T> {
        op: input.load(),
        len: input.count()?,
        device: T,
        absent: None,
        result: |value| Some(value),
        run: |queue, n, out| {
            if n == 0 {
                let nan = T::of_count(0) / T::of_count(0);
                return write_each(queue, op!(|_k: usize| nan), out);
            }
            let upper = select_rank(queue, n, n / 2, T::BITS, ordered(input, false))?;
            if n % 2 == 1 {
                return write_each(queue, op!(|_k: usize| T::from_ordered(upper[0])), out);
            }
            let lower = select_rank(queue, n, n / 2 - 1, T::BITS, ordered(input, false))?;
            let half = T::of_count(1) / T::of_count(2);
            let mean = op!(|_k: usize| T::from_ordered(lower[0]) * half + T::from_ordered(upper[0]) * half);
            write_each(queue, mean, out)
        },
    }
}

/// For each quantile, the last position before it in sorted order, and the weight of the element at the next position.
fn positions<T: Real>(quantiles: &[f64], n: usize) -> Result<(Vec<u32>, Vec<T>)> {
    let position = |q: &f64| {
        if !(0.0..=1.0).contains(q) {
            return Err(amp::Error::ExtentMismatch {
                reason: format!("the quantile {q} is not from 0 to 1"),
            });
        }
        let position = q * (n - 1) as f64;
        Ok((position as u32, T::of_fraction(position.fract())))
    };
    Ok(quantiles.iter().map(position).collect::<Result<Vec<_>>>()?.into_iter().unzip())
}

/// The number of quantiles, or an error if there are no elements or if a quantile is not from 0 to 1.
fn quantile_count<T: Real>(quantiles: &[f64], n: usize) -> Result<usize> {
    if n == 0 && !quantiles.is_empty() {
        let reason = format!("{} quantiles of 0 elements", quantiles.len());
        return Err(amp::Error::ExtentMismatch { reason });
    }
    positions::<T>(quantiles, n.max(1))?;
    Ok(quantiles.len())
}

array_forms! {
    /// The quantiles of the elements: 0 is the least element, 0.5 the median and 1 the greatest. Between elements, the
    /// quantiles are interpolated linearly. NaN is the greatest element.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let x = ArrayView::new(&[4.0, 1.0, 2.0, 3.0]);
    /// assert_eq!(alg::quantiles(&x, &[0.0, 0.5, 1.0])?.to_vec()?, [1.0, 2.5, 4.0]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    quantiles quantiles_on quantiles_into [I: Input<Item = T>, T: Key + Real] (input: I, quantiles: &[f64]) -> T {
        op: input.load(),
        len: quantile_count::<T>(quantiles, input.count()?)?,
        run: |queue, _count, out| {
            let n = input.count()?;
            let (positions, weights) = positions::<T>(quantiles, n)?;
            let (positions, weights) = (ArrayView::new(&positions), ArrayView::new(&weights));
            let sorted = radix::sort_keys(queue, n, T::BITS, computed(queue, n, ordered(input, false))?)?;
            let last = n as u32 - 1;
            let lower = op!(|at: u32| T::from_ordered(sorted[at as usize]));
            let upper = op!(|at: u32| T::from_ordered(sorted[(at + 1).min(last) as usize]));
            let ends = compose2(op!(|a: T, b: T| (a, b)), lower, upper);
            let between =
                op!(|(a, b): (T, T), weight: T| if weight == T::ZERO { a } else { a + (b - a) * weight });
            write_each(queue, compose2(between, compose(ends, (&positions).load()), (&weights).load()), out)
        },
    }

    /// The `count` greatest elements in descending order. `count` is at most the number of elements.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert_eq!(alg::top_k(&ArrayView::new(&[3, 9, 4, 9, 1]), 3)?.to_vec()?, [9, 9, 4]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    top_k top_k_on top_k_into [I: Input<Item = K>, K: Key] (input: I, count: usize) -> K {
        op: input.load(),
        len: {
            error::at_most("greatest elements", count, input.count()?)?;
            count
        },
        run: |queue, count, out| {
            // `last` stands for the least of the elements of the result. Greater elements, which have lesser integers here,
            // are moved to the beginning of `keys` and sorted. The rest of `keys` keeps the value of `last`.
            let (n, load, bits) = (input.count()?, ordered(input, true), K::BITS);
            let last = select_rank(queue, n, count - 1, bits, load)?;
            let mut keys = computed(queue, count, op!(|_k: usize| last[0]))?;
            let before = compose(op!(|item: K::Ordered| item < last[0]), load);
            Counted::new(queue, n, before)?.move_items(queue, false, before, load, &mut keys)?;
            let sorted = radix::sort_keys(queue, count, bits, keys)?;
            write_each(queue, compose(key_of_ordered::<K>(true), (&sorted).load()), out)
        },
    }

    /// The positions of the `count` greatest elements, in descending order of the elements. Of equal elements, the first
    /// ones come first.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert_eq!(alg::top_k_indices(&ArrayView::new(&[3, 9, 4, 9, 1]), 3)?.to_vec()?, [1, 3, 2]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    top_k_indices top_k_indices_on top_k_indices_into [I: Input<Item = K>, K: Key] (input: I, count: usize) -> u32 {
        op: input.load(),
        len: {
            error::at_most("greatest elements", count, input.count()?)?;
            count
        },
        run: |queue, count, out| {
            let (n, load, bits) = (input.count()?, ordered(input, true), K::BITS);
            let last = select_rank(queue, n, count - 1, bits, load)?;
            let index = op!(|k: usize| k as u32);
            // `last` stands for the least element of the result. The result has the positions of all greater elements, and
            // then the first positions of elements that equal `last`. There may be more of those than fit.
            let before = compose(op!(|item: K::Ordered| item < last[0]), load);
            let equal = compose(op!(|item: K::Ordered| item == last[0]), load);
            let (counted, counted_equal) = (Counted::new(queue, n, before)?, Counted::new(queue, n, equal)?);
            let (mut least, mut others) = (undefined(count)?, undefined(n)?);
            counted.move_items(queue, false, before, index, &mut least)?;
            counted_equal.move_items(queue, false, equal, index, &mut others)?;
            let ends = &counted.ends;
            let end = ends.len() - 1;
            let joined = op!(|k: usize| {
                let first = ends[end] as usize;
                if k < first { least[k] } else { others[k - first] }
            });
            let indices = computed(queue, count, joined)?;
            let keys = computed(queue, count, compose(load, compose(op!(|k: u32| k as usize), (&indices).load())))?;
            let (_, sorted) = radix::sort_pairs(queue, count, bits, keys, indices)?;
            write_each(queue, (&sorted).load(), out)
        },
    }
}
