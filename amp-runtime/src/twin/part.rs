//! Parts of views that a kernel makes: what it lends of a view to a device function, and how it stops where a part does not fit.

use std::marker::PhantomData;
use std::panic::Location;

use super::fault::Fault;
use super::lent::{Lent, Reads};
use super::memory::Memory;
use super::row::Asker;
use super::{ReadTwin, SharedTwin};
use crate::element::{Element, GpuType};
use crate::extent::Extent;
use crate::shape::Shape;

/// Stops a kernel at a part that leaves its view, or at an index outside of a part. The message names them.
#[cold]
#[inline(never)]
#[track_caller]
pub fn no_such_part(who: &impl Asker, lane: usize, message: String) -> ! {
    Fault::raise_saying(who.asker(lane), message, Some(Location::caller()))
}

impl<T: Element, const N: usize> Memory<T, N> {
    fn section(&self, who: &impl Asker, lane: usize, origin: [usize; N], extent: [usize; N]) -> Self {
        self.shaped(who, lane, self.shape().section(origin, extent))
    }

    fn project<const M: usize>(&self, who: &impl Asker, lane: usize, index: usize) -> Memory<T, M> {
        const { assert!(M + 1 == N, "a projection has one dimension less than its view") }
        self.shaped(who, lane, self.shape().project(index))
    }

    fn view_as<const M: usize>(&self, who: &impl Asker, lane: usize, extent: [usize; M]) -> Memory<T, M> {
        self.shaped(who, lane, self.shape().view_as(Extent(extent)))
    }

    fn shaped<const M: usize>(
        &self,
        who: &impl Asker,
        lane: usize,
        shape: crate::error::Result<Shape<M>>,
    ) -> Memory<T, M> {
        let mut shape = match shape {
            Ok(shape) => shape,
            // A condition before it has said so, and at which line.
            Err(error) => Fault::raise_saying(who.asker(lane), error.to_string(), None),
        };
        who.part_made(self.slot, self.first().addr().get(), size_of::<T>(), &self.stride);
        // The place of what has no elements means nothing.
        if shape.size() == 0 {
            shape.offset = 0;
        }
        // SAFETY: a shape with elements that is made of another one lies in the same memory.
        unsafe { Memory::new(self.first(), &shape, self.slot, self.launch) }
    }
}

/// A part of a view that a function reads; `V` is its twin.
pub struct LentPart<T, const N: usize, V>(V, PhantomData<T>);

impl<T, const N: usize, V: Reads<T, N>> LentPart<T, N, V> {
    /// For a function that reads it.
    #[inline(always)]
    pub fn lent(&self) -> Lent<'_, T, N, V> {
        Lent::of(&self.0)
    }
}

/// The parts of a view that is lent to be read.
macro_rules! parts {
    ($($of:ident $(<$lifetime:lifetime>)?, $view:ident => $twin:expr;)*) => {$(
        impl<T, const N: usize, V: Reads<T, N>> $of<$($lifetime,)? T, N, V> {
            /// The part that starts at an index.
            #[inline(always)]
            pub fn section(
                &self,
                who: &impl Asker,
                lane: usize,
                origin: [usize; N],
                extent: [usize; N],
            ) -> LentPart<T, N, V::Shaped<N>> {
                let $view = self;
                LentPart($twin.section(who, lane, origin, extent), PhantomData)
            }

            /// The slice at one index of dimension 0; `M` is `N - 1`.
            #[inline(always)]
            pub fn project<const M: usize>(
                &self,
                who: &impl Asker,
                lane: usize,
                index: usize,
            ) -> LentPart<T, M, V::Shaped<M>> {
                let $view = self;
                LentPart($twin.project(who, lane, index), PhantomData)
            }

            /// Whether there are no gaps between its rows.
            #[inline(always)]
            pub fn is_gapless(&self) -> bool {
                let $view = self;
                $twin.is_gapless()
            }

            /// The first elements in another extent.
            #[inline(always)]
            pub fn view_as<const M: usize>(
                &self,
                who: &impl Asker,
                lane: usize,
                extent: [usize; M],
            ) -> LentPart<T, M, V::Shaped<M>> {
                let $view = self;
                LentPart($twin.view_as(who, lane, extent), PhantomData)
            }
        }
    )*};
}

parts! {
    Lent<'_>, view => view.twin();
    LentPart, view => view.0;
}

/// The parts of a view, as twins of their own.
macro_rules! twins {
    ($($twin:ident $of:ident;)*) => {$(
        impl<T: $of, const N: usize> $twin<T, N> {
            /// The part that starts at an index.
            #[inline(always)]
            pub fn section(&self, who: &impl Asker, lane: usize, origin: [usize; N], extent: [usize; N]) -> Self {
                $twin(self.0.section(who, lane, origin, extent))
            }

            /// The slice at one index of dimension 0; `M` is `N - 1`.
            #[inline(always)]
            pub fn project<const M: usize>(&self, who: &impl Asker, lane: usize, index: usize) -> $twin<T, M> {
                $twin(self.0.project(who, lane, index))
            }

            /// Whether there are no gaps between its rows.
            #[inline(always)]
            pub fn is_gapless(&self) -> bool {
                self.0.shape().is_contiguous()
            }

            /// The first elements in another extent.
            #[inline(always)]
            pub fn view_as<const M: usize>(&self, who: &impl Asker, lane: usize, extent: [usize; M]) -> $twin<T, M> {
                $twin(self.0.view_as(who, lane, extent))
            }
        }
    )*};
}

twins! {
    ReadTwin Element;
    SharedTwin GpuType;
}
