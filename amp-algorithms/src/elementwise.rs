//! Functions that compute each element of the output by itself: `map`, `zip_map`, `generate`, `sequence`, `fill`,
//! `for_each` and `gather`.

use amp::prelude::*;
use amp::{Op, Result, compose, compose2, op};

use crate::forms::array_forms;
use crate::input::{Input, ItemOp};
use crate::length::{Length, is_item, launch, on_device, stays_on_device};
use crate::output::{InPlace, Output};

/// Writes the result of an op for each index.
#[kernel]
fn generate_each<T: GpuType>(i: Index<1>, f: impl Fn(usize) -> T, y: &mut ArrayViewMut<T>) {
    y[i] = f(i[0]);
}

/// Writes the result of an op for each index of an item.
#[kernel]
fn generate_items<T: GpuType>(
    i: Index<1>,
    is_item: impl Fn(usize) -> bool,
    f: impl Fn(usize) -> T,
    y: &mut ArrayViewMut<T>,
) {
    if is_item(i[0]) {
        y[i] = f(i[0]);
    }
}

/// Replaces each item by the result of an op.
#[kernel]
fn replace_items<T: GpuType>(
    i: Index<1>,
    is_item: impl Fn(usize) -> bool,
    f: impl Fn(T) -> T,
    y: &mut ArrayViewMut<T>,
) {
    if is_item(i[0]) {
        y[i] = f(y[i]);
    }
}

/// Replaces each element by the result of an op.
#[kernel]
fn replace_each<T: GpuType>(i: Index<1>, f: impl Fn(T) -> T, y: &mut ArrayViewMut<T>) {
    y[i] = f(y[i]);
}

/// Writes `f(k)` to element `k`. The view must not be empty.
pub(crate) fn write_each<T: GpuType>(
    queue: &AcceleratorView,
    f: impl Op<fn(usize) -> T> + Copy,
    y: &mut ArrayViewMut<'_, T>,
) -> Result<()> {
    queue.parallel_for_each(y.extent(), generate_each(f, y))
}

/// Writes `f(k)` to element `k` for each of `n` items. The view has as many elements, or at least as many as there may be
/// items if the length is on the device.
pub(crate) fn write_items<L: Length, T: GpuType>(
    queue: &AcceleratorView,
    n: L,
    f: impl Op<fn(usize) -> T> + Copy,
    y: &mut ArrayViewMut<'_, T>,
) -> Result<()> {
    if !L::ON_DEVICE {
        return write_each(queue, f, y);
    }
    if stays_on_device(queue) {
        return launch(queue, n, 1, n.most(), generate_items(is_item(n), f, y));
    }
    match n.known()? {
        0 => Ok(()),
        n => write_each(queue, f, &mut y.section_mut(0, n)?),
    }
}

