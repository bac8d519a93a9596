//! Radix sort by chunks, for CPUs.
//!
//! The sort begins with the most significant digit in which keys differ, by 8 bits. Each chunk counts its digits, and then
//! moves its keys to the positions that a scan of the counts gives. So each of the 256 buckets fits into the cache of a
//! core, and one work-item sorts it by the other digits, the least significant one first. If most keys are in one bucket,
//! all passes are parallel instead, from the least significant digit on.
//!
//! The keys move between the caller's elements and one array of scratch memory. An op maps a key to the unsigned integer
//! that stands for it, so no pass converts the keys.

use amp::prelude::*;
use amp::{Op, Result};

use crate::elementwise::write_each;
use crate::input::Input;
use crate::key::Ordered;
use crate::plan::{self, Chunks};
use crate::scan::scan_counts;
use crate::scratch::undefined;

/// The digits of a pass.
const DIGITS: usize = 256;
/// The bits of a digit.
const BITS: u32 = 8;
/// The most keys of a bucket that are sorted by insertion.
const SMALL_BUCKET: usize = 32;

/// Counts the digits of each chunk: `counts[digit * chunks + chunk]`. The outer loop runs once; see [`Chunks::domain`].
#[kernel]
fn count_digits<K: GpuType, O: Ordered>(
    i: Index<2>,
    n: usize,
    size: usize,
    chunks: usize,
    shift: u32,
    ordered: impl Fn(K) -> O,
    keys: &ArrayView<K>,
    counts: &mut ArrayViewMut<u32>,
) {
    for _ in i[1]..1 {
        let first = i[0] * size;
        // Four counters for each digit. With one, equal keys in sequence would wait for one another.
        let mut digits = [0u32; 4 * DIGITS];
        for k in first..n.min(first + size) {
            digits[k % 4 * DIGITS + ordered(keys[k]).digit(shift, 255)] += 1;
        }
        for digit in 0..DIGITS {
            let others = digits[DIGITS + digit] + digits[2 * DIGITS + digit];
            counts[digit * chunks + i[0]] = digits[digit] + others + digits[3 * DIGITS + digit];
        }
    }
}

