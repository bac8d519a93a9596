//! Sorts: `sort`, `sort_by_key`, `sort_pairs`, `sort_indices` by radix, and `sort_by` by merging.

mod chunks;
mod merge;
pub(crate) mod radix;

use amp::prelude::*;
use amp::{Op, Result, compose, op};

use crate::elementwise::{queue_of_elements, write_each, write_items};
use crate::forms::array_forms;
use crate::input::Input;
use crate::key::{Key, key_of_ordered, ordered_key};
use crate::length::{Length, discard};
use crate::output::InPlace;
use crate::plan::{self, Kernels};
use crate::scratch::{computed, undefined};
use chunks::{Keys, Pairs};

/// Declares a sort in place and its form `_on` with a queue. Also declares both with names such as `sort_unstable`, which
/// do not promise to keep the order of equal elements.
macro_rules! sorts {
    ($(
        $(#[$doc:meta])*
        $name:ident $on:ident $unstable:ident $unstable_on:ident [$($generics:tt)*] ($first:ident: $first_ty:ty $(, $arg:ident: $ty:ty)*)
            |$queue:ident| $body:block
    )*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// [`Error::ExtentMismatch`](amp::Error::ExtentMismatch) if lengths differ; errors of the launches.
        pub fn $name<$($generics)*>($first: $first_ty $(, $arg: $ty)*) -> Result<()> {
            $on(&queue_of_elements($first)?, $first $(, $arg)*)
        }

        #[doc = concat!("[`", stringify!($name), "`] on the given queue.")]
        ///
        /// # Errors
        #[doc = concat!("The errors of [`", stringify!($name), "`].")]
        pub fn $on<$($generics)*>($queue: &AcceleratorView, $first: $first_ty $(, $arg: $ty)*) -> Result<()> $body

        #[doc = concat!("[`", stringify!($name), "`] without a promise about the order of equal elements.")]
        ///
        /// # Errors
        #[doc = concat!("The errors of [`", stringify!($name), "`].")]
        pub fn $unstable<$($generics)*>($first: $first_ty $(, $arg: $ty)*) -> Result<()> {
            $name($first $(, $arg)*)
        }

        #[doc = concat!("[`", stringify!($unstable), "`] on the given queue.")]
        ///
        /// # Errors
        #[doc = concat!("The errors of [`", stringify!($name), "`].")]
        pub fn $unstable_on<$($generics)*>(queue: &AcceleratorView, $first: $first_ty $(, $arg: $ty)*) -> Result<()> {
            $on(queue, $first $(, $arg)*)
        }
    )*};
}

/// Sorts the elements.
fn sort_elements<K: Key>(queue: &AcceleratorView, x: &mut impl InPlace<K>, descending: bool) -> Result<()> {
    let (mut x, n) = x.parts();
    if n.most() < 2 {
        return Ok(());
    }
    if plan::kernels(queue) == Kernels::Chunks {
        let n = n.known()?;
        if n < 2 {
            return Ok(());
        }
        let mut scratch = undefined(n)?;
        let keys = Keys::new(n, &mut x, &mut scratch)?;
        return chunks::sort(queue, K::BITS, ordered_key::<K>(descending), keys);
    }
    let ordered = computed(queue, n, compose(ordered_key::<K>(descending), x.load()))?;
    let sorted = radix::sort_keys(queue, n, K::BITS, ordered)?;
    discard(n, &mut x);
    write_items(queue, n, compose(key_of_ordered::<K>(descending), (&sorted).load()), &mut x)
}

/// Sorts the elements by their key.
fn sort_elements_by_key<T: GpuType, K: Key>(
    queue: &AcceleratorView,
    x: &mut impl InPlace<T>,
    key: impl Op<fn(T) -> K> + Copy,
    descending: bool,
) -> Result<()> {
    let (mut x, n) = x.parts();
    if n.most() < 2 {
        return Ok(());
    }
    if plan::kernels(queue) == Kernels::Chunks {
        let n = n.known()?;
        if n < 2 {
            return Ok(());
        }
        let keys = computed(queue, n, compose(key, x.load()))?;
        return sort_chunks_of_pairs(queue, n, keys, &mut x, descending);
    }
    let keys = computed(queue, n, compose(ordered_key::<K>(descending), compose(key, x.load())))?;
    let values = computed(queue, n, x.load())?;
    let (_, sorted) = radix::sort_pairs(queue, n, K::BITS, keys, values)?;
    discard(n, &mut x);
    write_items(queue, n, (&sorted).load(), &mut x)
}

