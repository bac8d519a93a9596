//! Views whose access type (`ReadAccess` or `SharedAccess`) is erased, for generic code.
//!
//! Let a device trait `Shape` have a function with a view parameter. The CPU code of this function is generic
//! over the access type of the view. A bound `T: Shape` would have to hold for all access types, which Rust
//! cannot express. So the bound holds for one type, `dyn ErasedReads`, and generic callers pass this type.

use std::borrow::Cow;

use super::row::Locate;
use super::view_args::Reads;
use super::{ReadAccess, SharedAccess};
use crate::abi::checked::Checker;
use crate::types::GpuType;
use crate::types::extent::Extent;

/// A view whose access type is `ReadAccess` or `SharedAccess`.
pub trait ErasedReads<T, const N: usize> {
    /// Returns a reference to the view, with its access type.
    fn access(&self) -> AccessOf<'_, T, N>;
}

/// A reference to a view, with one variant for each access type.
pub enum AccessOf<'v, T, const N: usize> {
    /// A view that the kernel only reads.
    Read(&'v ReadAccess<T, N>),
    /// A view that the kernel writes.
    Shared(&'v SharedAccess<T, N>),
}

/// A subview, with one variant for each access type.
pub enum AnyAccess<T, const N: usize> {
    /// A part of a view that the kernel only reads.
    Read(ReadAccess<T, N>),
    /// A part of a view that the kernel writes.
    Shared(SharedAccess<T, N>),
}

impl<T, const N: usize> ErasedReads<T, N> for ReadAccess<T, N> {
    fn access(&self) -> AccessOf<'_, T, N> {
        AccessOf::Read(self)
    }
}

impl<T, const N: usize> ErasedReads<T, N> for SharedAccess<T, N> {
    fn access(&self) -> AccessOf<'_, T, N> {
        AccessOf::Shared(self)
    }
}

impl<T, const N: usize> ErasedReads<T, N> for AnyAccess<T, N> {
    fn access(&self) -> AccessOf<'_, T, N> {
        match self {
            AnyAccess::Read(view) => AccessOf::Read(view),
            AnyAccess::Shared(view) => AccessOf::Shared(view),
        }
    }
}

/// Evaluates an expression for a view of either access type.
macro_rules! of_either {
    ($any:expr, $view:ident => $value:expr) => {
        match $any.access() {
            AccessOf::Read($view) => $value,
            AccessOf::Shared($view) => $value,
        }
    };
    ($any:expr, $view:ident => subview $value:expr) => {
        match $any.access() {
            AccessOf::Read($view) => AnyAccess::Read($value),
            AccessOf::Shared($view) => AnyAccess::Shared($value),
        }
    };
}

macro_rules! impl_reads {
    ($($ty:ty;)*) => {$(
        impl<T: GpuType, const N: usize> Reads<T, N> for $ty {
            type Shaped<const M: usize> = AnyAccess<T, M>;

            fn section(&self, at: &impl Locate, lane: usize, origin: [usize; N], extent: [usize; N]) -> AnyAccess<T, N> {
                of_either!(self, view => subview Reads::section(view, at, lane, origin, extent))
            }

            fn project<const M: usize>(&self, at: &impl Locate, lane: usize, index: usize) -> AnyAccess<T, M> {
                of_either!(self, view => subview Reads::project(view, at, lane, index))
            }

            fn is_contiguous(&self) -> bool {
                of_either!(self, view => Reads::is_contiguous(view))
            }

            fn view_as<const M: usize>(&self, at: &impl Locate, lane: usize, extent: [usize; M]) -> AnyAccess<T, M> {
                of_either!(self, view => subview Reads::view_as(view, at, lane, extent))
            }

            fn extent(&self) -> Extent<N> {
                of_either!(self, view => Reads::extent(view))
            }

            #[track_caller]
            fn get(&self, at: &impl Locate, lane: usize, index: [usize; N]) -> T {
                of_either!(self, view => Reads::get(view, at, lane, index))
            }

            fn slice(&self, at: &impl Locate, lane: usize, start: usize, len: usize) -> Cow<'_, [T]> {
                of_either!(self, view => Reads::slice(view, at, lane, start, len))
            }

            #[track_caller]
            fn checked_slice(&self, checker: &Checker, lane: usize, start: usize, len: usize) -> Cow<'_, [T]> {
                of_either!(self, view => Reads::checked_slice(view, checker, lane, start, len))
            }

            #[track_caller]
            fn checked_get(&self, checker: &Checker, index: [usize; N]) -> T {
                of_either!(self, view => Reads::checked_get(view, checker, index))
            }

            #[track_caller]
            fn checked_part<P: Copy>(&self, checker: &Checker, index: [usize; N], part: impl Fn(&T) -> &P) -> P {
                of_either!(self, view => Reads::checked_part(view, checker, index, part))
            }

            fn erased(&self) -> &(dyn ErasedReads<T, N> + '_) {
                self
            }
        }
    )*};
}

impl_reads! {
    dyn ErasedReads<T, N> + '_;
    AnyAccess<T, N>;
}
