//! Checked versions of operators of built-in types, and of methods of glam's integer vectors that may
//! overflow.
//!
//! The macro prints the overflow check of a built-in operator as a separate call. So the impls of
//! [`CheckedOperator`] in this file check nothing. They exist because rustc may not know an operand type when
//! it selects between an operator's checked version and the plain operator. Then it selects the checked
//! version. If it later infers a built-in type, this type must implement [`CheckedOperator`].

use std::ops::{
    Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign, Mul,
    MulAssign, Neg, Not, Rem, RemAssign, Shl, ShlAssign, Shr, ShrAssign, Sub, SubAssign,
};

use amp_shader::field_hash;

use super::{CheckedOperator, Checker};
use crate::types::{AmpProductStep, AmpSumStep, Builtin};

macro_rules! binary_operators {
    ($($name:literal $trait:ident $method:ident $assigns:literal $assigning:ident $assign:ident;)*) => {$(
        impl<L: Builtin + Copy + $trait<R>, R: Builtin> CheckedOperator<{ field_hash($name) }, R> for L {
            type Output = L::Output;

            fn operate(&mut self, _: &Checker, rhs: R) -> L::Output {
                (*self).$method(rhs)
            }
        }

        impl<L: Builtin + Copy + $assigning<R>, R: Builtin> CheckedOperator<{ field_hash($assigns) }, R> for L {
            type Output = ();

            fn operate(&mut self, _: &Checker, rhs: R) {
                self.$assign(rhs);
            }
        }
    )*};
}

binary_operators! {
    "add" Add add "add_assign" AddAssign add_assign;
    "sub" Sub sub "sub_assign" SubAssign sub_assign;
    "mul" Mul mul "mul_assign" MulAssign mul_assign;
    "div" Div div "div_assign" DivAssign div_assign;
    "rem" Rem rem "rem_assign" RemAssign rem_assign;
    "bitand" BitAnd bitand "bitand_assign" BitAndAssign bitand_assign;
    "bitor" BitOr bitor "bitor_assign" BitOrAssign bitor_assign;
    "bitxor" BitXor bitxor "bitxor_assign" BitXorAssign bitxor_assign;
    "shl" Shl shl "shl_assign" ShlAssign shl_assign;
    "shr" Shr shr "shr_assign" ShrAssign shr_assign;
}

macro_rules! steps {
    ($($name:literal $trait:ident $method:ident;)*) => {$(
        impl<T: Builtin + Copy + $trait> CheckedOperator<{ field_hash($name) }, T> for T {
            type Output = T;

            fn operate(&mut self, _: &Checker, item: T) -> T {
                (*self).$method(item)
            }
        }
    )*};
}

steps! {
    "amp_sum_step" AmpSumStep amp_sum_step;
    "amp_product_step" AmpProductStep amp_product_step;
}

macro_rules! unary_operators {
    ($($name:literal $trait:ident $method:ident;)*) => {$(
        impl<L: Builtin + Copy + $trait> CheckedOperator<{ field_hash($name) }, ()> for L {
            type Output = L::Output;

            fn operate(&mut self, _: &Checker, (): ()) -> L::Output {
                (*self).$method()
            }
        }
    )*};
}

unary_operators! {
    "neg" Neg neg;
    "not" Not not;
}

macro_rules! equality {
    ($($name:literal $method:ident;)*) => {$(
        impl<L: Builtin + Copy + PartialEq<R>, R: Builtin> CheckedOperator<{ field_hash($name) }, R> for L {
            type Output = bool;

            fn operate(&mut self, _: &Checker, rhs: R) -> bool {
                (*self).$method(&rhs)
            }
        }
    )*};
}

equality! {
    "eq" eq;
    "ne" ne;
}

#[cfg(feature = "glam")]
mod of_vectors {
    use glam::{IVec2, IVec3, IVec4, UVec2, UVec3, UVec4};

    use super::{Checker, field_hash};
    use crate::abi::checked::CheckedMethod;
    use crate::abi::checked::components::components;

    /// Stops the kernel if a fold of the vector's components overflows in any step. `of_two` is the operation
    /// of a step.
    fn fold<T: 'static>(checker: &Checker, name: &str, vector: &T, of_two: fn(i128, i128) -> i128) {
        let Some((kind, all)) = components(vector) else { return };
        let fits = |sum: i128, part: &i128| Some(of_two(sum, *part)).filter(|sum| kind.fits_on_device(*sum));
        if all[1..].iter().try_fold(all[0], fits).is_none() {
            checker
                .stop(format!("attempt to compute `{name}` of {all:?} with overflow in `{}`", kind.name()));
        }
    }

    macro_rules! folds {
        ($($ty:ident $scalar:ident)*) => {$(
            folds!($ty $scalar "element_sum" element_sum |a, b| a + b);
            folds!($ty $scalar "element_product" element_product |a, b| a * b);
        )*};
        ($ty:ident $scalar:ident $name:literal $method:ident $of_two:expr) => {
            impl CheckedMethod<{ field_hash($name) }, ()> for $ty {
                const MUTATES_RECEIVER: bool = false;
                type Output = $scalar;

                fn call(&mut self, checker: &Checker, (): ()) -> $scalar {
                    CheckedMethod::<{ field_hash($name) }, ()>::amp_call_ref(self, checker, ())
                }

                fn amp_call_ref(&self, checker: &Checker, (): ()) -> $scalar {
                    let vector = checker.tile_copied(self);
                    fold(checker, $name, &vector, $of_two);
                    vector.$method()
                }
            }
        };
    }

    folds! { IVec2 i32 IVec3 i32 IVec4 i32 UVec2 u32 UVec3 u32 UVec4 u32 }
}
