//! Whether an integer has the same value in another integer type. Kernels test it for `u8::try_from(n)` if only rustc knows the
//! type of `n`.

amp_macros::device_methods! {
impl char {
    fn amp_fits_u8(self) -> bool {
        let own: char = self;
        u8::try_from(own).is_ok()
    }

    fn amp_fits_u16(self) -> bool {
        let own: char = self;
        u16::try_from(own).is_ok()
    }
}
}

macro_rules! fitting {
    ($($from:ident)*) => {$(
        amp_macros::device_methods! {
        impl $from {
            fn amp_fits_i8(self) -> bool {
                let own: $from = self;
                i8::try_from(own).is_ok()
            }

            fn amp_fits_u8(self) -> bool {
                let own: $from = self;
                u8::try_from(own).is_ok()
            }

            fn amp_fits_i16(self) -> bool {
                let own: $from = self;
                i16::try_from(own).is_ok()
            }

            fn amp_fits_u16(self) -> bool {
                let own: $from = self;
                u16::try_from(own).is_ok()
            }

            fn amp_fits_i32(self) -> bool {
                let own: $from = self;
                i32::try_from(own).is_ok()
            }

            fn amp_fits_u32(self) -> bool {
                let own: $from = self;
                u32::try_from(own).is_ok()
            }

            fn amp_fits_i64(self) -> bool {
                let own: $from = self;
                i64::try_from(own).is_ok()
            }

            fn amp_fits_u64(self) -> bool {
                let own: $from = self;
                u64::try_from(own).is_ok()
            }

            fn amp_fits_isize(self) -> bool {
                let own: $from = self;
                isize::try_from(own).is_ok()
            }

            fn amp_fits_usize(self) -> bool {
                let own: $from = self;
                usize::try_from(own).is_ok()
            }
        }
        }
    )*};
}

fitting! { i8 u8 i16 u16 i32 u32 i64 u64 isize usize }

/// Whether the integer `value` has the same value in the type `T`. The code for devices is a method of the integer.
#[inline(always)]
pub fn fits_in<T: TryFrom<S>, S: Copy>(value: S) -> bool {
    T::try_from(value).is_ok()
}
