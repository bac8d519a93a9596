//! The least and the greatest element, and their positions.
//!
//! Each element is mapped to an [`Ordered`] integer, and a reduction finds the least of these integers. To find the
//! greatest element, all bits of the integers are inverted first.

use amp::prelude::*;
use amp::{Result, compose, compose2, op};

use crate::forms::value_forms;
use crate::input::Input;
use crate::key::{Key, Ordered};
use crate::length::Length;
use crate::reduce::reduce_to;

/// The least and the greatest element, as [`min_max_into`] writes them.
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
pub struct MinMax<T> {
    /// The least element.
    pub min: T,
    /// The greatest element.
    pub max: T,
}

/// A key with its position, as integers of one type, so that the struct has no padding.
#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Positioned<B> {
    key: B,
    index: B,
}

/// The lesser key; of equal keys, the one with the lesser position.
#[device]
fn lesser<B: Ordered>(a: Positioned<B>, b: Positioned<B>) -> Positioned<B> {
    if b.key < a.key || (b.key == a.key && b.index < a.index) { b } else { a }
}

/// The lesser integer.
#[device]
fn least<B: Ordered>(a: B, b: B) -> B {
    if b < a { b } else { a }
}

#[device]
fn wider<B: Ordered>(a: MinMax<B>, b: MinMax<B>) -> MinMax<B> {
    MinMax { min: least(a.min, b.min), max: if a.max < b.max { b.max } else { a.max } }
}

value_forms! {
    /// The least element; `None` for no elements. Floats have the order of `total_cmp`.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert_eq!(alg::min(&ArrayView::new(&[2.0, -3.0, f32::NAN]))?, Some(-3.0));
    /// # Ok::<(), amp::Error>(())
    /// ```
    min min_on min_into [I: Input<Item = T>, T: Key] (input: I) -> Option<T> {
        op: input.load(),
        len: input.length()?,
        device: T,
        absent: None,
        result: |value| Some(value),
        run: |queue, n, out| {
            let load = compose(op!(|v: T| v.to_ordered()), input.load());
            let combine = op!(|a: T::Ordered, b: T::Ordered| least(a, b));
            let finish = op!(|least: T::Ordered| T::from_ordered(least));
            reduce_to(queue, n, <T::Ordered as Ordered>::GREATEST, load, combine, finish, out)
        },
    }

    /// The greatest element; `None` for no elements. Floats have the order of `total_cmp`: NaN is the greatest.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert_eq!(alg::max(&ArrayView::new(&[2, -3, 1]))?, Some(2));
    /// # Ok::<(), amp::Error>(())
    /// ```
    max max_on max_into [I: Input<Item = T>, T: Key] (input: I) -> Option<T> {
        op: input.load(),
        len: input.length()?,
        device: T,
        absent: None,
        result: |value| Some(value),
        run: |queue, n, out| {
            let load = compose(op!(|v: T| !v.to_ordered()), input.load());
            let combine = op!(|a: T::Ordered, b: T::Ordered| least(a, b));
            let finish = op!(|least: T::Ordered| T::from_ordered(!least));
            reduce_to(queue, n, <T::Ordered as Ordered>::GREATEST, load, combine, finish, out)
        },
    }

    /// The least and the greatest element, in one pass; `None` for no elements.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert_eq!(alg::min_max(&ArrayView::new(&[2, -3, 1]))?, Some((-3, 2)));
    /// # Ok::<(), amp::Error>(())
    /// ```
    min_max min_max_on min_max_into [I: Input<Item = T>, T: Key] (input: I) -> Option<(T, T)> {
        op: input.load(),
        len: input.length()?,
        device: MinMax<T>,
        absent: None,
        result: |value| Some((value.min, value.max)),
        run: |queue, n, out| {
            let greatest = <T::Ordered as Ordered>::GREATEST;
            let load = compose(
                op!(|v: T| MinMax::<T::Ordered> { min: v.to_ordered(), max: v.to_ordered() }),
                input.load(),
            );
            let combine = op!(|a: MinMax<T::Ordered>, b: MinMax<T::Ordered>| wider(a, b));
            let finish = op!(|both: MinMax<T::Ordered>| MinMax::<T> {
                min: T::from_ordered(both.min),
                max: T::from_ordered(both.max),
            });
            reduce_to(queue, n, MinMax { min: greatest, max: !greatest }, load, combine, finish, out)
        },
    }

    /// The position of the least element, the first one of equals; `None` for no elements. `argmin_into` writes
    /// `u32::MAX` for no elements.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert_eq!(alg::argmin(&ArrayView::new(&[2, -3, 1, -3]))?, Some(1));
    /// # Ok::<(), amp::Error>(())
    /// ```
    argmin argmin_on argmin_into [I: Input<Item = T>, T: Key] (input: I) -> Option<usize> {
        op: input.load(),
        len: input.length()?,
        device: u32,
        absent: None,
        result: |value| Some(value as usize),
        run: |queue, n, out| {
            let load = op!(|v: T, k: usize| Positioned::<T::Ordered> {
                key: v.to_ordered(),
                index: <T::Ordered as Ordered>::of_index(k),
            });
            least_position(queue, n, compose2(load, input.load(), op!(|k: usize| k)), out)
        },
    }

    /// The position of the greatest element, the first one of equals; `None` for no elements. `argmax_into` writes
    /// `u32::MAX` for no elements.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// assert_eq!(alg::argmax(&ArrayView::new(&[2.0, -3.0, 2.0]))?, Some(0));
    /// # Ok::<(), amp::Error>(())
    /// ```
    argmax argmax_on argmax_into [I: Input<Item = T>, T: Key] (input: I) -> Option<usize> {
        op: input.load(),
        len: input.length()?,
        device: u32,
        absent: None,
        result: |value| Some(value as usize),
        run: |queue, n, out| {
            let load = op!(|v: T, k: usize| Positioned::<T::Ordered> {
                key: !v.to_ordered(),
                index: <T::Ordered as Ordered>::of_index(k),
            });
            least_position(queue, n, compose2(load, input.load(), op!(|k: usize| k)), out)
        },
    }
}

/// Writes the position of the least key.
fn least_position<B: Ordered>(
    queue: &AcceleratorView,
    n: impl Length,
    load: impl amp::Op<fn(usize) -> Positioned<B>> + Copy,
    out: &mut ArrayViewMut<'_, u32>,
) -> Result<()> {
    let identity = Positioned { key: B::GREATEST, index: B::GREATEST };
    let combine = op!(|a: Positioned<B>, b: Positioned<B>| lesser(a, b));
    reduce_to(queue, n, identity, load, combine, op!(|least: Positioned<B>| least.index.to_index()), out)
}
