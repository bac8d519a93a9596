//! Merges of sorted inputs: `merge`, `merge_by` and `merge_by_key`.
//!
//! A work-item writes a part of the result. A binary search along the merge path finds the position in each input at which
//! the part begins. So all parts have the same size. Of equal elements, those of the first input come first.

use amp::prelude::*;
use amp::{Op, Result, op};

use crate::error;
use crate::forms::array_forms;
use crate::input::Input;
use crate::key::Key;
use crate::output::{self, Output};
use crate::plan::{self, Kernels};

/// The number of elements that a work-item writes on a GPU.
const TILE_PART: usize = 8;
/// The number of elements that a work-item writes on a CPU.
const CHUNK_PART: usize = 4096;

/// The number of elements of the first input among the `offset` least elements of both inputs.
#[device]
fn merge_path<T: amp::Value>(
    offset: usize,
    len: usize,
    other_len: usize,
    less: impl Fn(T, T) -> bool,
    a: impl Fn(usize) -> T,
    b: impl Fn(usize) -> T,
) -> usize {
    let mut low = offset.saturating_sub(other_len);
    let mut high = offset.min(len);
    while low < high {
        let middle = low + (high - low) / 2;
        if less(b(offset - 1 - middle), a(middle)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// Declares the kernels that merge keys, and values if there are some.
macro_rules! merge_kernels {
    ($name:ident $(, $value:ident: $first_values:ident $second_values:ident $merged_values:ident)?) => {
        /// Merges two sorted inputs. Each work-item writes `part` elements.
        #[kernel]
        fn $name<T: GpuType $(, $value: GpuType)?>(
            i: Index<2>,
            part: usize,
            len: usize,
            other_len: usize,
            less: impl Fn(T, T) -> bool,
            a: impl Fn(usize) -> T,
            b: impl Fn(usize) -> T,
            merged: &mut ArrayViewMut<T>,
            $(
                $first_values: impl Fn(usize) -> $value,
                $second_values: impl Fn(usize) -> $value,
                $merged_values: &mut ArrayViewMut<$value>,
            )?
        ) {
            let begin = i[0] * part;
            let mut first = merge_path(begin, len, other_len, less, a, b);
            let mut second = begin - first;
            for at in begin..(len + other_len).min(begin + part) {
                let mut takes_first = second >= other_len;
                if first < len && second < other_len {
                    takes_first = !less(b(second), a(first));
                }
                if takes_first {
                    merged[at] = a(first);
                    $($merged_values[at] = $first_values(first);)?
                    first += 1;
                } else {
                    merged[at] = b(second);
                    $($merged_values[at] = $second_values(second);)?
                    second += 1;
                }
            }
        }
    };
}

merge_kernels!(merge_parts);
merge_kernels!(merge_pair_parts, V: first_values second_values merged_values);

/// The number of elements that a work-item writes.
fn part(queue: &AcceleratorView) -> usize {
    match plan::kernels(queue) {
        Kernels::Tiles => TILE_PART,
        Kernels::Chunks => CHUNK_PART,
    }
}

fn merge_to<T: GpuType>(
    queue: &AcceleratorView,
    a: impl Input<Item = T>,
    b: impl Input<Item = T>,
    less: impl Op<fn(T, T) -> bool> + Copy,
    out: &mut ArrayViewMut<'_, T>,
) -> Result<()> {
    let part = part(queue);
    let domain = [out.len().div_ceil(part), 1];
    let kernel = merge_parts(part, a.count()?, b.count()?, less, a.load(), b.load(), out);
    queue.parallel_for_each(domain, kernel)
}

/// The op that compares keys.
fn less<K: Key>() -> impl Op<fn(K, K) -> bool> + Copy {
    op!(|a: K, b: K| a.to_ordered() < b.to_ordered())
}

/// The number of items of both inputs.
pub(crate) fn both(a: impl Input, b: impl Input) -> Result<usize> {
    error::length(a.count()? + b.count()?)
}

array_forms! {
    /// The elements of two sorted inputs in sorted order. Of equal elements, those of `a` come first. Floats have the order
    /// of `total_cmp`.
    ///
    /// If an input is not sorted, the order of the result is unspecified.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (a, b) = (ArrayView::new(&[1, 4, 4]), ArrayView::new(&[0, 4, 5]));
    /// assert_eq!(alg::merge(&a, &b)?.to_vec()?, [0, 1, 4, 4, 4, 5]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    merge merge_on merge_into [A: Input<Item = K>, B: Input<Item = K>, K: Key] (a: A, b: B) -> K {
        op: (a, b).load(),
        len: both(a, b)?,
        run: |queue, _n, out| merge_to(queue, a, b, less::<K>(), out),
    }

    /// [`merge`] for inputs that are sorted by a comparison: `less(a, b)` is whether `a` comes before `b`.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (a, b) = (ArrayView::new(&[5, 3, 1]), ArrayView::new(&[4, 2]));
    /// assert_eq!(alg::merge_by(&a, &b, op!(|a, b| a > b))?.to_vec()?, [5, 4, 3, 2, 1]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    merge_by merge_by_on merge_by_into [A: Input<Item = T>, B: Input<Item = T>, T: GpuType] (
        a: A,
        b: B,
        less: impl Op<fn(T, T) -> bool> + Copy,
    ) -> T {
        op: (a, b).load(),
        len: both(a, b)?,
        run: |queue, _n, out| merge_to(queue, a, b, less, out),
    }
}

/// The pairs of two inputs with sorted keys, in the order of the keys. Of pairs with equal keys, those of `a` come first.
/// An input is a pair of keys and values.
///
/// ```
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let (keys, values) = (ArrayView::new(&[1, 4]), ArrayView::new(&[0.1, 0.4]));
/// let (other_keys, other_values) = (ArrayView::new(&[0, 4]), ArrayView::new(&[10.0, 10.4]));
/// let (keys, values) = alg::merge_by_key((&keys, &values), (&other_keys, &other_values))?;
/// assert_eq!((keys.to_vec()?, values.to_vec()?), (vec![0, 1, 4, 4], vec![10.0, 0.1, 0.4, 10.4]));
/// # Ok::<(), amp::Error>(())
/// ```
///
/// # Errors
/// [`Error::ExtentMismatch`](amp::Error::ExtentMismatch) if an input has more or fewer values than keys; errors of the
/// launches.
pub fn merge_by_key<K: Key, V: GpuType>(
    a: (impl Input<Item = K>, impl Input<Item = V>),
    b: (impl Input<Item = K>, impl Input<Item = V>),
) -> Result<(Array<K>, Array<V>)> {
    merge_by_key_on(&amp::queue_of((a, b).load())?, a, b)
}

/// [`merge_by_key`] on the given queue.
///
/// # Errors
/// The errors of [`merge_by_key`].
pub fn merge_by_key_on<K: Key, V: GpuType>(
    queue: &AcceleratorView,
    a: (impl Input<Item = K>, impl Input<Item = V>),
    b: (impl Input<Item = K>, impl Input<Item = V>),
) -> Result<(Array<K>, Array<V>)> {
    let n = both(a, b)?;
    let (mut keys, mut values) = (Array::new_on(queue, n)?, Array::new_on(queue, n)?);
    merge_by_key_into(a, b, &mut keys, &mut values)?;
    Ok((keys, values))
}

/// [`merge_by_key`] into outputs with as many elements as the result.
///
/// # Errors
/// The errors of [`merge_by_key`].
pub fn merge_by_key_into<K: Key, V: GpuType>(
    a: (impl Input<Item = K>, impl Input<Item = V>),
    b: (impl Input<Item = K>, impl Input<Item = V>),
    keys: &mut impl Output<K>,
    values: &mut impl Output<V>,
) -> Result<()> {
    let n = both(a, b)?;
    let queue = &output::queue_for(keys, (a, b).load())?;
    let (keys, values) = (&mut output::exactly(keys, n)?, &mut output::exactly(values, n)?);
    if n == 0 {
        return Ok(());
    }
    keys.discard_data();
    values.discard_data();
    let part = part(queue);
    let kernel = merge_pair_parts(
        part,
        a.count()?,
        b.count()?,
        less::<K>(),
        a.0.load(),
        b.0.load(),
        keys,
        a.1.load(),
        b.1.load(),
        values,
    );
    queue.parallel_for_each([n.div_ceil(part), 1], kernel)
}
