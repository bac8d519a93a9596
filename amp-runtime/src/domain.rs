//! What launches run over.

use crate::extent::Extent;
use crate::tile::TiledExtent;
use sealed::Sealed;

/// What a launch runs over: an [`Extent`], or a [`TiledExtent`] for a tiled kernel.
pub trait Domain: Copy + Sealed {}

impl<const N: usize> Domain for Extent<N> {}
impl<const N: usize> Domain for TiledExtent<N> {}

/// What can be given for a domain: the domain itself, or for an extent an array of sizes or a single size.
///
/// ```
/// use amp::{Extent, IntoDomain};
///
/// assert_eq!([3, 4].into_domain(), Extent::new([3, 4]));
/// assert_eq!(5.into_domain(), Extent::new([5]));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a domain",
    note = "a domain is an extent, an array of sizes, or `extent.tile([..])?`"
)]
pub trait IntoDomain {
    /// The domain that it becomes.
    type Domain: Domain;

    /// Converts it.
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

pub(crate) mod sealed {
    /// Nobody else implements these.
    pub trait Sealed {}
    impl<const N: usize> Sealed for super::Extent<N> {}
    impl<const N: usize> Sealed for super::TiledExtent<N> {}
}
