//! Words that other threads may be writing to, many at a time.
//!
//! A kernel with a race computes what it likes, but it is not undefined behaviour: so what any work-item may touch is touched by
//! relaxed atomics, a word each, and LLVM makes no vectors of those. The processor's vectors are such accesses as well: each word
//! that is aligned is read or written whole, in whatever order. On x86-64 this is what the vectors of Java's arrays rely on, of
//! which every element may be raced for. Rust has no name for it but inline assembly, which may do whatever a row of
//! `AtomicU32`s could.

#[cfg(all(target_arch = "x86_64", not(miri)))]
use std::arch::{asm, x86_64::__m128i};
use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::element::Value;

/// How long the vectors are. What is copied with vectors of one length and looked at with those of another, the processor waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vectors(Length);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    /// Those that each processor of the architecture has, if it has any.
    Short,
    /// 32 bytes, of AVX.
    #[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
    Long,
    /// 64 bytes, of AVX-512.
    #[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
    Longest,
}

impl Vectors {
    /// Those of every processor.
    pub(crate) const SHORT: Self = Vectors(Length::Short);

    /// Those of AVX.
    ///
    /// # Safety
    /// The machine has it.
    #[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
    #[inline(always)]
    pub(crate) unsafe fn long() -> Self {
        Vectors(Length::Long)
    }

    /// Those of AVX-512.
    ///
    /// # Safety
    /// The machine has it.
    #[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
    #[inline(always)]
    pub(crate) unsafe fn longest() -> Self {
        Vectors(Length::Longest)
    }

    /// Copies words. It is as if each was read by a relaxed load, and written by a relaxed store.
    ///
    /// # Safety
    /// Both are aligned, and may be read, or written, word by word with relaxed atomics.
    #[inline(always)]
    pub(super) unsafe fn copy(self, from: *const u32, to: *mut u32, count: usize) {
        #[cfg(any(not(target_arch = "x86_64"), miri))]
        let done = 0;
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        let done = {
            let mut done = 0;
            while count - done >= BLOCK {
                // SAFETY: a block lies inside; the rest is the caller's promise, and that of whoever told the length.
                unsafe {
                    let (from, to) = (from.add(done), to.add(done));
                    match self.0 {
                        #[cfg(not(amp_baseline))]
                        Length::Longest if count - done >= 2 * BLOCK => {
                            copy_longest(from, to);
                            done += BLOCK;
                        }
                        #[cfg(not(amp_baseline))]
                        Length::Long | Length::Longest => copy_long(from, to),
                        Length::Short => copy_short(from, to),
                    }
                }
                done += BLOCK;
            }
            done
        };
        for at in done..count {
            // SAFETY: the caller's promise.
            unsafe {
                let word = AtomicU32::from_ptr(from.add(at).cast_mut()).load(Ordering::Relaxed);
                AtomicU32::from_ptr(to.add(at)).store(word, Ordering::Relaxed);
            }
        }
    }
}

/// The values of the lanes of a row, for vectors to copy: where the lines of the cache begin, so that none crosses them.
#[repr(C, align(64))]
pub struct Words<T, const L: usize>([T; L]);

/// Room for them, where they are loaded to and stay.
pub struct WordsRoom<T, const L: usize>(pub(super) MaybeUninit<Words<T, L>>);

impl<T: Value, const L: usize> Words<T, L> {
    /// Room for them.
    #[inline(always)]
    pub fn room() -> WordsRoom<T, L> {
        WordsRoom(MaybeUninit::uninit())
    }

    /// Zeros.
    #[inline(always)]
    pub fn zeroed() -> Self {
        Words([T::ZERO; L])
    }

    /// The last first. Not in place, which LLVM does with vectors of another length.
    #[inline(always)]
    pub(super) fn reversed(&self) -> Self {
        let mut reversed = Words(self.0);
        for (to, from) in reversed.0.iter_mut().zip(self.0.iter().rev()) {
            *to = *from;
        }
        reversed
    }
}

