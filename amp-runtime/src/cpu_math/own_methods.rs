//! Calls such as `x.exp()`, if only rustc knows the type of `x`. If `x` is a float, the call uses the
//! vectorisable function of `cpu_math`. If `x` has a user's type, the call uses the user's method of that
//! name. Autoref specialisation selects one of them; see `abi/probe.rs`.

use super::{Componentwise, Functions, Power};

/// Wraps the receiver of a method call, for the dispatch by autoref specialisation.
#[derive(Clone, Copy, Debug)]
pub struct MathReceiver<T>(pub T);

/// Declares the traits between which rustc selects: traits for receivers that are floats, and `OwnMethods`
/// for all other receivers. Each line has the name of the method, its argument, and the argument's type if
/// the receiver is a float.
macro_rules! dispatch {
    ($($level:ident: $bound:ident { $($name:ident ($($argument:ident: $of:ty)?);)* })*) => {
        $(
            /// The methods for receivers that are floats.
            pub trait $level<T: $bound>: Sized {
                $(
                    /// Calls the vectorisable function. `own` is a closure with the method call as the user
                    /// wrote it. It only helps type inference, and is never called.
                    fn $name(self $(, $argument: $of)?, own: impl FnOnce(T $(, $of)?) -> T) -> T;
                )*
            }

            impl<T: $bound + Copy> $level<T> for &MathReceiver<T> {
                $(
                    #[inline(always)]
                    fn $name(self $(, $argument: $of)?, _: impl FnOnce(T $(, $of)?) -> T) -> T {
                        self.0.$name($($argument)?)
                    }
                )*
            }
        )*

        /// The methods for receivers of user types.
        pub trait OwnMethods<T>: Sized {
            $($(dispatch!(own $name T $($argument)?);)*)*
        }

        impl<T> OwnMethods<T> for MathReceiver<T> {
            $($(dispatch!(call $name T $($argument)?);)*)*
        }
    };
    (own $name:ident $of:ident) => {
        /// Calls `own`, a closure with the method call as the user wrote it.
        fn $name<R>(self, own: impl FnOnce($of) -> R) -> R;
    };
    (own $name:ident $of:ident $argument:ident) => {
        /// Calls `own`, a closure with the method call as the user wrote it.
        fn $name<A, R>(self, $argument: A, own: impl FnOnce($of, A) -> R) -> R;
    };
    (call $name:ident $of:ident) => {
        #[inline(always)]
        fn $name<R>(self, own: impl FnOnce($of) -> R) -> R {
            own(self.0)
        }
    };
    (call $name:ident $of:ident $argument:ident) => {
        #[inline(always)]
        fn $name<A, R>(self, $argument: A, own: impl FnOnce($of, A) -> R) -> R {
            own(self.0, $argument)
        }
    };
}

dispatch! {
    ScalarMethods: Functions {
        amp_log10();
        amp_tan();
        amp_asin();
        amp_acos();
        amp_atan();
        amp_atan2(x: T);
        amp_sinh();
        amp_cosh();
        amp_tanh();
    }
    ComponentMethods: Componentwise {
        amp_exp();
        amp_exp2();
        amp_ln();
        amp_log2();
        amp_sin();
        amp_cos();
    }
    PowerMethods: Power {
        amp_powf(exponent: T::Exponent);
    }
}
