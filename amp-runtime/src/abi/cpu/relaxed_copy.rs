//! Vectors of atomic words: copies of many words that other threads may write at the same time.
//!
//! Shared views are accessed by relaxed atomics. Each of these accesses is one word, and LLVM does not
//! combine atomics into vectors. But the processor's vector loads and stores access each aligned word,
//! half-word and byte without tearing, in any order. So a vector access is a valid sequence of relaxed
//! accesses. Java's arrays rely on this property of x86-64, too. Rust cannot express such an access except in
//! inline assembly, which may do anything that a sequence of `AtomicU32` operations could. On other
//! processors and under Miri, a loop copies word by word.

#[cfg(all(target_arch = "x86_64", not(miri)))]
use std::arch::{asm, x86_64};
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering};

/// The length of the vectors that copies use. It is the vector length of the surrounding code: the processor
/// stalls if it stores data with vectors of one length and loads the data with vectors of another length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vectors(Length);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    /// Word by word, without vectors.
    None,
    /// The vectors that every processor of the architecture has. An architecture without such vectors copies
    /// word by word.
    Short,
    /// Vectors of 32 bytes (AVX).
    #[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
    Long,
    /// Vectors of 64 bytes (AVX-512).
    #[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
    Longest,
}

impl Vectors {
    /// No vectors, for copies of single elements.
    pub(super) const NONE: Self = Vectors(Length::None);

    /// The vectors that every processor of the architecture has.
    pub(crate) const SHORT: Self = Vectors(Length::Short);

    /// AVX vectors.
    ///
    /// # Safety
    /// The machine must support AVX.
    #[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
    #[inline(always)]
    pub(crate) unsafe fn long() -> Self {
        Vectors(Length::Long)
    }

    /// AVX-512 vectors.
    ///
    /// # Safety
    /// The machine must support AVX-512.
    #[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
    #[inline(always)]
    pub(crate) unsafe fn longest() -> Self {
        Vectors(Length::Longest)
    }

    /// Copies units (see [`Unit`]) from shared memory to memory that only this thread uses. The effect is
    /// that of one relaxed load for each unit.
    ///
    /// # Safety
    /// Both pointers must point to `count` aligned units. The caller must ensure that the source may be read
    /// unit by unit with relaxed atomics, and that the target may be written.
    #[inline(always)]
    pub(super) unsafe fn load<U: Unit>(self, from: *const U, to: *mut U, count: usize) {
        let in_word = size_of::<u32>() / size_of::<U>();
        // SAFETY: the caller guarantees both pointers. The vectors need no alignment.
        let done = unsafe { self.load_vectors(from.cast(), to.cast(), count / in_word) } * in_word;
        for at in done..count {
            // SAFETY: the caller guarantees both pointers.
            unsafe { to.add(at).write(U::load(from.add(at))) };
        }
    }

    /// Copies units (see [`Unit`]) from memory that only this thread uses to shared memory. The effect is
    /// that of one relaxed store for each unit.
    ///
    /// # Safety
    /// Both pointers must point to `count` aligned units. The caller must ensure that the source may be read,
    /// and that the target may be written unit by unit with relaxed atomics.
    #[inline(always)]
    pub(super) unsafe fn store<U: Unit>(self, from: *const U, to: *mut U, count: usize) {
        let in_word = size_of::<u32>() / size_of::<U>();
        // SAFETY: the caller guarantees both pointers. The vectors need no alignment.
        let done = unsafe { self.store_vectors(from.cast(), to.cast(), count / in_word) } * in_word;
        for at in done..count {
            // SAFETY: the caller guarantees both pointers.
            unsafe { U::store(to.add(at), from.add(at).read()) };
        }
    }
}

/// An unsigned integer type for atomic accesses to memory: `u32`, or a smaller type for elements that are
/// aligned to less than a word.
pub(super) trait Unit: Copy + PartialEq {
    /// Loads a unit by a relaxed load.
    ///
    /// # Safety
    /// The pointer must be aligned, and valid for atomic reads.
    unsafe fn load(from: *const Self) -> Self;

    /// Stores a unit by a relaxed store.
    ///
    /// # Safety
    /// The pointer must be aligned, and valid for atomic writes.
    unsafe fn store(to: *mut Self, value: Self);

    /// Replaces the bits that are set in `mask`, and keeps all other bits.
    ///
    /// # Safety
    /// The pointer must be aligned, and valid for atomic reads and writes.
    unsafe fn replace(to: *mut Self, mask: Self, value: Self);
}

macro_rules! units {
    ($($unit:ident $atomic:ident;)*) => {$(
        impl Unit for $unit {
            #[inline(always)]
            unsafe fn load(from: *const $unit) -> $unit {
                // SAFETY: the caller guarantees an aligned pointer that is valid for atomic reads.
                unsafe { $atomic::from_ptr(from.cast_mut()) }.load(Ordering::Relaxed)
            }

            #[inline(always)]
            unsafe fn store(to: *mut $unit, value: $unit) {
                // SAFETY: the caller guarantees an aligned pointer that is valid for atomic writes.
                unsafe { $atomic::from_ptr(to) }.store(value, Ordering::Relaxed);
            }

            #[inline(always)]
            unsafe fn replace(to: *mut $unit, mask: $unit, value: $unit) {
                if mask == 0 {
                    return;
                }
                // SAFETY: the caller guarantees an aligned pointer that is valid for atomic reads and writes.
                let unit = unsafe { $atomic::from_ptr(to) };
                let mut old = unit.load(Ordering::Relaxed);
                loop {
                    let new = old & !mask | value & mask;
                    match unit.compare_exchange_weak(old, new, Ordering::Relaxed, Ordering::Relaxed) {
                        Ok(_) => return,
                        Err(found) => old = found,
                    }
                }
            }
        }
    )*};
}

