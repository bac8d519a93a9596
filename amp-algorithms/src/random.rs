//! Random numbers with equal bits on every accelerator: Philox, PCG, uniform and normal numbers, and permutations.
//!
//! All functions compute with integers of 32 bits and exact conversions. So element `k` of a result depends on the seed and
//! on `k` alone, and is the same on GPUs, on the CPU and on the host.
//!
//! | task | function |
//! |---|---|
//! | an array of random numbers | [`bits`], [`below`], [`uniform`], [`normal`] |
//! | a random order | [`permutation`], [`shuffle`](crate::shuffle), [`sample`](crate::sample) |
//! | random numbers in a kernel or an op | [`Philox`], [`Pcg`] |
//! | other distributions from random bits | [`unit()`], [`scaled`], [`standard_normal`] |
//!
//! ```
//! use amp::op;
//! use amp_algorithms as alg;
//! use amp_algorithms::random::Philox;
//!
//! // The part of random points of the unit square that lie in the circle, without an intermediate array.
//! let n = 10_000;
//! let inside = alg::count_if(
//!     n,
//!     op!(|k| {
//!         let mut random = Philox::new(7, k as u32);
//!         let (x, y) = (random.next_f32(), random.next_f32());
//!         x * x + y * y < 1.0
//!     }),
//! )?;
//! assert!((inside as f32 / n as f32 - std::f32::consts::FRAC_PI_4).abs() < 0.02);
//! # Ok::<(), amp::Error>(())
//! ```
//!
//! None of these generators is suitable for cryptography.

use amp::prelude::*;
use amp::{Op, Result, op};

use crate::error;
use crate::forms::array_forms;

/// The high 32 bits of the product.
///
/// ```
/// assert_eq!(amp_algorithms::random::mul_high(0x8000_0000, 6), 3);
/// ```
#[device]
pub fn mul_high(a: u32, b: u32) -> u32 {
    let (a_low, a_high) = (a & 0xFFFF, a >> 16);
    let (b_low, b_high) = (b & 0xFFFF, b >> 16);
    let middle = a_high * b_low + ((a_low * b_low) >> 16);
    let other = a_low * b_high + (middle & 0xFFFF);
    a_high * b_high + (middle >> 16) + (other >> 16)
}

/// The high 32 bits of the signed product of `a` and `b`.
#[device]
fn mul_high_signed(a: i32, b: i32) -> i32 {
    let high = mul_high(a as u32, b as u32) as i32;
    let minus_b = if a < 0 { b } else { 0 };
    let minus_a = if b < 0 { a } else { 0 };
    high.wrapping_sub(minus_b).wrapping_sub(minus_a)
}

/// Philox-4x32-10: four random words for each counter and key (Salmon and others, 2011).
///
/// ```
/// use amp_algorithms::random::philox4x32;
///
/// let words = philox4x32([0, 0, 0, 0], [0, 0]);
/// assert_eq!(words, [0x6627_E8D5, 0xE169_C58D, 0xBC57_AC4C, 0x9B00_DBD8]);
/// ```
#[device]
pub fn philox4x32(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let mut c = counter;
    let mut k = key;
    for _ in 0..10 {
        let (high, low) = (mul_high(0xD251_1F53, c[0]), c[0].wrapping_mul(0xD251_1F53));
        let (other_high, other_low) = (mul_high(0xCD9E_8D57, c[2]), c[2].wrapping_mul(0xCD9E_8D57));
        c = [other_high ^ c[1] ^ k[0], other_low, high ^ c[3] ^ k[1], low];
        k = [k[0].wrapping_add(0x9E37_79B9), k[1].wrapping_add(0xBB67_AE85)];
    }
    c
}

/// A float from 0 up to and excluding 1, from the 24 high bits.
///
/// ```
/// use amp_algorithms::random::unit;
///
/// assert_eq!((unit(0), unit(1 << 31)), (0.0, 0.5));
/// assert!(unit(u32::MAX) < 1.0);
/// ```
#[device]
pub fn unit(bits: u32) -> f32 {
    (bits >> 8) as f32 * (1.0 / 16_777_216.0)
}

/// An integer below `bound`; 0 if `bound` is 0. The probabilities of two integers differ by at most `2^-32`.
///
/// ```
/// use amp_algorithms::random::scaled;
///
/// assert_eq!((scaled(0, 6), scaled(1 << 31, 6), scaled(u32::MAX, 6)), (0, 3, 5));
/// ```
#[device]
pub fn scaled(bits: u32, bound: u32) -> u32 {
    mul_high(bits, bound)
}

