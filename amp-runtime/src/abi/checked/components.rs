//! The integer components of glam's vectors, indices and extents, for checks of component-wise operations.

use std::any::Any;

use super::arithmetic::{Kind, integer};
use crate::types::extent::Extent;
use crate::types::index::Index;

macro_rules! integer_components {
    ($($(#[$only:meta])? $ty:ty, $kind:ident;)*) => {
        /// The integer type and the components of a vector, an index or an extent. The result is `None` for
        /// other values.
        pub(super) fn components<T: 'static>(value: &T) -> Option<(Kind, Vec<i128>)> {
            let value: &dyn Any = value;
            $($(#[$only])? if let Some(value) = value.downcast_ref::<$ty>() {
                return Some((Kind::$kind, <[_; _]>::from(*value).map(|it| it as i128).to_vec()));
            })*
            None
        }
    };
}

integer_components! {
    Index<1>, Usize; Index<2>, Usize; Index<3>, Usize; Index<4>, Usize;
    Index<5>, Usize; Index<6>, Usize; Index<7>, Usize; Index<8>, Usize;
    Extent<1>, Usize; Extent<2>, Usize; Extent<3>, Usize; Extent<4>, Usize;
    Extent<5>, Usize; Extent<6>, Usize; Extent<7>, Usize; Extent<8>, Usize;
    #[cfg(feature = "glam")] glam::IVec2, I32;
    #[cfg(feature = "glam")] glam::IVec3, I32;
    #[cfg(feature = "glam")] glam::IVec4, I32;
    #[cfg(feature = "glam")] glam::UVec2, U32;
    #[cfg(feature = "glam")] glam::UVec3, U32;
    #[cfg(feature = "glam")] glam::UVec4, U32;
}

/// The integer type and the operand pairs of a component-wise operation. The result is `None` if neither
/// operand has components. A scalar operand is paired with each component of the other operand.
pub(super) fn pairs<A: 'static, B: 'static>(a: &A, b: &B) -> Option<(Kind, Vec<[i128; 2]>)> {
    let of_each = |list: Vec<i128>, other: i128| list.into_iter().map(move |it| [it, other]).collect();
    match (components(a), components(b)) {
        (Some((kind, a)), Some((_, b))) => Some((kind, a.into_iter().zip(b).map(|(a, b)| [a, b]).collect())),
        (Some((kind, a)), None) => Some((kind, of_each(a, integer(b)?.1))),
        (None, Some((kind, b))) => {
            let pairs: Vec<_> = of_each(b, integer(a)?.1);
            Some((kind, pairs.into_iter().map(|[b, a]| [a, b]).collect()))
        }
        (None, None) => None,
    }
}

#[cfg(all(test, feature = "glam"))]
mod tests {
    use super::*;
    use glam::{IVec2, Vec2};

    #[test]
    fn operations_are_component_wise() {
        assert_eq!(pairs(&IVec2::new(1, -2), &IVec2::new(3, 4)), Some((Kind::I32, vec![[1, 3], [-2, 4]])));
        assert_eq!(pairs(&Index::new([1, 2]), &7usize), Some((Kind::Usize, vec![[1, 7], [2, 7]])));
        assert_eq!(pairs(&7usize, &Extent::new([1, 2])), Some((Kind::Usize, vec![[7, 1], [7, 2]])));
        assert_eq!(pairs(&Vec2::ONE, &2.0f32), None);
        assert_eq!(pairs(&1u32, &2u32), None);
    }
}
