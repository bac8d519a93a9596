//! `Index<N>`, a point of an index space, and the macros that generate the operators of `Index` and `Extent`.

/// A point in a space of `N` dimensions. Dimension 0 is the most significant, as in a row-major array.
///
/// ```
/// use amp::prelude::*;
///
/// let i = Index::new([2, 3]);
/// assert_eq!(i + Index::new([1, 1]), Index::new([3, 4]));
/// let [row, column] = i.into();
/// assert_eq!((row, column), (2, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Index<const N: usize>(pub(crate) [usize; N]);

impl<const N: usize> Index<N> {
    /// The origin.
    pub const ZERO: Self = Index([0; N]);

    /// The point with these components.
    #[inline(always)]
    pub const fn new(components: [usize; N]) -> Self {
        Index(components)
    }

    /// The point at this offset from `self`. The result may lie outside of every extent, even below zero: a
    /// component below zero wraps around, and [`Extent::contains`](crate::Extent::contains) returns false.
    /// Stencils can detect the boundary of a view this way.
    ///
    /// ```
    /// use amp::prelude::*;
    ///
    /// let extent = Extent::new([4, 4]);
    /// let corner = Index::new([0, 0]);
    /// assert!(extent.contains(corner.offset([1, 1])));
    /// assert!(!extent.contains(corner.offset([-1, 0])));
    /// ```
    #[inline(always)]
    pub fn offset(self, by: [isize; N]) -> Self {
        Index(std::array::from_fn(|d| self.0[d].wrapping_add_signed(by[d])))
    }
}

impl<const N: usize> Default for Index<N> {
    #[inline(always)]
    fn default() -> Self {
        Index::ZERO
    }
}

/// Generates the access to components and the conversions of `Index` and `Extent`.
macro_rules! impl_components {
    ($name:ident) => {
        impl<const N: usize> From<[usize; N]> for $name<N> {
            #[inline(always)]
            fn from(components: [usize; N]) -> Self {
                $name(components)
            }
        }

        impl<const N: usize> From<$name<N>> for [usize; N] {
            #[inline(always)]
            fn from(it: $name<N>) -> Self {
                it.0
            }
        }

        impl From<usize> for $name<1> {
            #[inline(always)]
            fn from(component: usize) -> Self {
                $name([component])
            }
        }

        impl From<(usize, usize)> for $name<2> {
            #[inline(always)]
            fn from((a, b): (usize, usize)) -> Self {
                $name([a, b])
            }
        }

        impl From<(usize, usize, usize)> for $name<3> {
            #[inline(always)]
            fn from((a, b, c): (usize, usize, usize)) -> Self {
                $name([a, b, c])
            }
        }

        impl<const N: usize> std::ops::Index<usize> for $name<N> {
            type Output = usize;

            #[inline(always)]
            fn index(&self, dimension: usize) -> &usize {
                &self.0[dimension]
            }
        }

        impl<const N: usize> std::ops::IndexMut<usize> for $name<N> {
            #[inline(always)]
            fn index_mut(&mut self, dimension: usize) -> &mut usize {
                &mut self.0[dimension]
            }
        }
    };
}
pub(crate) use impl_components;

/// Generates a component-wise operator, such as `+`, and its assigning form, such as `+=`.
macro_rules! impl_component_wise {
    ($left:ident $trait:ident $method:ident $assign:ident $assign_method:ident $right:ident) => {
        impl<const N: usize> std::ops::$trait<$right<N>> for $left<N> {
            type Output = $left<N>;

            #[inline(always)]
            fn $method(self, right: $right<N>) -> $left<N> {
                $left(std::array::from_fn(|d| std::ops::$trait::$method(self.0[d], right.0[d])))
            }
        }

        impl<const N: usize> std::ops::$assign<$right<N>> for $left<N> {
            #[inline(always)]
            fn $assign_method(&mut self, right: $right<N>) {
                *self = std::ops::$trait::$method(*self, right);
            }
        }
    };
}
pub(crate) use impl_component_wise;

/// Generates an operator between an index or extent and a `usize` on the right, which applies to each
/// component. Also generates its assigning form.
macro_rules! impl_with_number {
    ($left:ident $trait:ident $method:ident $assign:ident $assign_method:ident) => {
        impl<const N: usize> std::ops::$trait<usize> for $left<N> {
            type Output = $left<N>;

            #[inline(always)]
            fn $method(self, right: usize) -> $left<N> {
                $left(std::array::from_fn(|d| std::ops::$trait::$method(self.0[d], right)))
            }
        }

        impl<const N: usize> std::ops::$assign<usize> for $left<N> {
            #[inline(always)]
            fn $assign_method(&mut self, right: usize) {
                *self = std::ops::$trait::$method(*self, right);
            }
        }
    };
}
pub(crate) use impl_with_number;

/// Generates an operator between a `usize` on the left and an index or extent, which applies to each
/// component.
macro_rules! impl_number_first {
    ($right:ident $trait:ident $method:ident) => {
        impl<const N: usize> std::ops::$trait<$right<N>> for usize {
            type Output = $right<N>;

            #[inline(always)]
            fn $method(self, right: $right<N>) -> $right<N> {
                $right(right.0.map(|component| std::ops::$trait::$method(self, component)))
            }
        }
    };
}
pub(crate) use impl_number_first;

impl_components!(Index);
impl_component_wise!(Index Add add AddAssign add_assign Index);
impl_component_wise!(Index Sub sub SubAssign sub_assign Index);
impl_with_number!(Index Add add AddAssign add_assign);
impl_with_number!(Index Sub sub SubAssign sub_assign);
impl_with_number!(Index Mul mul MulAssign mul_assign);
impl_with_number!(Index Div div DivAssign div_assign);
impl_with_number!(Index Rem rem RemAssign rem_assign);

impl_number_first!(Index Add add);
impl_number_first!(Index Sub sub);
impl_number_first!(Index Mul mul);
impl_number_first!(Index Div div);
impl_number_first!(Index Rem rem);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_is_component_wise() {
        let mut i = Index::new([7, 9]);
        assert_eq!(i - Index::new([1, 2]), Index::new([6, 7]));
        assert_eq!((i * 2, i / 2, i % 4), (Index::new([14, 18]), Index::new([3, 4]), Index::new([3, 1])));
        i += 1;
        i -= Index::new([8, 0]);
        assert_eq!(i, Index::new([0, 10]));
        assert_eq!((2 * i, 2 + i, 12 - i), (Index::new([0, 20]), Index::new([2, 12]), Index::new([12, 2])));
        let i = Index::new([3, 7]);
        assert_eq!((22 / i, 22 % i), (Index::new([7, 3]), Index::new([1, 1])));
    }

    #[test]
    fn number_converts_to_an_index_of_rank_one() {
        assert_eq!(Index::from(5)[0], 5);
        assert_eq!(Index::<3>::default(), Index::ZERO);
    }
}