/// Sorts the first `n` values by keys, on a CPU.
fn sort_chunks_of_pairs<K: Key, V: GpuType>(
    queue: &AcceleratorView,
    n: usize,
    mut keys: ArrayViewMut<'_, K>,
    values: &mut ArrayViewMut<'_, V>,
    descending: bool,
) -> Result<()> {
    let (mut scratch, mut other) = (undefined(n)?, undefined(n)?);
    let pairs = Pairs::new(Keys::new(n, &mut keys, &mut scratch)?, Keys::new(n, values, &mut other)?);
    chunks::sort(queue, K::BITS, ordered_key::<K>(descending), pairs)
}

/// Sorts the keys, and moves the values with them.
fn sort_keys_and_values<K: Key, V: GpuType>(
    queue: &AcceleratorView,
    keys: &mut impl InPlace<K>,
    values: &mut impl InPlace<V>,
    descending: bool,
) -> Result<()> {
    let ((mut keys, n), (mut values, number)) = (keys.parts(), values.parts());
    let n = n.join("the keys and the values", number)?;
    if n.most() < 2 {
        return Ok(());
    }
    if plan::kernels(queue) == Kernels::Chunks {
        return match n.known()? {
            0 | 1 => Ok(()),
            n => sort_chunks_of_pairs(queue, n, keys, &mut values, descending),
        };
    }
    let ordered = computed(queue, n, compose(ordered_key::<K>(descending), keys.load()))?;
    let moved = computed(queue, n, values.load())?;
    let (sorted, moved) = radix::sort_pairs(queue, n, K::BITS, ordered, moved)?;
    discard(n, &mut keys);
    discard(n, &mut values);
    write_items(queue, n, compose(key_of_ordered::<K>(descending), (&sorted).load()), &mut keys)?;
    write_items(queue, n, (&moved).load(), &mut values)
}

/// Writes the indices of the items in the sorted order of the items. There must be at least one item.
fn sort_positions<K: Key>(
    queue: &AcceleratorView,
    input: impl Input<Item = K>,
    descending: bool,
    out: &mut ArrayViewMut<'_, u32>,
) -> Result<()> {
    let n = out.len();
    if plan::kernels(queue) == Kernels::Chunks {
        let keys = computed(queue, n, input.load())?;
        write_each(queue, op!(|k: usize| k as u32), out)?;
        return sort_chunks_of_pairs(queue, n, keys, out, descending);
    }
    let keys = computed(queue, n, compose(ordered_key::<K>(descending), input.load()))?;
    let indices = computed(queue, n, op!(|k: usize| k as u32))?;
    let (_, sorted) = radix::sort_pairs(queue, n, K::BITS, keys, indices)?;
    write_each(queue, (&sorted).load(), out)
}