/// Declares the kernels that move keys, and values if there are some, to their positions.
macro_rules! move_kernels {
    ($move:ident $buckets:ident $(, $value:ident: $values:ident $sorted_values:ident $moved:ident)?) => {
        /// Moves the keys of each chunk. `starts` contains the position of the first key for each digit and chunk.
        #[kernel]
        fn $move<K: GpuType, O: Ordered $(, $value: GpuType)?>(
            i: Index<2>,
            n: usize,
            size: usize,
            chunks: usize,
            shift: u32,
            ordered: impl Fn(K) -> O,
            starts: &ArrayView<u32>,
            keys: &ArrayView<K>,
            sorted: &mut ArrayViewMut<K>,
            $($values: &ArrayView<$value>, $sorted_values: &mut ArrayViewMut<$value>,)?
        ) {
            for _ in i[1]..1 {
                let first = i[0] * size;
                let mut next = [0u32; DIGITS];
                for digit in 0..DIGITS {
                    next[digit] = starts[digit * chunks + i[0]];
                }
                for k in first..n.min(first + size) {
                    let key = keys[k];
                    let digit = ordered(key).digit(shift, 255);
                    let at = next[digit] as usize;
                    next[digit] += 1;
                    sorted[at] = key;
                    $($sorted_values[at] = $values[k];)?
                }
            }
        }

        /// Sorts each bucket of `keys` by the lower `bits`, into `sorted`. The keys change between the two views with each
        /// digit. `starts` contains the beginning of each bucket at every `chunks`-th element.
        #[kernel]
        fn $buckets<K: GpuType, O: Ordered $(, $value: GpuType)?>(
            i: Index<2>,
            n: usize,
            chunks: usize,
            bits: u32,
            ordered: impl Fn(K) -> O,
            starts: &ArrayView<u32>,
            keys: &mut ArrayViewMut<K>,
            sorted: &mut ArrayViewMut<K>,
            $($values: &mut ArrayViewMut<$value>, $sorted_values: &mut ArrayViewMut<$value>,)?
        ) {
            for _ in i[1]..1 {
                let first = starts[i[0] * chunks] as usize;
                let mut end = n;
                if i[0] + 1 < DIGITS {
                    end = starts[(i[0] + 1) * chunks] as usize;
                }
                let mut is_sorted = false;
                if end - first <= SMALL_BUCKET {
                    for k in first + 1..end {
                        let key = keys[k];
                        $(let $moved = $values[k];)?
                        let mut at = k;
                        while at > first && ordered(key) < ordered(keys[at - 1]) {
                            keys[at] = keys[at - 1];
                            $($values[at] = $values[at - 1];)?
                            at -= 1;
                        }
                        keys[at] = key;
                        $($values[at] = $moved;)?
                    }
                } else {
                    let mut next = [0u32; DIGITS];
                    for k in first..end {
                        next[ordered(keys[k]).digit(0, 255)] += 1;
                    }
                    for shift in (0..bits).step_by(8) {
                        let mut before = first as u32;
                        for digit in 0..DIGITS {
                            let count = next[digit];
                            next[digit] = before;
                            before += count;
                        }
                        // A pass counts the digits for the next one.
                        let mut following = [0u32; DIGITS];
                        let after = (shift + 8).min(bits - 8);
                        if is_sorted {
                            for k in first..end {
                                let key = sorted[k];
                                let number = ordered(key);
                                let digit = number.digit(shift, 255);
                                let at = next[digit] as usize;
                                next[digit] += 1;
                                following[number.digit(after, 255)] += 1;
                                keys[at] = key;
                                $($values[at] = $sorted_values[k];)?
                            }
                        } else {
                            for k in first..end {
                                let key = keys[k];
                                let number = ordered(key);
                                let digit = number.digit(shift, 255);
                                let at = next[digit] as usize;
                                next[digit] += 1;
                                following[number.digit(after, 255)] += 1;
                                sorted[at] = key;
                                $($sorted_values[at] = $values[k];)?
                            }
                        }
                        next = following;
                        is_sorted = !is_sorted;
                    }
                }
                if !is_sorted {
                    for k in first..end {
                        sorted[k] = keys[k];
                        $($sorted_values[k] = $values[k];)?
                    }
                }
            }
        }
    };
}

move_kernels!(move_keys sort_buckets);
move_kernels!(move_pairs sort_pair_buckets, V: values sorted_values moved);

/// The chunks of a sort, and the op that maps a key to an integer.
#[derive(Clone, Copy)]
pub(super) struct Pass<'q, F> {
    queue: &'q AcceleratorView,
    n: usize,
    chunks: Chunks,
    ordered: F,
}

/// The elements that a sort moves, and the memory that it moves them to. Both change places after each pass.
pub(super) trait Moved<K: GpuType> {
    /// The keys.
    fn keys(&self) -> &ArrayViewMut<'_, K>;

    /// Moves each element by a digit of its key. The elements remain in their place.
    fn move_by_digit<O: Ordered, F: Op<fn(K) -> O> + Copy>(
        &mut self,
        pass: Pass<'_, F>,
        shift: u32,
        starts: &ArrayViewMut<'_, u32>,
    ) -> Result<()>;

    /// Sorts each bucket by the lower `bits`, and moves the elements.
    fn sort_buckets<O: Ordered, F: Op<fn(K) -> O> + Copy>(
        &mut self,
        pass: Pass<'_, F>,
        bits: u32,
        starts: &ArrayViewMut<'_, u32>,
    ) -> Result<()>;

    /// Moves the elements without a change of their order.
    fn copy(&mut self, queue: &AcceleratorView) -> Result<()>;
}