array_forms! {
    /// Applies an op to each item.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (x, scale) = (ArrayView::new(&[1.0, 2.0, 3.0]), 10.0);
    /// assert_eq!(alg::map(&x, op!(|v| v * scale))?.to_vec()?, [10.0, 20.0, 30.0]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    map map_on map_into [I: Input, R: GpuType] (input: I, f: impl ItemOp<I, R>) -> R as I::Length {
        op: f.of(input),
        len: input.length()?,
        run: |queue, n, out| write_items(queue, n, f.of(input), out),
    }

    /// Applies an op to the pairs of items of two inputs: the same as [`map`] of `(a, b)`.
    ///
    /// ```
    /// use amp::op;
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (a, b) = (ArrayView::new(&[1, 2]), ArrayView::new(&[3, 4]));
    /// assert_eq!(alg::zip_map(&a, &b, op!(|a, b| a * b))?.to_vec()?, [3, 8]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    zip_map zip_map_on zip_map_into [A: Input, B: Input, R: GpuType] (
        a: A,
        b: B,
        f: impl Op<fn(A::Item, B::Item) -> R> + Copy,
    ) -> R as <(A, B) as Input>::Length {
        op: compose2(f, a.load(), b.load()),
        len: (a, b).length()?,
        run: |queue, n, out| write_items(queue, n, compose2(f, a.load(), b.load()), out),
    }

    /// The results of an op for the integers from 0 to `n - 1`.
    ///
    /// ```
    /// use amp::op;
    /// use amp_algorithms as alg;
    ///
    /// assert_eq!(alg::generate(4, op!(|k| (k * k) as u32))?.to_vec()?, [0, 1, 4, 9]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    generate generate_on generate_into [R: GpuType] (n: usize, f: impl Op<fn(usize) -> R> + Copy) -> R {
        op: f,
        len: n,
        run: |queue, _n, out| write_each(queue, f, out),
    }

    /// The integers `first`, `first + step`, `first + 2 * step` and so on. They wrap on overflow.
    ///
    /// ```
    /// use amp_algorithms as alg;
    ///
    /// assert_eq!(alg::sequence(4, 10, 5)?.to_vec()?, [10, 15, 20, 25]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    sequence sequence_on sequence_into [] (n: usize, first: u32, step: u32) -> u32 {
        op: op!(|k: usize| first.wrapping_add((k as u32).wrapping_mul(step))),
        len: n,
        run: |queue, _n, out| {
            write_each(queue, op!(|k: usize| first.wrapping_add((k as u32).wrapping_mul(step))), out)
        },
    }

    /// The elements of `x` at these indices: element `k` of the result is `x[indices[k]]`.
    ///
    /// An index that is out of range is an error on the CPU. On a GPU, the element is unspecified.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let (x, indices) = (ArrayView::new(&[1.5, 2.5, 3.5]), ArrayView::new(&[2, 0, 2, 1]));
    /// assert_eq!(alg::gather(&x, &indices)?.to_vec()?, [3.5, 1.5, 3.5, 2.5]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    gather gather_on gather_into [I: Input<Item = T>, J: Input<Item = u32>, T: GpuType] (x: I, indices: J) -> T {
        op: compose(x.load(), compose(op!(|k: u32| k as usize), indices.load())),
        len: indices.count()?,
        run: |queue, _n, out| {
            write_each(queue, compose(x.load(), compose(op!(|k: u32| k as usize), indices.load())), out)
        },
    }
}

/// Sets each element to `value`.
///
/// ```
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let mut x = [0; 3];
/// let mut view = ArrayViewMut::new(&mut x);
/// alg::fill(&mut view, 7)?;
/// view.finish()?;
/// assert_eq!(x, [7; 3]);
/// # Ok::<(), amp::Error>(())
/// ```
///
/// # Errors
/// Errors of the launch.
pub fn fill<T: GpuType>(out: &mut impl Output<T>, value: T) -> Result<()> {
    let n = out.elements().len();
    generate_into(n, op!(|_k: usize| value), out)
}

/// [`fill`] on the given queue.
///
/// # Errors
/// Errors of the launch.
pub fn fill_on<T: GpuType>(queue: &AcceleratorView, out: &mut impl Output<T>, value: T) -> Result<()> {
    let mut out = out.elements();
    if out.is_empty() {
        return Ok(());
    }
    out.discard_data();
    write_each(queue, op!(|_k: usize| value), &mut out)
}

/// Replaces each element by the result of an op.
///
/// ```
/// use amp::op;
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let mut x = Array::from_slice(3, &[1.0, 4.0, 9.0])?;
/// alg::for_each(&mut x, op!(|v| v.sqrt()))?;
/// assert_eq!(x.to_vec()?, [1.0, 2.0, 3.0]);
/// # Ok::<(), amp::Error>(())
/// ```
///
/// # Errors
/// Errors of the launch.
pub fn for_each<T: GpuType>(x: &mut impl InPlace<T>, f: impl Op<fn(T) -> T> + Copy) -> Result<()> {
    let queue = queue_of_elements(x)?;
    for_each_on(&queue, x, f)
}

/// [`for_each`] on the given queue.
///
/// # Errors
/// Errors of the launch.
pub fn for_each_on<T: GpuType>(
    queue: &AcceleratorView,
    x: &mut impl InPlace<T>,
    f: impl Op<fn(T) -> T> + Copy,
) -> Result<()> {
    let (mut x, n) = x.parts();
    if on_device(n) && stays_on_device(queue) && n.most() > 0 {
        return launch(queue, n, 1, n.most(), replace_items(is_item(n), f, &mut x));
    }
    match n.known()? {
        0 => Ok(()),
        n => queue.parallel_for_each(n, replace_each(f, &mut x.section_mut(0, n)?)),
    }
}

/// The queue for an algorithm that reads and writes these elements.
pub(crate) fn queue_of_elements<T: GpuType>(x: &mut impl InPlace<T>) -> Result<AcceleratorView> {
    match x.queue() {
        Some(queue) => Ok(queue),
        None => amp::queue_of::<fn(usize) -> T>((&x.parts().0).load()),
    }
}
