//! Inputs of algorithms as ops: views and arrays, tuples of inputs, and index spaces.
//!
//! An algorithm reads element `k` of its input by an op with the signature `fn(usize) -> T`. So one kernel serves all
//! kinds of input, and the caller's op is fused into it: no intermediate array exists.

use amp::prelude::*;
use amp::{Op, OpSignature, Result, Value, compose, compose2, compose3, op};

use crate::error::length;
use crate::length::Length;

/// An input of an algorithm.
///
/// | input | items | signature of an op that takes an item |
/// |---|---|---|
/// | `&ArrayView<T>`, `&ArrayViewMut<T>`, `&Array<T>`, [`&CountedArray<T>`](crate::CountedArray) | the elements | `fn(T) -> R` |
/// | `(a, b)`, `(a, b, c)` | tuples of items, one of each input | `fn(A, B) -> R` |
/// | `n: usize` | the integers from 0 to `n - 1` | `fn(usize) -> R` |
/// | `Extent<2>`, `Extent<3>` | the indices in row-major order | `fn(Index<2>) -> R` |
///
/// A view of another rank is an input after [`view_as`](ArrayView::view_as): `&x.view_as([x.len()])?`.
///
/// ```
/// use amp::op;
/// use amp::prelude::*;
/// use amp_algorithms as alg;
///
/// let (x, y) = (ArrayView::new(&[1, 2, 3]), ArrayView::new(&[4, 5, 6]));
/// assert_eq!(alg::map_reduce((&x, &y), op!(|a, b| a * b), 0, op!(|a, b| a + b))?, 32);
/// assert_eq!(alg::map_reduce(4, op!(|k| k as u32), 0, op!(|a, b| a + b))?, 6);
/// # Ok::<(), amp::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an input of an algorithm",
    note = "pass a reference to a view or array of one dimension, a tuple of inputs, a `usize` or an `Extent`"
)]
pub trait Input: Copy + Sealed {
    /// The type of an item.
    type Item: Value;
    /// The signature of an op that takes an item and returns an `R`.
    type Signature<R: Value>: OpSignature<Output = R>;
    /// The number of items: a `usize`, or a count on the device.
    type Length: Length;

    /// The number of items.
    #[doc(hidden)]
    fn length(self) -> Result<Self::Length>;

    /// The number of items. A count on the device is downloaded.
    #[doc(hidden)]
    fn count(self) -> Result<usize> {
        self.length()?.known()
    }

    /// The op that returns item `k`.
    #[doc(hidden)]
    fn load(self) -> impl Op<fn(usize) -> Self::Item> + Copy;
}

/// An op that takes an item of the input `I` and returns an `R`.
///
/// The trait is implemented for all ops with the signature that [`Input`] lists: `op!(|v| ..)` for a view,
/// `op!(|a, b| ..)` for a pair of views.
pub trait ItemOp<I: Input, R: Value>: Op<I::Signature<R>> + Copy {
    /// The op that returns this op's result for item `k`.
    #[doc(hidden)]
    fn of(self, input: I) -> impl Op<fn(usize) -> R> + Copy;
}

pub(crate) use sealed::Sealed;

mod sealed {
    /// Seals `Input`.
    pub trait Sealed {}
}

macro_rules! views {
    ($($view:ty)*) => {$(
        impl<T: GpuType> Sealed for $view {}

        impl<T: GpuType, R: Value, F: Op<fn(T) -> R> + Copy> ItemOp<$view, R> for F {
            fn of(self, input: $view) -> impl Op<fn(usize) -> R> + Copy {
                compose(self, input.load())
            }
        }

        impl<T: GpuType> Input for $view {
            type Item = T;
            type Signature<R: Value> = fn(T) -> R;
            type Length = usize;

            fn length(self) -> Result<usize> {
                length(self.len())
            }

            fn load(self) -> impl Op<fn(usize) -> T> + Copy {
                amp::elements(self)
            }
        }
    )*};
}

views! { &ArrayView<'_, T> &ArrayViewMut<'_, T> &Array<T> }

impl<A: Input, B: Input> Sealed for (A, B) {}