/// `(log2(1 + f) - f) / (f * (1 - f))` as a polynomial in `f - 0.5`, times `2^31`.
const LOG2: [i32; 8] =
    [729_822_105, -328_163_767, 165_393_719, -88_706_609, 48_928_994, -28_032_066, 19_978_493, -11_913_421];

/// The normal quantile of the probability `2^-l` for `l` from `2^row` to `2^(row + 1)`, as a polynomial in
/// `l / 2^row - 1.5`, times `2^28`.
const QUANTILE: [[i32; 9]; 5] = [
    [
        100_863_172,
        176_957_041,
        -39_412_745,
        15_417_808,
        -7_175_637,
        3_598_589,
        -1_925_045,
        1_315_277,
        -754_269,
    ],
    [
        308_794_560,
        225_967_978,
        -47_219_847,
        18_027_545,
        -8_278_938,
        4_116_815,
        -2_188_340,
        1_485_508,
        -848_702,
    ],
    [
        578_176_336,
        296_496_444,
        -58_344_156,
        21_678_052,
        -9_797_963,
        4_821_666,
        -2_542_914,
        1_712_349,
        -973_739,
    ],
    [
        936_062_380,
        398_082_302,
        -74_421_059,
        26_906_942,
        -11_950_049,
        5_810_261,
        -3_035_649,
        2_024_213,
        -1_144_475,
    ],
    [
        1_421_286_305,
        544_048_268,
        -97_758_946,
        34_494_891,
        -15_059_921,
        7_231_085,
        -3_739_518,
        2_466_005,
        -1_384_959,
    ],
];

/// A number with the standard normal distribution, from random bits: the inverse of the cumulative distribution function.
///
/// The numbers are multiples of `2^-21` up to 6.23 in magnitude. The error of the inverse is at most `3e-7`.
///
/// ```
/// use amp_algorithms::random::standard_normal;
///
/// let (z, minus_z) = (standard_normal(0x4000_0000), standard_normal(0x4000_0001));
/// assert_eq!(z, -minus_z);
/// assert!((z - 1.150_349).abs() < 1e-6);
/// ```
#[device]
pub fn standard_normal(bits: u32) -> f32 {
    // The magnitude of the result is the normal quantile of the probability `p = odd * 2^-33`. Below, `l` is
    // `-log2(p) * 2^26`.
    let odd = bits | 1;
    let zeros = odd.leading_zeros();
    let fraction = (odd << zeros) << 1;
    let from_middle = (fraction ^ 0x8000_0000) as i32;
    let mut factor = LOG2[7];
    for k in 0..7 {
        factor = LOG2[6 - k].wrapping_add(mul_high_signed(factor, from_middle));
    }
    let curved = mul_high(mul_high(fraction, fraction.wrapping_neg()), factor as u32);
    let log = fraction.wrapping_add(curved << 1);
    let l = ((2 + zeros) << 26).wrapping_sub(log >> 6).min(0x7FFF_FFFF);
    let shift = l.leading_zeros();
    let row = (5 - shift) as usize;
    let from_middle = (((l << shift) << 1) ^ 0x8000_0000) as i32;
    let mut z = QUANTILE[row][8];
    for k in 0..8 {
        z = QUANTILE[row][7 - k].wrapping_add(mul_high_signed(z, from_middle));
    }
    let rounded = (z + 64) >> 7;
    let signed = if bits % 2 == 1 { -rounded } else { rounded };
    signed as f32 * (1.0 / 2_097_152.0)
}

/// A generator of random numbers for kernels and for the host: Philox-4x32-10 with a counter.
///
/// Give each work-item a stream of its own, for example its index. Streams do not overlap.
///
/// ```
/// use amp::prelude::*;
/// use amp_algorithms::random::Philox;
///
/// let mut y = ArrayViewMut::<f32>::without_source([100])?;
/// let seed = 42;
/// parallel_for_each(
///     y.extent(),
///     amp!(|i: Index<1>| {
///         let mut random = Philox::new(seed, i[0] as u32);
///         y[i] = random.next_f32() + random.next_f32();
///     }),
/// )?;
/// let mut random = Philox::new(42, 99);
/// assert_eq!(y[99], random.next_f32() + random.next_f32());
/// # Ok::<(), amp::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
pub struct Philox {
    key: [u32; 2],
    counter: [u32; 4],
    words: [u32; 4],
    used: u32,
}

#[device]
impl Philox {
    /// The generator with this seed for this stream.
    pub fn new(seed: u32, stream: u32) -> Self {
        Philox { key: [seed, 0], counter: [0, stream, 0, 0], words: [0, 0, 0, 0], used: 4 }
    }

    /// The next 32 random bits.
    pub fn next_u32(&mut self) -> u32 {
        if self.used == 4 {
            self.words = philox4x32(self.counter, self.key);
            self.counter[0] = self.counter[0].wrapping_add(1);
            self.used = 0;
        }
        self.used += 1;
        self.words[(self.used - 1) as usize]
    }

