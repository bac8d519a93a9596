//! Linear searches: the first item that satisfies a predicate. They read all items.

use amp::prelude::*;
use amp::{Result, compose, compose2, op};

use crate::forms::value_forms;
use crate::input::{Input, ItemOp};
use crate::reduce::reduce_to;
use crate::scratch::computed;

/// Writes the least index below `n` for which `hit` is true. If there is none, writes `otherwise`, which must be at
/// least `n`.
pub(crate) fn first_hit(
    queue: &AcceleratorView,
    n: usize,
    hit: impl amp::Op<fn(usize) -> bool> + Copy,
    otherwise: u32,
    out: &mut ArrayViewMut<'_, u32>,
) -> Result<()> {
    let index = op!(|hit: bool, k: usize| if hit { k as u32 } else { otherwise });
    let load = compose2(index, hit, op!(|k: usize| k));
    reduce_to(queue, n, otherwise, load, op!(|a: u32, b: u32| a.min(b)), op!(|first: u32| first), out)
}

/// The index, unless it is `u32::MAX`.
pub(crate) fn found(index: u32) -> Option<usize> {
    (index != u32::MAX).then_some(index as usize)
}

value_forms! {
    /// The position of the first item for which the predicate is true. `position_into` writes `u32::MAX` if there is
    /// none.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let x = ArrayView::new(&[1.0, 5.0, 7.0]);
    /// assert_eq!(alg::position(&x, op!(|v| v > 4.0))?, Some(1));
    /// # Ok::<(), amp::Error>(())
    /// ```
    position position_on position_into [I: Input] (input: I, predicate: impl ItemOp<I, bool>) -> Option<usize> {
        op: predicate.of(input),
        len: input.count()?,
        device: u32,
        empty: None,
        result: |value| found(value),
        run: |queue, n, out| first_hit(queue, n, predicate.of(input), u32::MAX, out),
    }

    /// The position of the first element that equals `value`. `find_into` writes `u32::MAX` if there is none.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let x = ArrayView::new(&[1, 5, 7, 5]);
    /// assert_eq!((alg::find(&x, 5)?, alg::find(&x, 6)?), (Some(1), None));
    /// # Ok::<(), amp::Error>(())
    /// ```
    find find_on find_into [I: Input<Item = T>, T: GpuType + PartialEq] (input: I, value: T) -> Option<usize> {
        op: input.load(),
        len: input.count()?,
        device: u32,
        empty: None,
        result: |value| found(value),
        run: |queue, n, out| first_hit(queue, n, compose(op!(|v: T| v == value), input.load()), u32::MAX, out),
    }
}

/// The first item for which the predicate is true.
///
/// ```
/// use amp::op;
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let x = ArrayView::new(&[1.0, 5.0, 7.0]);
/// assert_eq!(alg::find_if(&x, op!(|v| v > 4.0))?, Some(5.0));
/// # Ok::<(), amp::Error>(())
/// ```
///
/// # Errors
/// Errors of the launches.
pub fn find_if<I: Input<Item = T>, T: GpuType>(
    input: I,
    predicate: impl ItemOp<I, bool>,
) -> Result<Option<T>> {
    find_if_on(&amp::queue_of(predicate.of(input))?, input, predicate)
}

/// [`find_if`] on the given queue.
///
/// # Errors
/// Errors of the launches.
pub fn find_if_on<I: Input<Item = T>, T: GpuType>(
    queue: &AcceleratorView,
    input: I,
    predicate: impl ItemOp<I, bool>,
) -> Result<Option<T>> {
    let Some(at) = position_on(queue, input, predicate)? else { return Ok(None) };
    let element = computed(queue, 1, compose(input.load(), op!(|k: usize| k + at)))?;
    Ok(Some(element.to_vec()?[0]))
}
