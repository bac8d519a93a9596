//! Constructors of structs of views: `let mut r = BitReader::new(&data);`.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuViews)]
struct BitReader<'a> {
    data: &'a [u8],
    pos: usize,
}

#[device]
impl<'a> BitReader<'a> {
    fn new(data: &'a [u8]) -> Self {
        Self { data, pos: 0 }
    }

    fn at(data: &'a [u8], byte: usize) -> BitReader<'a> {
        let pos = byte * 8;
        assert!(byte <= data.len());
        BitReader { pos, data }
    }

    fn bit(&mut self) -> Option<bool> {
        let byte = *self.data.get(self.pos / 8)?;
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

    fn first(&self) -> u32 {
        let mut r = BitReader::new(self.data);
        r.bits(3).unwrap_or(0)
    }
}

/// A struct whose constructor takes references, and which is no struct of views.
#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Segment {
    a: f32,
    b: f32,
}

#[device]
impl Segment {
    fn new(a: &f32, b: &f32) -> Self {
        Segment { a: *a, b: *b }
    }

    fn len(&self) -> f32 {
        self.b - self.a
    }

    fn twice(&self) -> Segment {
        let longer = Segment::new(&self.a, &(self.b + self.len()));
        longer
    }
}

#[device]
trait Made {
    fn made(a: &f32, by: f32) -> Self;

    fn default_of(a: &f32) -> Self {
        let made = Self::made(a, 2.0);
        made
    }
}

#[device]
impl Made for Segment {
    fn made(a: &f32, by: f32) -> Self {
        let s = Segment::new(a, &(*a + by));
        s
    }
}

#[device]
fn of_trait(k: usize) -> f32 {
    let a = k as f32;
    let s: Segment = Made::made(&a, 3.0);
    let t = Segment::made(&a, 4.0);
    let u = <Segment as Made>::made(&a, 5.0);
    let v: Segment = Made::default_of(&a);
    s.len() * 100.0 + t.len() * 10.0 + u.len() + v.len()
}

#[derive(Clone, Copy, GpuViews)]
struct Both<'a>(&'a [u8], &'a ArrayView<'a, u32>, u32);

#[device]
impl<'a> Both<'a> {
    fn new(k: u32, bytes: &'a [u8], words: &'a ArrayView<'a, u32>) -> Self {
        Both(bytes, words, k + 1)
    }

    fn at(&self, n: usize) -> u32 {
        self.0[n] as u32 * 10 + self.1[n] + self.2
    }
}

const TABLE: [u8; 5] = [0x12, 0x34, 0x56, 0x78, 0x9a];

#[device]
fn decoded(k: usize, v: u32) -> u32 {
    let bytes = v.to_be_bytes();
    let mut r = BitReader::new(&bytes);
    let first = r.bits(k as u32 % 20).unwrap_or(1) % 1000 * 100;
    let mut t = BitReader::at(&TABLE, k % 4);
    let s = Segment::new(&1.5, &(v as f32 + of_trait(k))).twice();
    let second = r.bits(17).unwrap_or(77) % 100 + t.bits(11).unwrap_or(5);
    first + second + t.pos as u32 + s.len() as u32 + t.first()
}

#[device]
fn of_slice(data: &[u8]) -> u32 {
    let mut r = BitReader::new(data);
    r.pos += 2;
    let other: BitReader<'_> = BitReader::new(&data[1..]);
    let mut copy = other;
    r.bits(5).unwrap_or(0) + copy.bits(2).unwrap_or(3)
}

#[device]
fn bits_of(data: &[u8], n: u32) -> impl Iterator<Item = u32> {
    let mut r = BitReader::new(data);
    let sum = r.bits(n).unwrap_or(4);
    (0..3).map(move |k| k + sum)
}

#[kernel]
fn all(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let bytes = x[i].to_le_bytes();
    let mut r = BitReader::new(&bytes);
    let s = Segment::new(&1.0, &2.0);
    let b = Both::new(x[i] % 7, &bytes, x);
    let sum = bits_of(&bytes, 5).sum::<u32>();
    y[i] = decoded(i[0], x[i]) + r.bits(4).unwrap() + of_slice(&bytes) + s.len() as u32 + b.at(2) + sum;
}

fn on_host(k: usize, x: &[u32]) -> u32 {
    let bytes = x[k].to_le_bytes();
    let mut r = BitReader::new(&bytes);
    let words = ArrayView::new(x);
    let b = Both::new(x[k] % 7, &bytes, &words);
    let sum = bits_of(&bytes, 5).sum::<u32>();
    decoded(k, x[k]) + r.bits(4).unwrap() + of_slice(&bytes) + 1 + b.at(2) + sum
}

#[test]
fn constructors_make_structs_of_views() {
    let values: Vec<u32> = (0..16).map(|k: u32| (k + 1).wrapping_mul(2_654_435_761) >> 13).collect();
    let expected: Vec<u32> = (0..16).map(|k| on_host(k, &values)).collect();
    on_each(|accelerator| {
        let x = ArrayView::new(&values);
        let mut y = ArrayViewMut::<u32>::without_source([16]).unwrap();
        let queue = accelerator.default_view();
        queue.parallel_for_each(16, all(&x, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
        let kernel = amp!(|i: Index<1>| {
            let bytes = x[i].to_le_bytes();
            let mut r = BitReader::new(&bytes);
            let b = Both::new(x[i] % 7, &bytes, &x);
            let sum = bits_of(&bytes, 5).sum::<u32>();
            y[i] = decoded(i[0], x[i]) + r.bits(4).unwrap() + of_slice(&bytes) + 1 + b.at(2) + sum;
        });
        queue.parallel_for_each(16, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
