//! The functions of `f32` as kernels compute them on the CPU: without branches and tables, so that a loop over lanes becomes
//! vectors of them, which it cannot of calls of the system's library.
//!
//! Where digits would be lost on the way, the way is gone in `f64`; nothing is ever fused. So a function has the same result on
//! every level of the processor. `docs/language/math.md` states how exact they are, and a test holds them to it. Other
//! types go to the standard library.

mod exponential;
mod hyperbolic;
mod inverse;
mod logarithm;
#[cfg(test)]
mod tests;
mod trigonometric;
mod wide;

#[cfg(feature = "glam")]
use glam::{Vec2, Vec3, Vec4};

/// A function a line: its name, its name in the trait, its arguments, and where `f32` has it.
macro_rules! functions {
    ($($name:ident $hidden:ident ($($argument:ident),*) $room:ident;)*) => {
        /// What the twin can compute of a number. Its names are not those of methods, which would hide others.
        #[diagnostic::on_unimplemented(
            message = "`{Self}` has no mathematical functions",
            note = "`f32` has, and so has `f64`"
        )]
        pub trait Functions: Sized {
            $(
                #[doc(hidden)]
                fn $hidden(self $(, $argument: Self)*) -> Self;
            )*
        }

        impl Functions for f32 {
            $(
                #[inline(always)]
                fn $hidden(self $(, $argument: Self)*) -> Self {
                    $room::$name(self $(, $argument)*)
                }
            )*
        }

        impl Functions for f64 {
            $(
                #[inline(always)]
                fn $hidden(self $(, $argument: Self)*) -> Self {
                    self.$name($($argument),*)
                }
            )*
        }

        $(
            /// See the method of the same name.
            #[inline(always)]
            pub fn $name<T: Functions>(x: T $(, $argument: T)*) -> T {
                x.$hidden($($argument),*)
            }
        )*
    };
}

functions! {
    exp2 amp_exp2() exponential;
    ln amp_ln() logarithm;
    log2 amp_log2() logarithm;
    log10 amp_log10() logarithm;
    powf amp_powf(y) logarithm;
    sin amp_sin() trigonometric;
    cos amp_cos() trigonometric;
    tan amp_tan() trigonometric;
    asin amp_asin() inverse;
    acos amp_acos() inverse;
    atan amp_atan() inverse;
    atan2 amp_atan2(x) inverse;
    sinh amp_sinh() hyperbolic;
    cosh amp_cosh() hyperbolic;
    tanh amp_tanh() hyperbolic;
}

/// The exponential, which vectors have as well.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no exponential",
    note = "floats and glam's vectors have"
)]
pub trait Exponential {
    #[doc(hidden)]
    fn amp_exp(self) -> Self;
}

impl Exponential for f32 {
    #[inline(always)]
    fn amp_exp(self) -> Self {
        exponential::exp(self)
    }
}

impl Exponential for f64 {
    #[inline(always)]
    fn amp_exp(self) -> Self {
        self.exp()
    }
}

#[cfg(feature = "glam")]
macro_rules! vectors {
    ($($vector:ident)*) => {$(
        impl Exponential for $vector {
            #[inline(always)]
            fn amp_exp(self) -> Self {
                $vector::from_array(self.to_array().map(exponential::exp))
            }
        }
    )*};
}

#[cfg(feature = "glam")]
vectors!(Vec2 Vec3 Vec4);

/// See the method of the same name.
#[inline(always)]
pub fn exp<T: Exponential>(x: T) -> T {
    x.amp_exp()
}