    /// The next float from 0 up to and excluding 1.
    pub fn next_f32(&mut self) -> f32 {
        let bits = self.next_u32();
        unit(bits)
    }

    /// The next integer below `bound`.
    pub fn next_below(&mut self, bound: u32) -> u32 {
        let bits = self.next_u32();
        scaled(bits, bound)
    }

    /// The next number with the standard normal distribution.
    pub fn next_normal(&mut self) -> f32 {
        let bits = self.next_u32();
        standard_normal(bits)
    }
}

/// A generator of random numbers with a small state: PCG-RXS-M-XS-32 (O'Neill, 2014). It is faster than [`Philox`], but its
/// period is only `2^32`, and its streams are correlated: the states of two streams differ by little more than a constant.
///
/// ```
/// use amp_algorithms::random::Pcg;
///
/// let mut random = Pcg::new(42, 0);
/// assert_ne!(random.next_u32(), random.next_u32());
/// assert!(random.next_below(6) < 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
pub struct Pcg {
    state: u32,
    increment: u32,
}

#[device]
impl Pcg {
    /// The generator with this seed for this stream. There are `2^31` streams.
    pub fn new(seed: u32, stream: u32) -> Self {
        let increment = (stream << 1) | 1;
        let state = increment.wrapping_add(seed).wrapping_mul(747_796_405).wrapping_add(increment);
        Pcg { state, increment }
    }

    /// The next 32 random bits.
    pub fn next_u32(&mut self) -> u32 {
        let state = self.state;
        self.state = state.wrapping_mul(747_796_405).wrapping_add(self.increment);
        pcg_output(state)
    }

    /// The next float from 0 up to and excluding 1.
    pub fn next_f32(&mut self) -> f32 {
        let bits = self.next_u32();
        unit(bits)
    }

    /// The next integer below `bound`.
    pub fn next_below(&mut self, bound: u32) -> u32 {
        let bits = self.next_u32();
        scaled(bits, bound)
    }

    /// The next number with the standard normal distribution.
    pub fn next_normal(&mut self) -> f32 {
        let bits = self.next_u32();
        standard_normal(bits)
    }
}

/// The output function of PCG-RXS-M-XS-32.
#[device]
fn pcg_output(state: u32) -> u32 {
    let word = ((state >> ((state >> 28) + 4)) ^ state).wrapping_mul(277_803_737);
    (word >> 22) ^ word
}

/// PCG as a hash function: neighbouring inputs have independent results.
///
/// ```
/// use amp_algorithms::random::pcg_hash;
///
/// assert_ne!(pcg_hash(1), pcg_hash(2));
/// ```
#[device]
pub fn pcg_hash(value: u32) -> u32 {
    pcg_output(value.wrapping_mul(747_796_405).wrapping_add(2_891_336_453))
}

/// A random permutation of the integers below `n`. The image of an integer is computed without those of others, so the
/// permutation needs no memory.
///
/// A Feistel network permutes the integers below a power of 4. An image that is too great is permuted again (cycle
/// walking).
///
/// ```
/// use amp::op;
/// use amp_algorithms as alg;
/// use amp_algorithms::random::Permutation;
///
/// let order = Permutation::new(10, 3)?;
/// let mut images = alg::generate(10, op!(|k| order.at(k as u32)))?.to_vec()?;
/// images.sort();
/// assert_eq!(images, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
/// # Ok::<(), amp::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
pub struct Permutation {
    n: u32,
    half_bits: u32,
    keys: [u32; 8],
}

impl Permutation {
    /// The permutation of `n` integers with this seed.
    ///
    /// # Errors
    /// [`Error::LimitExceeded`](amp::Error::LimitExceeded) if `n` is more than 0xFFFF_0000.
    pub fn new(n: usize, seed: u64) -> Result<Self> {
        let n = error::length(n)? as u32;
        let bits = u32::BITS - n.saturating_sub(1).leading_zeros();
        let keys = [0, 1].map(|part| philox4x32([part, 0, 0, 0x5045_524D], key(seed)));
        // Small networks have few permutations, so the network has at least 8 bits.
        Ok(Permutation {
            n,
            half_bits: bits.div_ceil(2).max(4),
            keys: std::array::from_fn(|k| keys[k / 4][k % 4]),
        })
    }
}

