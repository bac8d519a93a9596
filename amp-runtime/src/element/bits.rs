//! Numbers of 32 bits, as one another.

use super::Value;

/// A number of 32 bits.
#[diagnostic::on_unimplemented(
    message = "in kernels `reinterpret_as` is among `f32`, `u32` and `i32`, and not of `{Self}`",
    note = "make it on the host, and capture what it returns"
)]
pub trait Word: Value {
    /// Its bits.
    fn to_word(self) -> u32;

    /// The number with these bits.
    fn of_word(bits: u32) -> Self;
}

macro_rules! words {
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

words! {
    f32 f32::to_bits, f32::from_bits;
    i32 i32::cast_unsigned, u32::cast_signed;
    u32 u32::from, u32::from;
}

/// The bits of the one as the other.
#[inline(always)]
pub fn bits<A: Word, B: Word>(a: A) -> B {
    B::of_word(a.to_word())
}