sorts! {
    /// Sorts the elements in place. Floats have the order of `total_cmp`.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let mut x = [3.0, f32::NAN, -1.0, 2.0];
    /// let mut view = ArrayViewMut::new(&mut x);
    /// alg::sort(&mut view)?;
    /// view.finish()?;
    /// assert_eq!(x[..3], [-1.0, 2.0, 3.0]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    sort sort_on sort_unstable sort_unstable_on [T: Key] (x: &mut impl InPlace<T>) |queue| {
        sort_elements(queue, x, false)
    }

    /// Sorts the elements in place in descending order. Floats have the order of `total_cmp`.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let mut x = Array::from_slice(3, &[2, 7, 5])?;
    /// alg::sort_descending(&mut x)?;
    /// assert_eq!(x.to_vec()?, [7, 5, 2]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    sort_descending sort_descending_on sort_descending_unstable sort_descending_unstable_on [T: Key] (
        x: &mut impl InPlace<T>
    ) |queue| {
        sort_elements(queue, x, true)
    }

    /// Sorts the elements in place by a key that an op computes. Elements with equal keys keep their order.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let mut points = Array::from_slice(3, &[[2.0, 1.0], [0.5, 0.0], [1.0, 1.0]])?;
    /// alg::sort_by_key(&mut points, op!(|p: [f32; 2]| p[0] * p[0] + p[1] * p[1]))?;
    /// assert_eq!(points.to_vec()?[2], [2.0, 1.0]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    sort_by_key sort_by_key_on sort_by_key_unstable sort_by_key_unstable_on [T: GpuType, K: Key] (
        x: &mut impl InPlace<T>,
        key: impl Op<fn(T) -> K> + Copy
    ) |queue| {
        sort_elements_by_key(queue, x, key, false)
    }

    /// Sorts the elements in place in descending order of a key that an op computes. Elements with equal keys keep their
    /// order.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let mut x = Array::from_slice(4, &[-2, 7, 2, -5])?;
    /// alg::sort_by_key_descending(&mut x, op!(|v: i32| v.abs()))?;
    /// assert_eq!(x.to_vec()?, [7, -5, -2, 2]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    sort_by_key_descending sort_by_key_descending_on sort_by_key_descending_unstable
    sort_by_key_descending_unstable_on [T: GpuType, K: Key] (
        x: &mut impl InPlace<T>,
        key: impl Op<fn(T) -> K> + Copy
    ) |queue| {
        sort_elements_by_key(queue, x, key, true)
    }

    /// Sorts the keys in place, and moves each value with its key. Values with equal keys keep their order.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let mut keys = Array::from_slice(3, &[7, 2, 5])?;
    /// let mut values = Array::from_slice(3, &[0.7, 0.2, 0.5])?;
    /// alg::sort_pairs(&mut keys, &mut values)?;
    /// assert_eq!((keys.to_vec()?, values.to_vec()?), (vec![2, 5, 7], vec![0.2, 0.5, 0.7]));
    /// # Ok::<(), amp::Error>(())
    /// ```
    sort_pairs sort_pairs_on sort_pairs_unstable sort_pairs_unstable_on [K: Key, V: GpuType] (
        keys: &mut impl InPlace<K>,
        values: &mut impl InPlace<V>
    ) |queue| {
        sort_keys_and_values(queue, keys, values, false)
    }

    /// Sorts the keys in place in descending order, and moves each value with its key. Values with equal keys keep their
    /// order.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let mut keys = Array::from_slice(3, &[7, 2, 5])?;
    /// let mut values = Array::from_slice(3, &[0.7, 0.2, 0.5])?;
    /// alg::sort_pairs_descending(&mut keys, &mut values)?;
    /// assert_eq!((keys.to_vec()?, values.to_vec()?), (vec![7, 5, 2], vec![0.7, 0.5, 0.2]));
    /// # Ok::<(), amp::Error>(())
    /// ```
    sort_pairs_descending sort_pairs_descending_on sort_pairs_descending_unstable sort_pairs_descending_unstable_on [
        K: Key, V: GpuType
    ] (
        keys: &mut impl InPlace<K>,
        values: &mut impl InPlace<V>
    ) |queue| {
        sort_keys_and_values(queue, keys, values, true)
    }

    /// Sorts the elements in place by a comparison: `less(a, b)` is whether `a` comes before `b`. Elements of which
    /// neither comes before the other keep their order.
    ///
    /// `less` must be a strict weak order. Otherwise the order of the result is unspecified. A sort by a key is faster.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let mut x = Array::from_slice(4, &[3, 8, 5, 2])?;
    /// // Even numbers first.
    /// alg::sort_by(&mut x, op!(|a, b| a % 2 < b % 2 || (a % 2 == b % 2 && a < b)))?;
    /// assert_eq!(x.to_vec()?, [2, 8, 3, 5]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    sort_by sort_by_on sort_by_unstable sort_by_unstable_on [T: GpuType] (
        x: &mut impl InPlace<T>,
        less: impl Op<fn(T, T) -> bool> + Copy
    ) |queue| {
        let (mut x, n) = x.parts();
        match n.known()? {
            0 | 1 => Ok(()),
            n => merge::sort(queue, less, &mut x.section_mut(0, n)?),
        }
    }
}

array_forms! {
    /// The indices of the elements in sorted order: `x[indices[0]]` is the least element. The indices of equal elements
    /// are in ascending order. The input is unchanged.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let x = ArrayView::new(&[7, 2, 5]);
    /// let indices = alg::sort_indices(&x)?;
    /// assert_eq!(indices.to_vec()?, [1, 2, 0]);
    /// assert_eq!(alg::gather(&x, &indices)?.to_vec()?, [2, 5, 7]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    sort_indices sort_indices_on sort_indices_into [I: Input<Item = K>, K: Key] (input: I) -> u32 {
        op: input.load(),
        len: input.count()?,
        run: |queue, _n, out| sort_positions(queue, input, false, out),
    }

    /// The indices of the elements in descending order: `x[indices[0]]` is the greatest element. The indices of equal
    /// elements are in ascending order. The input is unchanged.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert_eq!(alg::sort_indices_descending(&ArrayView::new(&[7, 2, 7]))?.to_vec()?, [0, 2, 1]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    sort_indices_descending sort_indices_descending_on sort_indices_descending_into [I: Input<Item = K>, K: Key] (
        input: I,
    ) -> u32 {
        op: input.load(),
        len: input.count()?,
        run: |queue, _n, out| sort_positions(queue, input, true, out),
    }

    /// [`sort_indices`] without a promise about the order of the indices of equal elements.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert_eq!(alg::sort_indices_unstable(&ArrayView::new(&[7, 2, 5]))?.to_vec()?, [1, 2, 0]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    sort_indices_unstable sort_indices_unstable_on sort_indices_unstable_into [I: Input<Item = K>, K: Key] (input: I) -> u32 {
        op: input.load(),
        len: input.count()?,
        run: |queue, _n, out| sort_positions(queue, input, false, out),
    }
}
