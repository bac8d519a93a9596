//! Subviews at run time: sections, projections and views with another extent (`view_as`) that a kernel passes
//! to a device function.
//!
//! If a kernel only indexes a subview, `amp-lower` rewrites the accesses to accesses of the parent view, and
//! does not use this module. If the kernel passes the subview to a device function, the subview becomes a
//! separate view of the parent's memory. Error messages name the captured view.

use std::marker::PhantomData;
use std::panic::Location;

use super::fault::Fault;
use super::memory::Memory;
use super::row::Locate;
use super::view_args::{Reads, ViewArg};
use super::{ReadAccess, SharedAccess};
use crate::data::shape::Shape;
use crate::types::extent::Extent;
use crate::types::{Element, GpuType};

/// Stops a kernel that creates a subview beyond the end of its view, or uses an index outside a subview.
/// `message` is the message of the error.
#[cold]
#[inline(never)]
#[track_caller]
pub fn subview_out_of_range(at: &impl Locate, lane: usize, message: String) -> ! {
    Fault::raise_message(at.work_item(lane), message, Some(Location::caller()))
}

impl<T: Element, const N: usize> Memory<T, N> {
    fn section(&self, at: &impl Locate, lane: usize, origin: [usize; N], extent: [usize; N]) -> Self {
        self.shaped(at, lane, self.shape().section(origin, extent))
    }

    fn project<const M: usize>(&self, at: &impl Locate, lane: usize, index: usize) -> Memory<T, M> {
        const { assert!(M + 1 == N, "a projection has one dimension less than its view") }
        self.shaped(at, lane, self.shape().project(index))
    }

    fn view_as<const M: usize>(&self, at: &impl Locate, lane: usize, extent: [usize; M]) -> Memory<T, M> {
        self.shaped(at, lane, self.shape().view_as(Extent(extent)))
    }

    fn shaped<const M: usize>(
        &self,
        at: &impl Locate,
        lane: usize,
        shape: crate::support::error::Result<Shape<M>>,
    ) -> Memory<T, M> {
        let mut shape = match shape {
            Ok(shape) => shape,
            // The generated code tests the bounds before this call. It reports a subview out of bounds with
            // the source location, so this fault needs none.
            Err(error) => Fault::raise_message(at.work_item(lane), error.to_string(), None),
        };
        at.subview_made(self.capture, self.first().addr().get(), size_of::<T>(), &self.stride);
        // The offset of an empty shape may lie outside the memory. No element is accessed, so any offset will
        // do.
        if shape.size() == 0 {
            shape.offset = 0;
        }
        // SAFETY: a non-empty shape that is derived from another shape lies in the memory of the other shape.
        unsafe { Memory::new(self.first(), &shape, self.capture, self.launch) }
    }
}

/// A subview that a device function reads. `V` is the type of access to its memory, such as `ReadAccess`.
pub struct SubviewArg<T, const N: usize, V>(V, PhantomData<T>);

impl<T, const N: usize, V: Reads<T, N>> SubviewArg<T, N, V> {
    /// Returns the subview as an argument of a device function that reads it.
    #[inline(always)]
    pub fn as_arg(&self) -> ViewArg<'_, T, N, V> {
        ViewArg::of(&self.0)
    }
}

/// Declares the methods that create subviews of a view argument.
macro_rules! argument_subviews {
    ($($of:ident $(<$lifetime:lifetime>)? [$($unsized:tt)*], $view:ident => $access:expr;)*) => {$(
        impl<T, const N: usize, V: $($unsized)* Reads<T, N>> $of<$($lifetime,)? T, N, V> {
            /// Returns the section of size `extent` that starts at `origin`.
            #[inline(always)]
            pub fn section(
                &self,
                at: &impl Locate,
                lane: usize,
                origin: [usize; N],
                extent: [usize; N],
            ) -> SubviewArg<T, N, V::Shaped<N>> {
                let $view = self;
                SubviewArg($access.section(at, lane, origin, extent), PhantomData)
            }

            /// Returns the projection at one index of dimension 0; `M` is `N - 1`.
            #[inline(always)]
            pub fn project<const M: usize>(
                &self,
                at: &impl Locate,
                lane: usize,
                index: usize,
            ) -> SubviewArg<T, M, V::Shaped<M>> {
                let $view = self;
                SubviewArg($access.project(at, lane, index), PhantomData)
            }

            /// Whether the view's elements are contiguous.
            #[inline(always)]
            pub fn is_contiguous(&self) -> bool {
                let $view = self;
                $access.is_contiguous()
            }

            /// Returns the first elements of the view as a view with this extent.
            #[inline(always)]
            pub fn view_as<const M: usize>(
                &self,
                at: &impl Locate,
                lane: usize,
                extent: [usize; M],
            ) -> SubviewArg<T, M, V::Shaped<M>> {
                let $view = self;
                SubviewArg($access.view_as(at, lane, extent), PhantomData)
            }
        }
    )*};
}

argument_subviews! {
    ViewArg<'_> [?Sized +], view => view.access();
    SubviewArg [], view => view.0;
}

/// Declares the methods that create subviews of a captured view.
macro_rules! capture_subviews {
    ($($access:ident $of:ident;)*) => {$(
        impl<T: $of, const N: usize> $access<T, N> {
            /// Returns the section of size `extent` that starts at `origin`.
            #[inline(always)]
            pub fn section(&self, at: &impl Locate, lane: usize, origin: [usize; N], extent: [usize; N]) -> Self {
                $access(self.0.section(at, lane, origin, extent))
            }

            /// Returns the projection at one index of dimension 0; `M` is `N - 1`.
            #[inline(always)]
            pub fn project<const M: usize>(&self, at: &impl Locate, lane: usize, index: usize) -> $access<T, M> {
                $access(self.0.project(at, lane, index))
            }

            /// Whether the view's elements are contiguous.
            #[inline(always)]
            pub fn is_contiguous(&self) -> bool {
                self.0.shape().is_contiguous()
            }

            /// Returns the first elements of the view as a view with this extent.
            #[inline(always)]
            pub fn view_as<const M: usize>(&self, at: &impl Locate, lane: usize, extent: [usize; M]) -> $access<T, M> {
                $access(self.0.view_as(at, lane, extent))
            }
        }
    )*};
}

capture_subviews! {
    ReadAccess Element;
    SharedAccess GpuType;
}
