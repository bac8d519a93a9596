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

/// The functions that vectors have as well: name, name in the trait, and where `f32` has it.
macro_rules! componentwise {
    ($($name:ident $hidden:ident $room:ident;)*) => {
        /// What the twin can compute of a number, or of each component of a vector.
        #[diagnostic::on_unimplemented(
            message = "`{Self}` has no such function",
            note = "floats and glam's vectors have"
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
                    $room::$name(self)
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
        componentwise!(vectors ($($name $hidden $room;)*) Vec2 Vec3 Vec4);

        $(
            /// See the method of the same name.
            #[inline(always)]
            pub fn $name<T: Componentwise>(x: T) -> T {
                x.$hidden()
            }
        )*
    };
    (vectors $functions:tt $($vector:ident)*) => {
        $(componentwise!(vector $vector $functions);)*
    };
    (vector $vector:ident ($($name:ident $hidden:ident $room:ident;)*)) => {
        impl Componentwise for $vector {
            $(
                #[inline(always)]
                fn $hidden(self) -> Self {
                    $vector::from_array(self.to_array().map($room::$name))
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

/// What can be raised to a power, and what the power is: of a vector too it is one number.
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

/// See the method of the same name.
#[inline(always)]
pub fn powf<T: Power>(x: T, exponent: T::Exponent) -> T {
    x.amp_powf(exponent)
}