#[device]
impl Permutation {
    /// The image of `k`, which must be below `n`.
    pub fn at(self, k: u32) -> u32 {
        let mask = (1 << self.half_bits) - 1;
        let mut image = k;
        let mut is_outside = true;
        while is_outside {
            let (mut left, mut right) = (image >> self.half_bits, image & mask);
            for round in 0..8 {
                let mixed = pcg_hash(right ^ self.keys[round]) & mask;
                let next = left ^ mixed;
                left = right;
                right = next;
            }
            image = (left << self.half_bits) | right;
            is_outside = image >= self.n;
        }
        image
    }
}

/// The key of Philox for a seed: its low and its high 32 bits.
fn key(seed: u64) -> [u32; 2] {
    [seed as u32, (seed >> 32) as u32]
}

/// Each work-item computes four random words, and writes `f(word)` for each of them.
#[kernel]
fn words_each<T: GpuType>(
    i: Index<1>,
    n: usize,
    key: [u32; 2],
    f: impl Fn(u32) -> T,
    out: &mut ArrayViewMut<T>,
) {
    let words = philox4x32([i[0] as u32, 0, 0, 0], key);
    for word in 0..4 {
        let at = 4 * i[0] + word;
        if at < n {
            out[at] = f(words[word]);
        }
    }
}

/// Writes `f(word)` to each element, with a random word for each of them.
fn write_words<T: GpuType>(
    queue: &AcceleratorView,
    seed: u64,
    f: impl Op<fn(u32) -> T> + Copy,
    out: &mut ArrayViewMut<'_, T>,
) -> Result<()> {
    let n = out.len();
    queue.parallel_for_each(n.div_ceil(4), words_each(n, key(seed), f, out))
}

array_forms! {
    /// Random integers.
    ///
    /// ```
    /// use amp_algorithms::random;
    ///
    /// let bits = random::bits(5, 42)?.to_vec()?;
    /// assert_eq!(bits[..4], random::philox4x32([0, 0, 0, 0], [42, 0]));
    /// # Ok::<(), amp::Error>(())
    /// ```
    bits bits_on bits_into [] (n: usize, seed: u64) -> u32 {
        op: op!(|_k: usize| 0),
        len: error::length(n)?,
        run: |queue, _n, out| write_words(queue, seed, op!(|bits: u32| bits), out),
    }

    /// Random integers below `bound`. They are zero if `bound` is zero.
    ///
    /// ```
    /// use amp_algorithms::random;
    ///
    /// let throws = random::below(100, 42, 6)?.to_vec()?;
    /// assert!(throws.iter().all(|v| *v < 6) && throws.contains(&5));
    /// # Ok::<(), amp::Error>(())
    /// ```
    below below_on below_into [] (n: usize, seed: u64, bound: u32) -> u32 {
        op: op!(|_k: usize| 0),
        len: error::length(n)?,
        run: |queue, _n, out| write_words(queue, seed, op!(|bits: u32| scaled(bits, bound)), out),
    }

    /// Random floats from 0 up to and excluding 1.
    ///
    /// ```
    /// use amp_algorithms as alg;
    ///
    /// let mean = alg::mean(&alg::random::uniform(10_000, 42)?)?;
    /// assert!((mean.unwrap_or_default() - 0.5).abs() < 0.02);
    /// # Ok::<(), amp::Error>(())
    /// ```
    uniform uniform_on uniform_into [] (n: usize, seed: u64) -> f32 {
        op: op!(|_k: usize| 0),
        len: error::length(n)?,
        run: |queue, _n, out| write_words(queue, seed, op!(|bits: u32| unit(bits)), out),
    }

    /// Random floats with the standard normal distribution. See [`standard_normal`].
    ///
    /// ```
    /// use amp_algorithms as alg;
    ///
    /// let variance = alg::variance(&alg::random::normal(10_000, 42)?)?;
    /// assert!((variance.unwrap_or_default() - 1.0).abs() < 0.05);
    /// # Ok::<(), amp::Error>(())
    /// ```
    normal normal_on normal_into [] (n: usize, seed: u64) -> f32 {
        op: op!(|_k: usize| 0),
        len: error::length(n)?,
        run: |queue, _n, out| write_words(queue, seed, op!(|bits: u32| standard_normal(bits)), out),
    }

    /// The integers below `n` in a random order: the images of a [`Permutation`].
    ///
    /// ```
    /// use amp_algorithms as alg;
    ///
    /// let mut order = alg::random::permutation(5, 42)?;
    /// alg::sort(&mut order)?;
    /// assert_eq!(order.to_vec()?, [0, 1, 2, 3, 4]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    permutation permutation_on permutation_into [] (n: usize, seed: u64) -> u32 {
        op: op!(|_k: usize| 0),
        len: error::length(n)?,
        run: |queue, n, out| {
            let order = Permutation::new(n, seed)?;
            crate::elementwise::write_each(queue, op!(|k: usize| order.at(k as u32)), out)
        },
    }
}
