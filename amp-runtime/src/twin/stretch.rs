//! Variables of the work-items of a long row.

use std::mem::MaybeUninit;

use super::row::STRETCH;
use crate::element::Value;

/// Bytes of room without a call of the allocator: for all lanes of what is no larger than a number.
const BYTES: usize = STRETCH * 8;

/// StretchRoom for a variable of each lane of a row that is no longer than `STRETCH`.
pub struct StretchRoom<T> {
    here: Here,
    /// Where what is larger lies.
    there: Vec<T>,
}

#[repr(align(64))]
struct Here(MaybeUninit<[u8; BYTES]>);

/// StretchRoom for a variable.
#[inline(always)]
pub fn room<T: Value>() -> StretchRoom<T> {
    StretchRoom { here: Here(MaybeUninit::uninit()), there: Vec::new() }
}

impl<T: Value> StretchRoom<T> {
    /// The variable of so many lanes, before the first assignment.
    #[inline(always)]
    pub fn stretch(&mut self, lanes: usize) -> Stretch<'_, T> {
        assert!(lanes <= STRETCH, "a twin took a row that is longer than any");
        if const { size_of::<T>() * STRETCH > BYTES || align_of::<T>() > align_of::<Here>() } {
            self.there.clear();
            self.there.resize(lanes, T::ZERO);
            return Stretch(&mut self.there);
        }
        let first = self.here.0.as_mut_ptr().cast::<T>();
        for lane in 0..lanes {
            // SAFETY: there is room for `STRETCH` values, and it is aligned.
            unsafe { first.add(lane).write(T::ZERO) };
        }
        // SAFETY: so many values have just been written, and `self` is borrowed for as long.
        Stretch(unsafe { std::slice::from_raw_parts_mut(first, lanes) })
    }
}

/// A variable, once for each lane of a long row. All of them always have a value.
pub struct Stretch<'a, T>(&'a mut [T]);

impl<T: Value> Stretch<'_, T> {
    /// The value of a lane.
    #[inline(always)]
    pub fn get(&self, lane: usize) -> T {
        self.0[lane]
    }

    /// Replaces the value of a lane.
    #[inline(always)]
    pub fn set(&mut self, lane: usize, value: T) {
        self.0[lane] = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn returns<T: Value + PartialEq + std::fmt::Debug>(make: impl Fn(usize) -> T) {
        let mut room = room();
        for lanes in [1, 64, 1000, STRETCH, 3] {
            let mut all = room.stretch(lanes);
            assert!((0..lanes).all(|lane| all.get(lane) == T::ZERO), "as before the first assignment");
            (0..lanes).for_each(|lane| all.set(lane, make(lane)));
            assert!((0..lanes).all(|lane| all.get(lane) == make(lane)));
        }
    }

    #[test]
    fn what_is_set_comes_back() {
        returns(|n| n as f32 + 1.0);
        returns(|n| n as f64 + 1.0);
        returns(|n| n % 2 == 0);
        returns(|n| (n as u32, n as u64));
        returns(|n| [n as i32; 100]);
        returns(|_| ());
        #[cfg(feature = "glam")]
        returns(|n| glam::Vec4::splat(n as f32));
    }

    #[test]
    #[should_panic(expected = "index out of bounds")]
    fn no_lane_is_beyond_the_row() {
        room::<f32>().stretch(5).get(5);
    }

    #[test]
    #[should_panic(expected = "longer than any")]
    fn no_row_is_longer() {
        room::<u32>().stretch(STRETCH + 1);
    }
}