impl<A: Input, B: Input> Input for (A, B) {
    type Item = (A::Item, B::Item);
    type Signature<R: Value> = fn(A::Item, B::Item) -> R;
    type Length = <A::Length as Length>::Joined<B::Length>;

    fn length(self) -> Result<Self::Length> {
        self.0.length()?.join("the inputs", self.1.length()?)
    }

    fn load(self) -> impl Op<fn(usize) -> Self::Item> + Copy {
        compose2(op!(|a, b| (a, b)), self.0.load(), self.1.load())
    }
}

impl<A: Input, B: Input, C: Input> Sealed for (A, B, C) {}

impl<A: Input, B: Input, C: Input> Input for (A, B, C) {
    type Item = (A::Item, B::Item, C::Item);
    type Signature<R: Value> = fn(A::Item, B::Item, C::Item) -> R;
    type Length = <<A::Length as Length>::Joined<B::Length> as Length>::Joined<C::Length>;

    fn length(self) -> Result<Self::Length> {
        self.0.length()?.join("the inputs", self.1.length()?)?.join("the inputs", self.2.length()?)
    }

    fn load(self) -> impl Op<fn(usize) -> Self::Item> + Copy {
        compose3(op!(|a, b, c| (a, b, c)), self.0.load(), self.1.load(), self.2.load())
    }
}

impl Sealed for usize {}

impl Input for usize {
    type Item = usize;
    type Signature<R: Value> = fn(usize) -> R;
    type Length = usize;

    fn length(self) -> Result<usize> {
        length(self)
    }

    fn load(self) -> impl Op<fn(usize) -> usize> + Copy {
        op!(|k: usize| k)
    }
}

impl Sealed for Extent<2> {}

impl Input for Extent<2> {
    type Item = Index<2>;
    type Signature<R: Value> = fn(Index<2>) -> R;
    type Length = usize;

    fn length(self) -> Result<usize> {
        length(self.size())
    }

    fn load(self) -> impl Op<fn(usize) -> Index<2>> + Copy {
        let columns = self[1];
        move |types| op!(|k: usize| Index::<2>::new([k / columns, k % columns]))(types)
    }
}

impl Sealed for Extent<3> {}

impl Input for Extent<3> {
    type Item = Index<3>;
    type Signature<R: Value> = fn(Index<3>) -> R;
    type Length = usize;

    fn length(self) -> Result<usize> {
        length(self.size())
    }

    fn load(self) -> impl Op<fn(usize) -> Index<3>> + Copy {
        let (rows, columns) = (self[1], self[2]);
        move |types| {
            op!(|k: usize| Index::<3>::new([k / columns / rows, k / columns % rows, k % columns]))(types)
        }
    }
}

impl<A: Input, B: Input, R: Value, F: Op<fn(A::Item, B::Item) -> R> + Copy> ItemOp<(A, B), R> for F {
    fn of(self, input: (A, B)) -> impl Op<fn(usize) -> R> + Copy {
        compose2(self, input.0.load(), input.1.load())
    }
}

impl<A: Input, B: Input, C: Input, R: Value, F: Op<fn(A::Item, B::Item, C::Item) -> R> + Copy>
    ItemOp<(A, B, C), R> for F
{
    fn of(self, input: (A, B, C)) -> impl Op<fn(usize) -> R> + Copy {
        compose3(self, input.0.load(), input.1.load(), input.2.load())
    }
}

impl<R: Value, F: Op<fn(usize) -> R> + Copy> ItemOp<usize, R> for F {
    fn of(self, _: usize) -> impl Op<fn(usize) -> R> + Copy {
        self
    }
}

impl<R: Value, F: Op<fn(Index<2>) -> R> + Copy> ItemOp<Extent<2>, R> for F {
    fn of(self, input: Extent<2>) -> impl Op<fn(usize) -> R> + Copy {
        compose(self, input.load())
    }
}

impl<R: Value, F: Op<fn(Index<3>) -> R> + Copy> ItemOp<Extent<3>, R> for F {
    fn of(self, input: Extent<3>) -> impl Op<fn(usize) -> R> + Copy {
        compose(self, input.load())
    }
}