units! {
    u8 AtomicU8;
    u16 AtomicU16;
    u32 AtomicU32;
}

/// Declares functions that copy words in full vectors and return the number of words copied. The functions
/// match on the vector length outside their loops, so each loop has a constant step. If `count` is constant
/// too, LLVM unrolls the loops and only the vector instructions remain.
macro_rules! as_vectors {
    ($($(#[$doc:meta])* $name:ident: $short:ident, $long:ident, $longest:ident;)*) => {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        impl Vectors {$(
            $(#[$doc])*
            #[inline(always)]
            unsafe fn $name(self, from: *const u32, to: *mut u32, count: usize) -> usize {
                let mut done = 0;
                macro_rules! vectors {
                    ($copy:ident $words:literal) => {
                        while count - done >= $words {
                            // SAFETY: the vector lies in the `count` words. The caller guarantees both
                            // pointers, and the constructor of `self` guarantees that the machine supports
                            // the vectors.
                            unsafe { $copy(from.add(done), to.add(done)) };
                            done += $words;
                        }
                    };
                }
                match self.0 {
                    Length::None => {}
                    #[cfg(not(amp_baseline))]
                    Length::Longest => {
                        vectors!($longest 16);
                        vectors!($long 8);
                    }
                    #[cfg(not(amp_baseline))]
                    Length::Long => vectors!($long 8),
                    // The AVX arms leave the remainder to the caller's loop instead of using short vectors:
                    // an SSE instruction after AVX code would wait for the upper halves of the registers.
                    Length::Short => vectors!($short 4),
                }
                done
            }
        )*}

        /// Without vectors, the caller's loop copies all words.
        #[cfg(any(not(target_arch = "x86_64"), miri))]
        impl Vectors {$(
            $(#[$doc])*
            #[inline(always)]
            unsafe fn $name(self, _: *const u32, _: *mut u32, _: usize) -> usize {
                0
            }
        )*}
    };
}

as_vectors! {
    /// # Safety
    /// As for `load`.
    load_vectors: load_short, load_long, load_longest;
    /// # Safety
    /// As for `store`.
    store_vectors: store_short, store_long, store_longest;
}

/// Declares a load and a store of one vector. Only the access to shared memory is in assembly. LLVM sees the
/// other access, so it may keep that memory in registers.
#[cfg(all(target_arch = "x86_64", not(miri)))]
macro_rules! copies {
    ($($(#[$attribute:meta])* $load:ident $store:ident: $vector:ty, $register:ident, $move:literal;)*) => {$(
        /// Loads the words of a vector.
        ///
        /// # Safety
        /// As for [`Vectors::load`]. The machine must support these vectors.
        $(#[$attribute])*
        unsafe fn $load(from: *const u32, to: *mut u32) {
            let vector: $vector;
            // SAFETY: the assembly only reads the words, and reads each aligned word as a whole.
            unsafe {
                asm!(
                    concat!($move, " {vector}, [{from}]"),
                    from = in(reg) from,
                    vector = out($register) vector,
                    options(nostack, preserves_flags, readonly),
                );
            }
            // SAFETY: only this thread uses the words at `to`, and the caller permits writes.
            unsafe { to.cast::<$vector>().write_unaligned(vector) };
        }

        /// Stores the words of a vector.
        ///
        /// # Safety
        /// As for [`Vectors::store`]. The machine must support these vectors.
        $(#[$attribute])*
        unsafe fn $store(from: *const u32, to: *mut u32) {
            // SAFETY: only this thread uses the words at `from`, and the caller permits reads.
            let vector = unsafe { from.cast::<$vector>().read_unaligned() };
            // SAFETY: the assembly only writes the words, and writes each aligned word as a whole.
            unsafe {
                asm!(
                    concat!($move, " [{to}], {vector}"),
                    to = in(reg) to,
                    vector = in($register) vector,
                    options(nostack, preserves_flags),
                );
            }
        }
    )*};
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
copies! {
    #[inline(always)]
    load_short store_short: x86_64::__m128i, xmm_reg, "movups";
    #[cfg(not(amp_baseline))]
    #[inline]
    #[target_feature(enable = "avx")]
    load_long store_long: x86_64::__m256i, ymm_reg, "vmovups";
    #[cfg(not(amp_baseline))]
    #[inline]
    #[target_feature(enable = "avx512f")]
    load_longest store_longest: x86_64::__m512i, zmm_reg, "vmovups";
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use crate::launch::cpu::Level;

    #[test]
    fn copies_touch_exactly_the_given_words() {
        for level in Level::all() {
            level.run(|vectors| {
                for count in [0, 1, 7, 8, 15, 16, 17, 64, 100] {
                    let from: Vec<_> = (1..=200).map(AtomicU32::new).collect();
                    let (mut held, to) = (vec![0u32; 200], [const { AtomicU32::new(0) }; 200]);
                    // SAFETY: the arrays have 200 words, which only this test uses.
                    unsafe {
                        vectors.load(from.as_ptr().add(3).cast::<u32>(), held.as_mut_ptr().add(5), count);
                        vectors.store(
                            held.as_ptr().add(5),
                            to.as_ptr().add(9).cast_mut().cast::<u32>(),
                            count,
                        );
                    }
                    let expected = |first| {
                        (0..200).map(
                            move |at| if (first..first + count).contains(&at) { at - first + 4 } else { 0 },
                        )
                    };
                    assert!(held.iter().map(|it| *it as usize).eq(expected(5)));
                    assert!(to.iter().map(|it| it.load(Ordering::Relaxed) as usize).eq(expected(9)));
                }
            });
        }
    }
}
