//! Words that other threads may be writing to, many at a time.
//!
//! A kernel with a race computes what it likes, but it is not undefined behaviour: so what any work-item may touch is touched by
//! relaxed atomics, a word each, and LLVM makes no vectors of those. The processor's vectors are such accesses as well: each word
//! that is aligned is read or written whole, in whatever order. On x86-64 this is what the vectors of Java's arrays rely on, of
//! which every element may be raced for. Rust has no name for it but inline assembly, which may do whatever a row of
//! `AtomicU32`s could.

#[cfg(all(target_arch = "x86_64", not(miri)))]
use std::arch::{asm, x86_64};
use std::sync::atomic::{AtomicU32, Ordering};

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

    /// Loads words into memory that nobody else knows. It is as if each was read by a relaxed load.
    ///
    /// # Safety
    /// Both are so many words, aligned. The first may be read word by word with relaxed atomics, and the second be written.
    #[inline(always)]
    pub(super) unsafe fn load(self, from: *const AtomicU32, to: *mut u32, count: usize) {
        // SAFETY: the caller's promise.
        let done = unsafe { self.load_vectors(from.cast(), to, count) };
        for at in done..count {
            // SAFETY: as above.
            unsafe { to.add(at).write((*from.add(at)).load(Ordering::Relaxed)) };
        }
    }

    /// Stores words from memory that nobody else writes to. It is as if each was written by a relaxed store.
    ///
    /// # Safety
    /// Both are so many words, aligned. The first may be read, and the second be written word by word with relaxed atomics.
    #[inline(always)]
    pub(super) unsafe fn store(self, from: *const u32, to: *const AtomicU32, count: usize) {
        // SAFETY: the caller's promise; an atomic may be written through a shared reference.
        let done = unsafe { self.store_vectors(from, to.cast_mut().cast(), count) };
        for at in done..count {
            // SAFETY: as above.
            unsafe { (*to.add(at)).store(from.add(at).read(), Ordering::Relaxed) };
        }
    }
}

/// Copies words as far as there are vectors for it, and returns how many. Which vectors is asked once and not for each: where the
/// count is a constant, what remains is nothing but the vectors.
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
                            // SAFETY: a vector lies inside; the rest is the caller's promise, and that of whoever told the length.
                            unsafe { $copy(from.add(done), to.add(done)) };
                            done += $words;
                        }
                    };
                }
                match self.0 {
                    #[cfg(not(amp_baseline))]
                    Length::Longest => {
                        vectors!($longest 16);
                        vectors!($long 8);
                    }
                    #[cfg(not(amp_baseline))]
                    Length::Long => vectors!($long 8),
                    // Behind longer ones the processor would wait for what is in their upper halves.
                    Length::Short => vectors!($short 4),
                }
                done
            }
        )*}

        /// There are no vectors for it.
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
    /// That of `load`.
    load_vectors: load_short, load_long, load_longest;
    /// # Safety
    /// That of `store`.
    store_vectors: store_short, store_long, store_longest;
}

/// Copies by one vector. Only what others may touch meanwhile is touched by assembly: the rest LLVM may keep in registers.
#[cfg(all(target_arch = "x86_64", not(miri)))]
macro_rules! copies {
    ($($(#[$attribute:meta])* $load:ident $store:ident: $vector:ty, $register:ident, $move:literal;)*) => {$(
        /// Loads the words of a vector.
        ///
        /// # Safety
        /// As for [`Vectors::load`]; and the machine has these vectors.
        $(#[$attribute])*
        unsafe fn $load(from: *const u32, to: *mut u32) {
            let vector: $vector;
            // SAFETY: it reads the words, and nothing else; each that is aligned is read whole.
            unsafe {
                asm!(
                    concat!($move, " {vector}, [{from}]"),
                    from = in(reg) from,
                    vector = out($register) vector,
                    options(nostack, preserves_flags, readonly),
                );
            }
            // SAFETY: the words of a vector may be written, which nobody else knows.
            unsafe { to.cast::<$vector>().write_unaligned(vector) };
        }

        /// Stores the words of a vector.
        ///
        /// # Safety
        /// As for [`Vectors::store`]; and the machine has these vectors.
        $(#[$attribute])*
        unsafe fn $store(from: *const u32, to: *mut u32) {
            // SAFETY: the words of a vector may be read, to which nobody else writes.
            let vector = unsafe { from.cast::<$vector>().read_unaligned() };
            // SAFETY: it writes the words, and nothing else; each that is aligned is written whole.
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

    use crate::cpu::Level;

    #[test]
    fn all_words_are_copied_and_no_others() {
        for level in Level::all() {
            level.run(|vectors| {
                for count in [0, 1, 7, 8, 15, 16, 17, 64, 100] {
                    let from: Vec<_> = (1..=200).map(AtomicU32::new).collect();
                    let (mut held, to) = (vec![0u32; 200], [const { AtomicU32::new(0) }; 200]);
                    // SAFETY: all have 200 words, of which nobody else knows.
                    unsafe {
                        vectors.load(from.as_ptr().add(3), held.as_mut_ptr().add(5), count);
                        vectors.store(held.as_ptr().add(5), to.as_ptr().add(9), count);
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
