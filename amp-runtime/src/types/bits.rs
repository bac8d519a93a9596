//! Bit casts among `f32`, `u32` and `i32`: `reinterpret_as` on values in kernels.

use super::Value;

/// A scalar of 32 bits.
#[diagnostic::on_unimplemented(
    message = "`reinterpret_as` in kernels converts among `f32`, `u32` and `i32`, not `{Self}`",
    note = "call it on the host, and capture the view that it returns"
)]
pub trait Word: Value {
    /// The bits of this scalar.
    fn to_word(self) -> u32;

    /// The scalar with these bits.
    fn of_word(bits: u32) -> Self;
}

macro_rules! impl_word {
    ($($number:ident $to:expr, $of:expr;)*) => {$(
        impl Word for $number {
            #[inline(always)]
            fn to_word(self) -> u32 {
                $to(self)
            }

            #[inline(always)]
            fn of_word(bits: u32) -> Self {
                $of(bits)
            }
        }
    )*};
}

impl_word! {
    f32 f32::to_bits, f32::from_bits;
    i32 i32::cast_unsigned, u32::cast_signed;
    u32 u32::from, u32::from;
}

/// Reinterprets the bits of `a` as a value of type `B`.
#[inline(always)]
pub fn bits<A: Word, B: Word>(a: A) -> B {
    B::of_word(a.to_word())
}