/// Keys without values.
pub(super) struct Keys<'v, K> {
    keys: ArrayViewMut<'v, K>,
    other: ArrayViewMut<'v, K>,
}

/// Keys with values.
pub(super) struct Pairs<'v, K, V> {
    keys: Keys<'v, K>,
    values: Keys<'v, V>,
}

impl<'v, K: GpuType> Keys<'v, K> {
    /// The first `n` keys, and memory for as many.
    pub(super) fn new(
        n: usize,
        keys: &'v mut ArrayViewMut<'_, K>,
        scratch: &'v mut ArrayViewMut<'static, K>,
    ) -> Result<Self> {
        Ok(Keys { keys: keys.section_mut(0, n)?, other: scratch.section_mut(0, n)? })
    }

    fn swap(&mut self) {
        std::mem::swap(&mut self.keys, &mut self.other);
    }
}

impl<'v, K: GpuType, V: GpuType> Pairs<'v, K, V> {
    pub(super) fn new(keys: Keys<'v, K>, values: Keys<'v, V>) -> Self {
        Pairs { keys, values }
    }
}

impl<K: GpuType> Moved<K> for Keys<'_, K> {
    fn keys(&self) -> &ArrayViewMut<'_, K> {
        &self.keys
    }

    fn move_by_digit<O: Ordered, F: Op<fn(K) -> O> + Copy>(
        &mut self,
        pass: Pass<'_, F>,
        shift: u32,
        starts: &ArrayViewMut<'_, u32>,
    ) -> Result<()> {
        let Pass { queue, n, chunks: Chunks { size, count }, ordered } = pass;
        let kernel = move_keys(n, size, count, shift, ordered, starts, &self.keys, &mut self.other);
        queue.parallel_for_each(pass.chunks.domain(), kernel)?;
        self.swap();
        Ok(())
    }

    fn sort_buckets<O: Ordered, F: Op<fn(K) -> O> + Copy>(
        &mut self,
        pass: Pass<'_, F>,
        bits: u32,
        starts: &ArrayViewMut<'_, u32>,
    ) -> Result<()> {
        let Pass { queue, n, chunks, ordered } = pass;
        let kernel = sort_buckets(n, chunks.count, bits, ordered, starts, &mut self.keys, &mut self.other);
        queue.parallel_for_each([DIGITS, 1], kernel)?;
        self.swap();
        Ok(())
    }

    fn copy(&mut self, queue: &AcceleratorView) -> Result<()> {
        write_each(queue, (&self.keys).load(), &mut self.other)?;
        self.swap();
        Ok(())
    }
}

impl<K: GpuType, V: GpuType> Moved<K> for Pairs<'_, K, V> {
    fn keys(&self) -> &ArrayViewMut<'_, K> {
        &self.keys.keys
    }

    fn move_by_digit<O: Ordered, F: Op<fn(K) -> O> + Copy>(
        &mut self,
        pass: Pass<'_, F>,
        shift: u32,
        starts: &ArrayViewMut<'_, u32>,
    ) -> Result<()> {
        let Pass { queue, n, chunks: Chunks { size, count }, ordered } = pass;
        let Pairs { keys: Keys { keys, other }, values: Keys { keys: values, other: other_values } } = self;
        let kernel = move_pairs(n, size, count, shift, ordered, starts, keys, other, values, other_values);
        queue.parallel_for_each(pass.chunks.domain(), kernel)?;
        self.keys.swap();
        self.values.swap();
        Ok(())
    }

    fn sort_buckets<O: Ordered, F: Op<fn(K) -> O> + Copy>(
        &mut self,
        pass: Pass<'_, F>,
        bits: u32,
        starts: &ArrayViewMut<'_, u32>,
    ) -> Result<()> {
        let Pass { queue, n, chunks, ordered } = pass;
        let Pairs { keys: Keys { keys, other }, values: Keys { keys: values, other: other_values } } = self;
        let kernel =
            sort_pair_buckets(n, chunks.count, bits, ordered, starts, keys, other, values, other_values);
        queue.parallel_for_each([DIGITS, 1], kernel)?;
        self.keys.swap();
        self.values.swap();
        Ok(())
    }

    fn copy(&mut self, queue: &AcceleratorView) -> Result<()> {
        self.keys.copy(queue)?;
        self.values.copy(queue)
    }
}

