//! Canonical Huffman codes and run lengths, after `miniz_oxide`, `puff` of zlib, and PackBits.
//!
//! Uses a bit reader with `Option`, prefix sums over counts, code tables in structs, `chunk_by`, `dedup`-like loops and
//! `repeat_n`.

use amp::prelude::*;

use super::on_each_queue;

#[derive(Clone, Copy, Debug, GpuType)]
struct BitReader {
    word: u32,
    left: u32,
}

#[device]
impl BitReader {
    fn bit(&mut self) -> Option<u32> {
        self.left = self.left.checked_sub(1)?;
        let bit = self.word & 1;
        self.word >>= 1;
        Some(bit)
    }

    fn bits(&mut self, count: u32) -> Option<u32> {
        let mut value = 0;
        for k in 0..count {
            value |= self.bit()? << k;
        }
        Some(value)
    }
}

const MAX_BITS: usize = 7;
const LENGTHS: [u8; 8] = [2, 3, 3, 3, 3, 3, 4, 4];

#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
struct Huffman {
    counts: [u8; MAX_BITS + 1],
    symbols: [u8; 8],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
enum Symbol {
    Literal(u8),
    Run { length: u32 },
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
enum Corrupt {
    Truncated,
    Code(u32),
}

#[device]
impl Huffman {
    fn new(lengths: &[u8; 8]) -> Self {
        let mut huffman = Self::default();
        for &length in lengths {
            huffman.counts[length as usize] += 1;
        }
        let mut offsets = [0; MAX_BITS + 2];
        for (k, &count) in huffman.counts.iter().enumerate().skip(1) {
            offsets[k + 1] = offsets[k] + count as usize;
        }
        for (symbol, &length) in (0..).zip(lengths) {
            let offset = &mut offsets[length as usize];
            huffman.symbols[*offset] = symbol;
            *offset += 1;
        }
        huffman
    }

    fn decode(&self, reader: &mut BitReader) -> Result<u8, Corrupt> {
        let (mut code, mut first, mut index) = (0, 0, 0);
        for &count in &self.counts[1..] {
            let count = u32::from(count);
            code |= reader.bit().ok_or(Corrupt::Truncated)?;
            if code < first + count {
                return Ok(self.symbols[(index + (code - first)) as usize]);
            }
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        Err(Corrupt::Code(code))
    }

    fn symbol(&self, reader: &mut BitReader) -> Result<Symbol, Corrupt> {
        Ok(match self.decode(reader)? {
            0 => Symbol::End,
            1 => Symbol::Run { length: 3 + reader.bits(2).ok_or(Corrupt::Truncated)? },
            literal => Symbol::Literal(literal),
        })
    }
}

#[derive(Clone, Copy, GpuType)]
struct Buffer<const N: usize> {
    bytes: [u8; N],
    len: usize,
}

#[device]
impl<const N: usize> Buffer<N> {
    fn new() -> Self {
        Buffer { bytes: [0; N], len: 0 }
    }

    fn push(&mut self, byte: u8) {
        if self.len < N {
            self.bytes[self.len] = byte;
            self.len += 1;
        }
    }

    fn last(&self) -> Option<u8> {
        self.bytes[..self.len].last().copied()
    }
}

#[device]
fn inflate(word: u32) -> Result<Buffer<32>, Corrupt> {
    let huffman = Huffman::new(&LENGTHS);
    let mut reader = BitReader { word, left: 32 };
    let mut output = Buffer::<32>::new();
    loop {
        match huffman.symbol(&mut reader)? {
            Symbol::Literal(byte) => output.push(byte),
            Symbol::Run { length } => {
                let byte = output.last().unwrap_or(0);
                for copy in std::iter::repeat_n(byte, length as usize) {
                    output.push(copy);
                }
            }
            Symbol::End => return Ok(output),
        }
    }
}

/// The runs of equal bytes: their number and the longest one.
#[device]
fn runs(bytes: &[u8]) -> (usize, usize) {
    let count = bytes.chunk_by(|a, b| a == b).count();
    let longest = bytes.chunk_by(|a, b| a == b).map(|run| run.len()).max();
    (count, longest.unwrap_or(0))
}

#[device]
fn summary(word: u32) -> [u32; 4] {
    match inflate(word) {
        Ok(output) => {
            let bytes = &output.bytes[..output.len];
            let (count, longest) = runs(bytes);
            let sum = bytes.iter().map(|&b| b as u32).fold(0, |hash, b| hash * 31 % 10_007 + b);
            [bytes.len() as u32, count as u32, longest as u32, sum]
        }
        Err(Corrupt::Truncated) => [100, 0, 0, 0],
        Err(Corrupt::Code(code)) => [101, code, 0, 0],
    }
}

#[kernel]
fn inflate_all(i: Index<1>, words: &ArrayView<u32>, summaries: &mut ArrayViewMut<[u32; 4]>) {
    summaries[i] = summary(words[i]);
}

#[test]
fn bytes_are_those_of_the_host() {
    let words: Vec<u32> = (0..150u32).map(|k| k.wrapping_mul(2_654_435_761).rotate_left(k % 9)).collect();
    let expected: Vec<_> = words.iter().map(|&word| summary(word)).collect();
    assert!(expected.iter().filter(|[length, ..]| (1..33).contains(length)).count() > 20);
    on_each_queue(|queue| {
        let mut summaries = ArrayViewMut::without_source([150])?;
        queue.parallel_for_each(150, inflate_all(&ArrayView::new(&words), &mut summaries))?;
        assert_eq!(summaries.to_vec()?, expected);
        Ok(())
    });
}
