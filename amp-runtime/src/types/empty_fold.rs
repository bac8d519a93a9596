//! The results of `sum` and `product` for an empty sequence: the start values of the accumulator in a kernel.
//!
//! For floats, the empty sum is `-0.0`, as in the standard library, so that the sum of `[-0.0]` is `-0.0`. In
//! a kernel, `sum` and `product` are loops that call a step for each item. For the built-in types and glam types, the
//! step is `+` or `*`, as in their `Sum` and `Product` impls. For a type with a `#[device] impl Sum`, the macro makes the
//! step from the user's body.

use half::f16;

use super::Builtin;

/// A type of which kernels can compute sums.
#[diagnostic::on_unimplemented(
    message = "kernels cannot call `sum` for values of type `{Self}`",
    note = "`sum` adds scalars, vectors and matrices; for your own type, write `#[device]` above its `impl Sum`"
)]
pub trait EmptySum: AmpSumStep {
    /// The sum of an empty sequence.
    fn empty_sum() -> Self;
}

/// A type of which kernels can compute products.
#[diagnostic::on_unimplemented(
    message = "kernels cannot call `product` for values of type `{Self}`",
    note = "`product` multiplies scalars and vectors; for your own type, write `#[device]` above its `impl Product`"
)]
pub trait EmptyProduct: AmpProductStep {
    /// The product of an empty sequence.
    fn empty_product() -> Self;
}

/// The step of a sum. The name begins with `amp`, because a user's trait may not have the name.
#[diagnostic::on_unimplemented(
    message = "kernels cannot call `sum` for values of type `{Self}`",
    note = "`sum` adds scalars, vectors and matrices; for your own type, write `#[device]` above its `impl Sum`"
)]
pub trait AmpSumStep: Sized {
    /// The sum of the items so far and the next item.
    fn amp_sum_step(self, item: Self) -> Self;
}

/// The step of a product.
#[diagnostic::on_unimplemented(
    message = "kernels cannot call `product` for values of type `{Self}`",
    note = "`product` multiplies scalars and vectors; for your own type, write `#[device]` above its `impl Product`"
)]
pub trait AmpProductStep: Sized {
    /// The product of the items so far and the next item.
    fn amp_product_step(self, item: Self) -> Self;
}

macro_rules! steps {
    ($trait:ident $step:ident $operator:ident $method:ident: $($ty:ty)*) => {$(
        impl $trait for $ty {
            #[inline(always)]
            fn $step(self, item: Self) -> Self {
                ::core::ops::$operator::$method(self, item)
            }
        }
    )*};
}

macro_rules! neutral {
    ($($ty:ty, $sum:expr, $product:expr;)*) => {
        steps! { AmpSumStep amp_sum_step Add add: $($ty)* }
        steps! { AmpProductStep amp_product_step Mul mul: $($ty)* }
        $(
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
        )*
    };
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
    use super::{AmpProductStep, AmpSumStep, EmptyProduct, EmptySum};
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

    steps! { AmpSumStep amp_sum_step Add add: Mat2 Mat3 Mat4 }

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

/// A type of a field of which a user's `Sum` or `Product` may compute the sum or product.
#[diagnostic::on_unimplemented(
    message = "kernels cannot compute this sum or product in a field of type `{Self}`, which is not built in",
    note = "write the step yourself: `iter.fold(FIRST, |a, b| ..)`"
)]
pub trait BuiltinTotal {}

#[diagnostic::do_not_recommend]
impl<T: Builtin> BuiltinTotal for T {}

/// The sum of an empty sequence of built-in values, of which the step is `+`.
#[inline(always)]
pub fn empty_builtin_sum<T: EmptySum + BuiltinTotal>() -> T {
    T::empty_sum()
}

/// The product of an empty sequence of built-in values, of which the step is `*`.
#[inline(always)]
pub fn empty_builtin_product<T: EmptyProduct + BuiltinTotal>() -> T {
    T::empty_product()
}

/// The sum of the items so far and the next item.
#[inline(always)]
pub fn sum_step<T: AmpSumStep>(sum: T, item: T) -> T {
    sum.amp_sum_step(item)
}

/// The product of the items so far and the next item.
#[inline(always)]
pub fn product_step<T: AmpProductStep>(product: T, item: T) -> T {
    product.amp_product_step(item)
}