/// The steps of a sort.
enum Steps {
    /// The keys are equal.
    Nothing,
    /// Move the keys by the digit after `shift` bits, and then sort each bucket.
    Buckets { shift: u32, starts: ArrayViewMut<'static, u32> },
    /// Sort by each digit of the lower `bits`.
    Digits { bits: u32 },
}

impl<F> Pass<'_, F> {
    /// The position of the first key for each digit and chunk.
    fn starts<K: GpuType, O: Ordered>(
        self,
        shift: u32,
        keys: &ArrayViewMut<'_, K>,
    ) -> Result<ArrayViewMut<'static, u32>>
    where
        F: Op<fn(K) -> O> + Copy,
    {
        let Pass { queue, n, chunks: Chunks { size, count }, ordered } = self;
        let mut counts = undefined(count * DIGITS)?;
        let kernel = count_digits(n, size, count, shift, ordered, keys, &mut counts);
        queue.parallel_for_each(self.chunks.domain(), kernel)?;
        let mut starts = undefined(count * DIGITS)?;
        scan_counts(queue, &counts, true, &mut starts)?;
        Ok(starts)
    }

    /// The most keys with one digit.
    fn most_of_a_digit(&self, starts: &ArrayViewMut<'_, u32>) -> Result<usize> {
        let starts = starts.to_vec()?;
        let begin =
            |digit: usize| starts.get(digit * self.chunks.count).map_or(self.n, |start| *start as usize);
        Ok((0..DIGITS).map(|digit| begin(digit + 1) - begin(digit)).max().unwrap_or_default())
    }

    fn steps<K: GpuType, O: Ordered>(self, bits: u32, keys: &ArrayViewMut<'_, K>) -> Result<Steps>
    where
        F: Op<fn(K) -> O> + Copy,
    {
        let mut bits = bits.next_multiple_of(BITS);
        if self.n < plan::least_for_buckets() {
            return Ok(Steps::Digits { bits });
        }
        while bits > 0 {
            let shift = bits - BITS;
            let starts = self.starts(shift, keys)?;
            let most = self.most_of_a_digit(&starts)?;
            if most <= plan::most_in_bucket(self.n) || (shift == 0 && most < self.n) {
                return Ok(Steps::Buckets { shift, starts });
            }
            if most < self.n {
                return Ok(Steps::Digits { bits });
            }
            bits = shift;
        }
        Ok(Steps::Nothing)
    }
}

/// Sorts the elements by the lower `bits` of the integers that `ordered` returns for their keys. The sorted elements are in
/// the place of the unsorted ones.
pub(super) fn sort<K: GpuType, O: Ordered>(
    queue: &AcceleratorView,
    bits: u32,
    ordered: impl Op<fn(K) -> O> + Copy,
    mut moved: impl Moved<K>,
) -> Result<()> {
    let n = moved.keys().len();
    let pass = Pass { queue, n, chunks: Chunks::of(n), ordered };
    match pass.steps(bits, moved.keys())? {
        Steps::Nothing => {}
        Steps::Digits { bits } => {
            for shift in (0..bits).step_by(BITS as usize) {
                let starts = pass.starts(shift, moved.keys())?;
                moved.move_by_digit(pass, shift, &starts)?;
            }
            if bits / BITS % 2 == 1 {
                moved.copy(queue)?;
            }
        }
        Steps::Buckets { shift, starts } => {
            moved.move_by_digit(pass, shift, &starts)?;
            match shift {
                0 => moved.copy(queue)?,
                bits => moved.sort_buckets(pass, bits, &starts)?,
            }
        }
    }
    Ok(())
}
