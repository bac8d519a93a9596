//! The results of `sum` and `product` for an empty sequence: the start values of the accumulator in a kernel.
//!
//! For floats, the empty sum is `-0.0`, as in the standard library, so that the sum of `[-0.0]` is `-0.0`. In
//! a kernel, `sum` and `product` are loops with `+` and `*`. So a type is supported only if its `Sum` and
//! `Product` impls compute the same as these loops. Such types are the built-in types, glam types, and types
//! with a `#[device] impl Sum`, whose body the macro checks.

use half::f16;

/// A type of which kernels can compute sums.
#[diagnostic::on_unimplemented(
    message = "kernels cannot call `sum` for values of type `{Self}`",
    note = "`sum` adds scalars, vectors and matrices; for your own type, write `#[device]` above its `impl Sum`"
)]
pub trait EmptySum: Sized {
    /// The sum of an empty sequence.
    fn empty_sum() -> Self;
}

/// A type of which kernels can compute products.
#[diagnostic::on_unimplemented(
    message = "kernels cannot call `product` for values of type `{Self}`",
    note = "`product` multiplies scalars and vectors; for your own type, write `#[device]` above its `impl Product`"
)]
pub trait EmptyProduct: Sized {
    /// The product of an empty sequence.
    fn empty_product() -> Self;
}

macro_rules! neutral {
    ($($ty:ty, $sum:expr, $product:expr;)*) => {$(
        impl EmptySum for $ty {
            #[inline(always)]
            fn empty_sum() -> Self {
                $sum
            }
        }

        impl EmptyProduct for $ty {
            #[inline(always)]
            fn empty_product() -> Self {
                $product
            }
        }
    )*};
}

neutral! {
    f32, -0.0, 1.0;
    f64, -0.0, 1.0;
    f16, f16::NEG_ZERO, f16::ONE;
    i32, 0, 1;
    u32, 0, 1;
    i64, 0, 1;
    u64, 0, 1;
    isize, 0, 1;
    usize, 0, 1;
    u8, 0, 1;
    i8, 0, 1;
    u16, 0, 1;
    i16, 0, 1;
}

#[cfg(feature = "glam")]
mod of_glam {
    use super::{EmptyProduct, EmptySum};
    use glam::{IVec2, IVec3, IVec4, Mat2, Mat3, Mat4, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4};

    neutral! {
        Vec2, Vec2::ZERO, Vec2::ONE;
        Vec3, Vec3::ZERO, Vec3::ONE;
        Vec4, Vec4::ZERO, Vec4::ONE;
        IVec2, IVec2::ZERO, IVec2::ONE;
        IVec3, IVec3::ZERO, IVec3::ONE;
        IVec4, IVec4::ZERO, IVec4::ONE;
        UVec2, UVec2::ZERO, UVec2::ONE;
        UVec3, UVec3::ZERO, UVec3::ONE;
        UVec4, UVec4::ZERO, UVec4::ONE;
    }

    impl EmptySum for Mat2 {
        #[inline(always)]
        fn empty_sum() -> Self {
            Mat2::ZERO
        }
    }

    impl EmptySum for Mat3 {
        #[inline(always)]
        fn empty_sum() -> Self {
            Mat3::ZERO
        }
    }

    impl EmptySum for Mat4 {
        #[inline(always)]
        fn empty_sum() -> Self {
            Mat4::ZERO
        }
    }
}

/// The sum of an empty sequence.
#[inline(always)]
pub fn empty_sum<T: EmptySum>() -> T {
    T::empty_sum()
}

/// The product of an empty sequence.
#[inline(always)]
pub fn empty_product<T: EmptyProduct>() -> T {
    T::empty_product()
}
