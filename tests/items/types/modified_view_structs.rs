//! Structs of views and slices with values that functions modify: readers, cursors and writers.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuViews)]
struct BitReader<'a> {
    bytes: &'a [u8],
    pos: usize,
}

#[device]
impl<'a> BitReader<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, pos: 0 }
    }

    fn bit(&mut self) -> Option<bool> {
        let byte = *self.bytes.get(self.pos / 8)?;
        let bit = byte >> (7 - self.pos % 8) & 1 == 1;
        self.pos += 1;
        Some(bit)
    }

    fn bits(&mut self, n: u32) -> Option<u32> {
        let mut value = 0;
        for _ in 0..n {
            value = value << 1 | self.bit()? as u32;
        }
        Some(value)
    }

    fn left(&self) -> usize {
        (self.bytes.len() * 8).saturating_sub(self.pos)
    }

    fn skip(&mut self, n: usize) -> usize {
        self.pos += n;
        self.pos
    }

    fn ahead(mut self, n: usize) -> u32 {
        self.pos += n;
        self.bits(3).unwrap_or(9)
    }
}

const TABLE: [u8; 5] = [0x12, 0x34, 0x56, 0x78, 0x9a];

#[device]
fn header(r: &mut BitReader<'_>, n: u32) -> u32 {
    let value = r.bits(n).unwrap_or(0);
    r.skip(1);
    value + r.left() as u32
}

#[device]
fn peek(r: &BitReader<'_>) -> u32 {
    let mut copy = *r;
    copy.bits(4).unwrap_or(3) + r.pos as u32
}

#[device]
fn peek_owned(mut r: BitReader<'_>) -> u32 {
    r.bits(5).unwrap_or(3)
}

#[device]
fn decoded(k: usize, v: u32) -> u32 {
    let bytes = v.to_be_bytes();
    let mut r = BitReader { bytes: &bytes, pos: 0 };
    let first = r.bits(k as u32 % 20).unwrap_or(1) % 1000 * 100;
    let second = r.bits(17).unwrap_or(77) % 100;
    let mut t = BitReader { bytes: &TABLE, pos: k };
    let mut sum = 0;
    while let Some(bit) = t.bit() {
        sum = sum % 1000 * 3 + bit as u32;
        if t.left() % 7 == 0 {
            t.skip(t.pos % 3);
        }
    }
    let mut copy = r;
    copy.skip(2);
    let other = &mut copy;
    other.pos += 1;
    let of_other = header(other, 3);
    let of_first = header(&mut r, 2) + peek(&r) + peek_owned(r) + t.ahead(0) + r.ahead(1);
    let BitReader { pos, .. } = &mut r;
    *pos += 5;
    first + second * 7 + sum + of_other * 31 + of_first * 17 + (copy.pos + 3 * r.pos) as u32
}

#[kernel]
fn decode(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    y[i] = decoded(i[0], x[i]);
}

