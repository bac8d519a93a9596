//! Domains of launches: `Domain` for extents and tiled extents, and `IntoDomain` for everything that
//! `parallel_for_each` accepts.

use crate::types::extent::Extent;
use crate::types::tile::TiledExtent;
use sealed::Sealed;

/// The domain of a launch: an [`Extent`], or a [`TiledExtent`] for a tiled kernel.
pub trait Domain: Copy + Sealed {}

impl<const N: usize> Domain for Extent<N> {}
impl<const N: usize> Domain for TiledExtent<N> {}

/// A type that converts to a domain: a domain itself, an array or a tuple of sizes, or one size.
///
/// ```
/// use amp::{Extent, IntoDomain};
///
/// assert_eq!([3, 4].into_domain(), Extent::new([3, 4]));
/// assert_eq!((3, 4).into_domain(), Extent::new([3, 4]));
/// assert_eq!(5.into_domain(), Extent::new([5]));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the domain of a launch",
    note = "pass an extent such as `view.extent()`, an array or a tuple of sizes, or `extent.tile([..])?`"
)]
pub trait IntoDomain {
    /// The type of the domain: an [`Extent`] or a [`TiledExtent`].
    type Domain: Domain;

    /// Converts to the domain.
    fn into_domain(self) -> Self::Domain;
}

impl<const N: usize> IntoDomain for Extent<N> {
    type Domain = Self;

    fn into_domain(self) -> Self {
        self
    }
}

impl<const N: usize> IntoDomain for TiledExtent<N> {
    type Domain = Self;

    fn into_domain(self) -> Self {
        self
    }
}

impl<const N: usize> IntoDomain for [usize; N] {
    type Domain = Extent<N>;

    fn into_domain(self) -> Extent<N> {
        Extent(self)
    }
}

impl IntoDomain for usize {
    type Domain = Extent<1>;

    fn into_domain(self) -> Extent<1> {
        Extent([self])
    }
}

impl IntoDomain for (usize, usize) {
    type Domain = Extent<2>;

    fn into_domain(self) -> Extent<2> {
        self.into()
    }
}

impl IntoDomain for (usize, usize, usize) {
    type Domain = Extent<3>;

    fn into_domain(self) -> Extent<3> {
        self.into()
    }
}

pub(crate) mod sealed {
    /// Seals `Domain`, so that users cannot implement it.
    pub trait Sealed {}
    impl<const N: usize> Sealed for crate::types::Extent<N> {}
    impl<const N: usize> Sealed for crate::types::TiledExtent<N> {}
}
