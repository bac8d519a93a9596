//! `LongRow`: variables of the work-items of a long row.
//!
//! Some kernels have a loop that reads another row of a view in each iteration, such as `a[(k, i)]` in a loop
//! over `k`. Such a kernel runs rows of up to `LONG_ROW` lanes instead of 64. So each iteration reads a long
//! contiguous piece of memory. A kernel variable has one slot for each lane. The slots are in a stack buffer
//! that fits in the first-level cache, or on the heap for types of more than 64 bits.

use std::mem::MaybeUninit;

use super::row::LONG_ROW;
use crate::types::Value;

/// The size of the stack buffer in bytes: one 64-bit scalar for each lane.
const BYTES: usize = LONG_ROW * 8;

/// The storage for a variable with one slot for each lane, in a row of at most `LONG_ROW` lanes.
pub struct LongRowBuffer<T> {
    inline: InlineBuffer,
    /// Holds values that do not fit in the stack buffer.
    heap: Vec<T>,
}

#[repr(align(64))]
struct InlineBuffer(MaybeUninit<[u8; BYTES]>);

/// Returns uninitialised storage for a variable.
#[inline(always)]
pub fn long_row_buffer<T: Value>() -> LongRowBuffer<T> {
    LongRowBuffer { inline: InlineBuffer(MaybeUninit::uninit()), heap: Vec::new() }
}

impl<T: Value> LongRowBuffer<T> {
    /// Returns the variable for `lanes` lanes, filled with zeros.
    #[inline(always)]
    pub fn long_row(&mut self, lanes: usize) -> LongRow<'_, T> {
        assert!(lanes <= LONG_ROW, "internal error: a row longer than the longest");
        if const { size_of::<T>() * LONG_ROW > BYTES || align_of::<T>() > align_of::<InlineBuffer>() } {
            self.heap.clear();
            self.heap.resize(lanes, T::AMP_ZERO);
            return LongRow(&mut self.heap);
        }
        let first = self.inline.0.as_mut_ptr().cast::<T>();
        for lane in 0..lanes {
            // SAFETY: the buffer is large enough for `LONG_ROW` values, and it is aligned.
            unsafe { first.add(lane).write(T::AMP_ZERO) };
        }
        // SAFETY: `lanes` values have just been written, and `self` stays borrowed.
        LongRow(unsafe { std::slice::from_raw_parts_mut(first, lanes) })
    }
}

/// A variable with one slot for each lane of a long row. Every slot is initialised.
pub struct LongRow<'a, T>(&'a mut [T]);

impl<T: Value> LongRow<'_, T> {
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
        let mut buffer = long_row_buffer();
        for lanes in [1, 64, 1000, LONG_ROW, 3] {
            let mut all = buffer.long_row(lanes);
            assert!((0..lanes).all(|lane| all.get(lane) == T::AMP_ZERO), "as before the first assignment");
            (0..lanes).for_each(|lane| all.set(lane, make(lane)));
            assert!((0..lanes).all(|lane| all.get(lane) == make(lane)));
        }
    }

    #[test]
    fn long_rows_return_the_stored_values() {
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
    fn lane_out_of_bounds_panics() {
        long_row_buffer::<f32>().long_row(5).get(5);
    }

    #[test]
    #[should_panic(expected = "longer than the longest")]
    fn too_long_row_panics() {
        long_row_buffer::<u32>().long_row(LONG_ROW + 1);
    }
}
