//! What kernels link to: device functions, and constants.

use amp_shader::{Bits, Item, TypeInfo};

use crate::element::Value;

/// A device function, by the types of its arguments.
#[diagnostic::on_unimplemented(
    message = "the device function `{Self}` does not take these arguments: `{Arguments}`",
    note = "the types of the arguments are those of the parameters"
)]
pub trait DeviceCall<Arguments> {
    /// What it returns.
    type Output: Value;
    /// Its shader text.
    const ITEM: &'static Item;
}

/// The type of a device function's parameter, where the types of the other arguments are known: what a number without a
/// suffix becomes there.
pub trait DeviceParameter<const POSITION: usize, Arguments> {
    /// The parameter's type.
    type Type: Value;
}

/// A guard of which nothing is known, so that rustc does not count its arm when it asks whether a `match` covers all.
#[inline(always)]
pub fn perhaps() -> bool {
    true
}

/// The type of a constant.
pub const fn const_info<T: Value>(_: &T) -> &'static TypeInfo {
    T::INFO
}

/// A scalar: what a constant that a kernel names may be.
#[diagnostic::on_unimplemented(message = "a kernel can name constants of scalar types only, not of `{Self}`")]
pub trait Constant: Value + sealed::Sealed {}

mod sealed {
    pub trait Sealed {}
}

macro_rules! constant {
    ($($ty:ident)*) => {$(
        impl sealed::Sealed for $ty {}
        impl Constant for $ty {}
    )*};
}

constant!(bool f32 f64 i32 i64 isize u32 u64 usize);

/// The bits of a constant.
pub const fn const_bits<T: Constant>(value: &T) -> Bits {
    let pointer: *const T = value;
    // SAFETY: the trait is sealed, and its types are scalars of 1, 4 or 8 bytes without padding: each is read as an
    // integer of its own size.
    unsafe {
        match size_of::<T>() {
            1 => Bits(pointer.cast::<u8>().read() as u64),
            4 => Bits(pointer.cast::<u32>().read() as u64),
            8 => Bits(pointer.cast::<u64>().read()),
            _ => panic!("a kernel can name constants of scalar types only"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_keep_their_bits() {
        const A: Bits = const_bits(&1.5f32);
        assert_eq!(A, Bits(1.5f32.to_bits() as u64));
        assert_eq!(const_bits(&true), Bits(1));
        assert_eq!(const_bits(&-1i32), Bits(0xffff_ffff));
        assert_eq!(const_bits(&7usize), Bits(7));
    }
}