#[test]
fn methods_modify_the_values_of_a_reader() {
    let values: Vec<u32> = (0..32).map(|k: u32| (k + 1).wrapping_mul(2_654_435_761) >> 3).collect();
    let expected: Vec<u32> = values.iter().enumerate().map(|(k, v)| decoded(k, *v)).collect();
    let bytes = [0x12, 0x80];
    let mut r = BitReader::new(&bytes);
    assert_eq!((r.bits(9), r.bits(7), r.bit()), (Some(0x25), Some(0), None));
    on_each(|accelerator| {
        let x = ArrayView::new(&values);
        let mut y = ArrayViewMut::<u32>::without_source([32]).unwrap();
        accelerator.default_view().parallel_for_each(32, decode(&x, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[derive(Clone, Copy, GpuViews)]
struct Words<'a> {
    words: &'a ArrayView<'a, u32>,
    at: usize,
    sum: u32,
    seen: [u32; 4],
}

#[device]
impl Words<'_> {
    fn next(&mut self) -> Option<u32> {
        if self.at >= self.words.len() {
            return None;
        }
        let word = self.words[self.at];
        self.at += 3;
        self.sum += word;
        self.seen[word as usize % 4] += 1;
        Some(word)
    }

    fn total(&self) -> u32 {
        self.sum + self.seen.iter().zip([1, 10, 100, 1000]).map(|(n, by)| n * by).sum::<u32>()
    }

    fn each(&mut self, mut f: impl FnMut(u32)) {
        while let Some(word) = self.next() {
            f(word);
        }
    }
}

fn words_from(words: &[u32], k: usize) -> u32 {
    let words = ArrayView::new(words);
    let mut r = Words { words: &words, at: k, sum: 0, seen: [0; 4] };
    let mut n = 0;
    while let Some(word) = r.next() {
        n = n * 5 % 1001 + word;
        if n > 900 {
            break;
        }
    }
    let mut rest = 0;
    r.each(|word| rest += word);
    n + r.total() + rest
}

#[kernel]
fn of_words(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let mut r = Words { words: x, at: i[0], sum: 0, seen: [0; 4] };
    let mut n = 0;
    while let Some(word) = r.next() {
        n = n * 5 % 1001 + word;
        if n > 900 {
            break;
        }
    }
    let mut rest = 0;
    r.each(|word| rest += word);
    y[i] = n + r.total() + rest;
}

#[kernel]
fn of_captured(i: Index<1>, words: &Words, y: &mut ArrayViewMut<u32>) {
    let mut r = *words;
    r.at += i[0];
    let mut n = 0;
    while let Some(word) = r.next() {
        n = n * 5 % 1001 + word;
        if n > 900 {
            break;
        }
    }
    let mut rest = 0;
    r.each(|word| rest += word);
    y[i] = n + r.total() + rest;
}

#[test]
fn kernels_make_and_copy_readers_of_views() {
    let values: Vec<u32> = (0..40).map(|k: u32| k.wrapping_mul(2_654_435_761) % 97).collect();
    let expected: Vec<u32> = (0..40).map(|k| words_from(&values, k)).collect();
    on_each(|accelerator| {
        let x = ArrayView::new(&values);
        let mut y = ArrayViewMut::<u32>::without_source([40]).unwrap();
        let queue = accelerator.default_view();
        queue.parallel_for_each(40, of_words(&x, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
        let words = Words { words: &x, at: 0, sum: 0, seen: [0; 4] };
        queue.parallel_for_each(40, of_captured(&words, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
        let kernel = amp!(|i: Index<1>| {
            let mut r = Words { words: &x, at: i[0], sum: 0, seen: [0; 4] };
            let mut n = 0;
            while let Some(word) = r.next() {
                n = n * 5 % 1001 + word;
                if n > 900 {
                    break;
                }
            }
            let mut rest = 0;
            r.each(|word| rest += word);
            y[i] = n + r.total() + rest;
        });
        queue.parallel_for_each(40, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[derive(GpuViews)]
struct Writer<'a, T> {
    items: &'a mut [T],
    len: usize,
    last: T,
}

#[device]
impl<T: Scalar> Writer<'_, T> {
    fn push(&mut self, item: T) {
        self.items[self.len] = item + self.last;
        self.len += 1;
        self.last = item;
    }

    fn copy_from(&mut self, r: &mut Cursor<'_, T>) -> bool {
        match r.next() {
            Some(item) => {
                self.push(item);
                true
            }
            None => false,
        }
    }
}

#[derive(Clone, Copy, GpuViews)]
struct Cursor<'a, T> {
    items: &'a [T],
    at: usize,
    best: Option<T>,
}

#[device]
impl<T: Scalar> Cursor<'_, T> {
    fn next(&mut self) -> Option<T> {
        let item = *self.items.get(self.at)?;
        self.at += 1;
        match &mut self.best {
            Some(best) => *best += item,
            None => self.best = Some(item),
        }
        Some(item)
    }
}

#[device]
fn run_length(w: &mut Writer<'_, u32>, mut r: Cursor<'_, u32>) {
    while let Some(item) = r.next() {
        if item != w.last {
            w.push(item);
        }
    }
}

#[device]
fn written(v: &[u32]) -> u32 {
    let mut out = [0; 16];
    let mut w = Writer::<u32> { items: &mut out, len: 0, last: 0 };
    let mut r = Cursor::<u32> { items: v, at: 0, best: None };
    while r.at < 3 && w.copy_from(&mut r) {}
    run_length(&mut w, r);
    let (len, best) = (w.len as u32, r.best.unwrap_or(7));
    out.iter().enumerate().map(|(k, v)| (k as u32 + 1) * v).sum::<u32>() * 10 + len + best
}

#[kernel]
fn write_all(i: Index<1>, x: [u32; 12], y: &mut ArrayViewMut<u32>) {
    y[i] = written(&x[i[0]..]);
}

#[test]
fn writer_and_reader_are_modified_in_one_call() {
    let values = [3, 3, 5, 5, 5, 1, 2, 2, 9, 9, 9, 4];
    let expected: Vec<u32> = (0..12).map(|k| written(&values[k..])).collect();
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([12]).unwrap();
        accelerator.default_view().parallel_for_each(12, write_all(values, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
