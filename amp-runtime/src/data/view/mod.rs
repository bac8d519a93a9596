//! Views: through a view, a kernel accesses a host slice, an array, or memory that amp allocates.
//!
//! A view and its sections share one [`Storage`](crate::data::storage::Storage); each has its own [`Shape`]. The
//! storage relies on Rust's borrow rules: an `ArrayView` borrows its data shared, an `ArrayViewMut` exclusively.
//!
//! A launch moves the data that it needs. The data moves back to the host when the host accesses it, by
//! `synchronize`, or when an `ArrayViewMut` is dropped.

mod array_view;
mod array_view_mut;
mod async_ops;
mod atomic_view;
mod element;
mod host_guard;
mod iter;
mod lost_data_hook;
mod owning;
mod reinterpret;

pub use array_view::ArrayView;
pub use array_view_mut::ArrayViewMut;
pub use atomic_view::AtomicView;
pub(crate) use element::{element, slice, writable_element, writable_slice};
pub use host_guard::{ReadGuard, WriteGuard};
pub use iter::ViewIter;
pub use lost_data_hook::set_lost_data_hook;
pub(crate) use reinterpret::recast;

use std::fmt;

use crate::data::array::Array;
use crate::data::shape::Shape;
use crate::support::error::{Error, Result};
use crate::types::extent::{Extent, index_at};
use crate::types::{Element, GpuType};

/// The row-major shape of a view over `len` elements. Returns an error if the size of the extent is not
/// `len`.
pub(crate) fn shape_of<const N: usize>(extent: Extent<N>, len: usize) -> Result<Shape<N>> {
    if extent.size() != len {
        let reason = format!(
            "a view of extent {:?} has {} elements, but its source has {len}",
            extent.0,
            extent.size()
        );
        return Err(Error::ExtentMismatch { reason });
    }
    Ok(Shape::row_major(extent))
}

/// The size of a new storage in bytes. Returns an error if the address space is too small for it.
pub(crate) fn bytes_for<T, const N: usize>(extent: Extent<N>) -> Result<usize> {
    let bytes = extent.size().checked_mul(size_of::<T>()).filter(|&bytes| bytes <= isize::MAX as usize);
    bytes.ok_or_else(|| Error::ExtentMismatch {
        reason: format!("elements of extent {:?} do not fit into memory", extent.0),
    })
}

/// The largest number of elements that `Debug` prints.
const MOST_SHOWN: usize = 100;

/// Writes the extent and the first elements of a view or array for `Debug`.
pub(crate) fn debug<T: Element + fmt::Debug, const N: usize>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    extent: Extent<N>,
    elements: Result<ReadGuard<'_, T, N>>,
) -> fmt::Result {
    let mut shown = f.debug_struct(name);
    shown.field("extent", &extent.0);
    let elements = match elements {
        Ok(elements) => elements,
        Err(error) => return shown.field("error", &error).finish(),
    };
    struct Shown<T>(Vec<T>, bool);
    impl<T: fmt::Debug> fmt::Debug for Shown<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let mut list = f.debug_list();
            list.entries(&self.0);
            if self.1 { list.finish_non_exhaustive() } else { list.finish() }
        }
    }
    let count = extent.size().min(MOST_SHOWN);
    let first = (0..count).map(|position| elements[index_at(position, extent.0)]).collect();
    shown.field("elements", &Shown(first, count < extent.size())).finish()
}

/// Implements `len` and `is_empty` for a view or an array. `$example` is an expression that creates a view or
/// array of six elements, for the documentation.
macro_rules! impl_len {
    ([$($generics:tt)*] $view:ty, $example:literal) => {
        impl<$($generics)*> $view {
            /// The number of elements.
            ///
            /// ```
            /// use amp::prelude::*;
            ///
            #[doc = concat!("let view = ", $example, ";")]
            /// assert_eq!(view.len(), 6);
            /// assert!(!view.is_empty());
            /// # Ok::<(), amp::Error>(())
            /// ```
            #[must_use]
            pub fn len(&self) -> usize {
                self.extent().size()
            }

            /// Whether the number of elements is zero.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }
        }
    };
}

impl_len!([T: Element, const N: usize] Array<T, N>, "Array::<f32, 2>::zeros([2, 3])?");
impl_len!([T: Element, const N: usize] ArrayView<'_, T, N>, "ArrayView::with_extent([2, 3], &[0.0f32; 6])?");
impl_len!([T: GpuType, const N: usize] ArrayViewMut<'_, T, N>, "ArrayViewMut::<f32, 2>::without_source([2, 3])?");

/// Implements indexing of single elements on the host.
macro_rules! impl_index {
    ($view:ident $held:ident) => {
        impl<T: $held, const N: usize> std::ops::Index<[usize; N]> for $view<'_, T, N> {
            type Output = T;

            fn index(&self, index: [usize; N]) -> &T {
                self.element(index)
            }
        }

        impl<T: $held, const N: usize> std::ops::Index<Index<N>> for $view<'_, T, N> {
            type Output = T;

            fn index(&self, index: Index<N>) -> &T {
                self.element(index.into())
            }
        }

        impl<T: $held> std::ops::Index<usize> for $view<'_, T, 1> {
            type Output = T;

            fn index(&self, index: usize) -> &T {
                self.element([index])
            }
        }
    };
}
use impl_index;

/// Implements slices of a view with one dimension on the host.
macro_rules! impl_slices {
    ($($range:ty)*) => {$(
        impl<T: Element> std::ops::Index<$range> for ArrayView<'_, T, 1> {
            type Output = [T];

            fn index(&self, positions: $range) -> &[T] {
                self.slice(positions)
            }
        }

        impl<T: GpuType> std::ops::Index<$range> for ArrayViewMut<'_, T, 1> {
            type Output = [T];

            fn index(&self, positions: $range) -> &[T] {
                self.slice(positions)
            }
        }

        impl<T: GpuType> std::ops::IndexMut<$range> for ArrayViewMut<'_, T, 1> {
            fn index_mut(&mut self, positions: $range) -> &mut [T] {
                self.slice_mut(positions)
            }
        }
    )*};
}

impl_slices! {
    std::ops::Range<usize>
    std::ops::RangeFrom<usize>
    std::ops::RangeFull
    std::ops::RangeInclusive<usize>
    std::ops::RangeTo<usize>
    std::ops::RangeToInclusive<usize>
}
