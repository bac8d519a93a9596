//! Mathematical functions of `f32` for the CPU back end, without branches and tables.
//!
//! LLVM vectorises a lane loop that calls these functions, but not one that calls the system's library. The
//! functions use argument reduction and minimax polynomials. Intermediate results are `f64` where `f32` would
//! lose digits. The code contains no fused operations, so the results are the same for every set of processor
//! features. `docs/language/math.md` states the accuracy, and a test verifies it. Functions of `f64` forward
//! to the standard library.

mod exponential;
mod f64_helpers;
mod hyperbolic;
mod inverse;
mod logarithm;
mod own_methods;
#[cfg(test)]
mod tests;
mod trigonometric;

pub use own_methods::{ComponentMethods, MathReceiver, OwnMethods, PowerMethods, ScalarMethods};

#[cfg(feature = "glam")]
use glam::{Vec2, Vec3, Vec4};

/// Declares mathematical functions of scalars. Each line has the name of the function, its method's name in
/// the trait `Functions`, the arguments, and the module with the `f32` version.
macro_rules! functions {
    ($($name:ident $hidden:ident ($($argument:ident),*) $module:ident;)*) => {
        /// Mathematical functions of scalars. The methods have prefixed names, so that they do not shadow a
        /// user's methods.
        #[diagnostic::on_unimplemented(
            message = "`{Self}` has no mathematical functions",
            note = "mathematical functions are defined for `f32` and `f64`"
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
                    $module::$name(self $(, $argument)*)
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
            /// Computes the same as the method of this name on `f32` or `f64`.
            #[inline(always)]
            pub fn $name<T: Functions>(x: T $(, $argument: T)*) -> T {
                x.$hidden($($argument),*)
            }
        )*
    };
}

functions! {
    log10 amp_log10() logarithm;
    tan amp_tan() trigonometric;
    asin amp_asin() inverse;
    acos amp_acos() inverse;
    atan amp_atan() inverse;
    atan2 amp_atan2(x) inverse;
    sinh amp_sinh() hyperbolic;
    cosh amp_cosh() hyperbolic;
    tanh amp_tanh() hyperbolic;
}

/// Declares mathematical functions of scalars and vectors. Each line has the name of the function, the name
/// of its method in the trait `Componentwise`, and the module with the `f32` version.
macro_rules! componentwise {
    ($($name:ident $hidden:ident $module:ident;)*) => {
        /// Mathematical functions of scalars, and component-wise of vectors.
        #[diagnostic::on_unimplemented(
            message = "`{Self}` has no such mathematical function",
            note = "this function is defined for floats and for glam's float vectors"
        )]
        pub trait Componentwise: Sized {
            $(
                #[doc(hidden)]
                fn $hidden(self) -> Self;
            )*
        }

        impl Componentwise for f32 {
            $(
                #[inline(always)]
                fn $hidden(self) -> Self {
                    $module::$name(self)
                }
            )*
        }

        impl Componentwise for f64 {
            $(
                #[inline(always)]
                fn $hidden(self) -> Self {
                    self.$name()
                }
            )*
        }

        #[cfg(feature = "glam")]
        componentwise!(vectors ($($name $hidden $module;)*) Vec2 Vec3 Vec4);

        $(
            /// Computes the same as the method of this name on a float or a vector.
            #[inline(always)]
            pub fn $name<T: Componentwise>(x: T) -> T {
                x.$hidden()
            }
        )*
    };
    (vectors $functions:tt $($vector:ident)*) => {
        $(componentwise!(vector $vector $functions);)*
    };
    (vector $vector:ident ($($name:ident $hidden:ident $module:ident;)*)) => {
        impl Componentwise for $vector {
            $(
                #[inline(always)]
                fn $hidden(self) -> Self {
                    $vector::from_array(self.to_array().map($module::$name))
                }
            )*
        }
    };
}

componentwise! {
    exp amp_exp exponential;
    exp2 amp_exp2 exponential;
    ln amp_ln logarithm;
    log2 amp_log2 logarithm;
    sin amp_sin trigonometric;
    cos amp_cos trigonometric;
}

/// Types that can be raised to a power. The exponent of a vector is a scalar.
pub trait Power {
    #[doc(hidden)]
    type Exponent;

    #[doc(hidden)]
    fn amp_powf(self, exponent: Self::Exponent) -> Self;
}

impl Power for f32 {
    type Exponent = f32;

    #[inline(always)]
    fn amp_powf(self, exponent: f32) -> Self {
        logarithm::powf(self, exponent)
    }
}

impl Power for f64 {
    type Exponent = f64;

    #[inline(always)]
    fn amp_powf(self, exponent: f64) -> Self {
        self.powf(exponent)
    }
}

#[cfg(feature = "glam")]
macro_rules! powers {
    ($($vector:ident)*) => {$(
        impl Power for $vector {
            type Exponent = f32;

            #[inline(always)]
            fn amp_powf(self, exponent: f32) -> Self {
                $vector::from_array(self.to_array().map(|x| logarithm::powf(x, exponent)))
            }
        }
    )*};
}

#[cfg(feature = "glam")]
powers!(Vec2 Vec3 Vec4);

/// `x` to the power of `exponent`.
#[inline(always)]
pub fn powf<T: Power>(x: T, exponent: T::Exponent) -> T {
    x.amp_powf(exponent)
}
