//! The methods of arrays in kernels, for arrays whose type only rustc knows, such as fields. The CPU code calls the methods
//! of the standard library; the code for devices and for the checked accelerator is compiled from the bodies in this file.
//! The macros compile the same methods of other arrays and of slices themselves.

use crate::types::Value;

amp_macros::device_methods! {
impl<T: Value, const N: usize> [T; N] {
    fn from_fn(mut f: impl FnMut(usize) -> T) -> [T; N] {
        std::array::from_fn::<T, N, _>(|k| f(k))
    }

    fn map<U: Value>(self, mut f: impl FnMut(T) -> U) -> [U; N] {
        std::array::from_fn::<U, N, _>(|k| f(self[k]))
    }

    fn get(self, position: usize) -> Option<T> {
        if position < N {
            Some(self[position])
        } else {
            None
        }
    }

    fn first(self) -> Option<T> {
        if N > 0 {
            Some(self[0])
        } else {
            None
        }
    }

    fn last(self) -> Option<T> {
        if N > 0 {
            Some(self[N - 1])
        } else {
            None
        }
    }

    fn contains(&self, value: &T) -> bool
    where
        T: PartialEq,
    {
        for k in 0..N {
            if self[k] == *value {
                return true;
            }
        }
        false
    }

    fn reverse(&mut self) {
        self[..].reverse();
    }
}
}
