//! Comparisons of whole inputs: `equal`, `mismatch` and `is_sorted`.

use amp::prelude::*;
use amp::{Op, Result, compose, compose2, op};

use crate::find::{first_hit, found};
use crate::forms::value_forms;
use crate::input::Input;
use crate::key::Key;
use crate::reduce::reduce_to;

/// Writes the first position at which the inputs differ, or `u32::MAX`.
fn first_difference<T: GpuType + PartialEq>(
    queue: &AcceleratorView,
    a: impl Input<Item = T>,
    b: impl Input<Item = T>,
    out: &mut ArrayViewMut<'_, u32>,
) -> Result<()> {
    let (len, other_len) = (a.count()?, b.count()?);
    let shared = len.min(other_len);
    let otherwise = if len == other_len { u32::MAX } else { shared as u32 };
    first_hit(queue, shared, compose2(op!(|a: T, b: T| a != b), a.load(), b.load()), otherwise, out)
}

/// The greater number of items.
fn longest(a: impl Input, b: impl Input) -> Result<usize> {
    Ok(a.count()?.max(b.count()?))
}

/// Writes 1 if `less(x[k + 1], x[k])` is false for all `k`, otherwise 0.
fn ascends<T: GpuType>(
    queue: &AcceleratorView,
    n: usize,
    input: impl Input<Item = T>,
    less: impl Op<fn(T, T) -> bool> + Copy,
    out: &mut ArrayViewMut<'_, u32>,
) -> Result<()> {
    let descends = compose2(less, compose(input.load(), op!(|k: usize| k + 1)), input.load());
    let ascends = compose(op!(|descends: bool| u32::from(!descends)), descends);
    let (both, same) = (op!(|a: u32, b: u32| a & b), op!(|all: u32| all));
    reduce_to(queue, n.saturating_sub(1), 1, ascends, both, same, out)
}

value_forms! {
    /// The first position at which the elements of the inputs differ; `None` if the inputs are equal. If one input is the
    /// beginning of the other, the result is the length of the shorter one. `mismatch_into` writes `u32::MAX` for equal inputs.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (a, b) = (ArrayView::new(&[1, 2, 3]), ArrayView::new(&[1, 2, 4]));
    /// assert_eq!(alg::mismatch(&a, &b)?, Some(2));
    /// # Ok::<(), amp::Error>(())
    /// ```
    mismatch mismatch_on mismatch_into [A: Input<Item = T>, B: Input<Item = T>, T: GpuType + PartialEq] (
        a: A,
        b: B,
    ) -> Option<usize> {
        op: (a, b).load(),
        len: longest(a, b)?,
        device: u32,
        empty: None,
        result: |value| found(value),
        run: |queue, _n, out| first_difference(queue, a, b, out),
    }

    /// Whether the inputs have the same length and equal elements. `equal_into` writes 1 or 0.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (a, b) = (ArrayView::new(&[1, 2, 3]), ArrayView::new(&[1, 2]));
    /// assert!(!alg::equal(&a, &b)? && alg::equal(&a, &a)?);
    /// # Ok::<(), amp::Error>(())
    /// ```
    equal equal_on equal_into [A: Input<Item = T>, B: Input<Item = T>, T: GpuType + PartialEq] (a: A, b: B) -> bool {
        op: (a, b).load(),
        len: longest(a, b)?,
        device: u32,
        empty: true,
        result: |value| value != 0,
        run: |queue, _n, out| {
            let mut difference = Array::new_on(queue, 1)?;
            first_difference(queue, a, b, &mut difference.as_view_mut())?;
            crate::elementwise::write_each(queue, op!(|_k: usize| u32::from(difference[0] == 0xFFFF_FFFF)), out)
        },
    }

    /// Whether no element is less than the element before it. Floats have the order of `total_cmp`. `is_sorted_into` writes
    /// 1 or 0.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert!(alg::is_sorted(&ArrayView::new(&[1, 2, 2, 3]))?);
    /// # Ok::<(), amp::Error>(())
    /// ```
    is_sorted is_sorted_on is_sorted_into [I: Input<Item = K>, K: Key] (input: I) -> bool {
        op: input.load(),
        len: input.count()?,
        device: u32,
        empty: true,
        result: |value| value != 0,
        run: |queue, n, out| ascends(queue, n, input, op!(|a: K, b: K| a.to_ordered() < b.to_ordered()), out),
    }

    /// Whether `less(x[k], x[k - 1])` is false for each element `k` but the first. `is_sorted_by_into` writes 1 or 0.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert!(alg::is_sorted_by(&ArrayView::new(&[3, 2, 2]), op!(|a, b| a > b))?);
    /// # Ok::<(), amp::Error>(())
    /// ```
    is_sorted_by is_sorted_by_on is_sorted_by_into [I: Input<Item = T>, T: GpuType] (
        input: I,
        less: impl Op<fn(T, T) -> bool> + Copy,
    ) -> bool {
        op: input.load(),
        len: input.count()?,
        device: u32,
        empty: true,
        result: |value| value != 0,
        run: |queue, n, out| ascends(queue, n, input, less, out),
    }
}