impl<T, const L: usize> Deref for Words<T, L> {
    type Target = [T; L];

    #[inline(always)]
    fn deref(&self) -> &[T; L] {
        &self.0
    }
}

impl<T, const L: usize> DerefMut for Words<T, L> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T; L] {
        &mut self.0
    }
}

/// Words that are copied at a time.
#[cfg(all(target_arch = "x86_64", not(miri)))]
const BLOCK: usize = 8;

/// Copies a block.
///
/// # Safety
/// As for [`Vectors::copy`].
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline(always)]
unsafe fn copy_short(from: *const u32, to: *mut u32) {
    let (a, b): (__m128i, __m128i);
    // SAFETY: it reads the block, and nothing else; each aligned word is read whole.
    unsafe {
        asm!(
            "movups {a}, [{from}]",
            "movups {b}, [{from} + 16]",
            from = in(reg) from,
            a = out(xmm_reg) a,
            b = out(xmm_reg) b,
            options(nostack, preserves_flags, readonly),
        );
    }
    // SAFETY: it writes the block, and nothing else; each aligned word is written whole.
    unsafe {
        asm!(
            "movups [{to}], {a}",
            "movups [{to} + 16], {b}",
            to = in(reg) to,
            a = in(xmm_reg) a,
            b = in(xmm_reg) b,
            options(nostack, preserves_flags),
        );
    }
}

/// The same with one vector.
///
/// # Safety
/// As for [`Vectors::copy`]; and the machine has AVX.
#[cfg(all(target_arch = "x86_64", not(amp_baseline), not(miri)))]
#[inline]
#[target_feature(enable = "avx")]
unsafe fn copy_long(from: *const u32, to: *mut u32) {
    let a: std::arch::x86_64::__m256i;
    // SAFETY: as in `copy_short`.
    unsafe {
        asm!(
            "vmovups {a}, [{from}]",
            from = in(reg) from,
            a = out(ymm_reg) a,
            options(nostack, preserves_flags, readonly),
        );
    }
    // SAFETY: as in `copy_short`.
    unsafe {
        asm!(
            "vmovups [{to}], {a}",
            to = in(reg) to,
            a = in(ymm_reg) a,
            options(nostack, preserves_flags),
        );
    }
}

/// Copies two blocks with one vector.
///
/// # Safety
/// As for [`Vectors::copy`]; and the machine has AVX-512.
#[cfg(all(target_arch = "x86_64", not(amp_baseline), not(miri)))]
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn copy_longest(from: *const u32, to: *mut u32) {
    let a: std::arch::x86_64::__m512i;
    // SAFETY: as in `copy_short`.
    unsafe {
        asm!(
            "vmovups {a}, [{from}]",
            from = in(reg) from,
            a = out(zmm_reg) a,
            options(nostack, preserves_flags, readonly),
        );
    }
    // SAFETY: as in `copy_short`.
    unsafe {
        asm!(
            "vmovups [{to}], {a}",
            to = in(reg) to,
            a = in(zmm_reg) a,
            options(nostack, preserves_flags),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::cpu::Level;

    #[test]
    fn all_words_are_copied_and_no_others() {
        for level in Level::all() {
            level.run(|vectors| {
                for count in [0, 1, 15, 16, 17, 64, 100] {
                    let from: Vec<u32> = (1..=200).collect();
                    let mut to = vec![0u32; 200];
                    // SAFETY: both have 200 words, of which nobody else knows.
                    unsafe { vectors.copy(from.as_ptr().add(3), to.as_mut_ptr().add(5), count) };
                    let expected: Vec<u32> = (0..200)
                        .map(|at| if (5..5 + count).contains(&at) { at as u32 - 1 } else { 0 })
                        .collect();
                    assert_eq!(to, expected);
                }
            });
        }
    }
}
