//! Iterators over the elements of a view with one dimension.

use std::iter::FusedIterator;
use std::ops::{Index, Range};

use super::{ArrayView, ArrayViewMut};
use crate::types::{Element, GpuType};

/// An iterator over the elements of a view, as `iter` returns it.
#[derive(Clone, Debug)]
pub struct ViewIter<'v, V> {
    view: &'v V,
    indices: Range<usize>,
}

impl<'v, V: Index<usize>> Iterator for ViewIter<'v, V>
where
    V::Output: Sized,
{
    type Item = &'v V::Output;

    fn next(&mut self) -> Option<Self::Item> {
        self.indices.next().map(|index| &self.view[index])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        self.indices.nth(n).map(|index| &self.view[index])
    }
}

impl<V: Index<usize>> DoubleEndedIterator for ViewIter<'_, V>
where
    V::Output: Sized,
{
    fn next_back(&mut self) -> Option<Self::Item> {
        self.indices.next_back().map(|index| &self.view[index])
    }
}

impl<V: Index<usize>> ExactSizeIterator for ViewIter<'_, V> where V::Output: Sized {}
impl<V: Index<usize>> FusedIterator for ViewIter<'_, V> where V::Output: Sized {}

macro_rules! iterated {
    ($($view:ident $of:ident;)*) => {$(
        impl<'a, T: $of> $view<'a, T, 1> {
            /// Iterates over the elements, on the host or in a kernel. On the host, the first access to an
            /// element downloads the data if necessary.
            ///
            /// ```
            /// use amp::prelude::*;
            ///
            /// let values = [1.0f32, 2.0, 3.0];
            /// assert_eq!(ArrayView::new(&values).iter().sum::<f32>(), 6.0);
            /// ```
            ///
            /// # Panics
            /// If the data cannot be downloaded.
            #[must_use]
            pub fn iter(&self) -> ViewIter<'_, Self> {
                ViewIter { view: self, indices: 0..self.extent()[0] }
            }

            /// The element at a position, or `None` if the position is out of bounds. Works on the host and
            /// in kernels. On the host, downloads the data if necessary.
            ///
            /// ```
            /// use amp::prelude::*;
            ///
            /// let values = [1.0f32, 2.0, 3.0];
            /// assert_eq!(ArrayView::new(&values).get(3), None);
            /// ```
            ///
            /// # Panics
            /// If the data cannot be downloaded.
            #[must_use]
            pub fn get(&self, position: usize) -> Option<&T> {
                (position < self.extent()[0]).then(|| &self[position])
            }

            /// The first element, or `None` if the view is empty. Works on the host and in kernels. On the
            /// host, downloads the data if necessary.
            ///
            /// # Panics
            /// If the data cannot be downloaded.
            #[must_use]
            pub fn first(&self) -> Option<&T> {
                self.get(0)
            }

            /// The last element, or `None` if the view is empty. Works on the host and in kernels. On the
            /// host, downloads the data if necessary.
            ///
            /// # Panics
            /// If the data cannot be downloaded.
            #[must_use]
            pub fn last(&self) -> Option<&T> {
                self.get(self.extent()[0].checked_sub(1)?)
            }
        }

        impl<'v, 'a, T: $of> IntoIterator for &'v $view<'a, T, 1> {
            type Item = &'v T;
            type IntoIter = ViewIter<'v, $view<'a, T, 1>>;

            fn into_iter(self) -> Self::IntoIter {
                self.iter()
            }
        }
    )*};
}

iterated! {
    ArrayView Element;
    ArrayViewMut GpuType;
}
