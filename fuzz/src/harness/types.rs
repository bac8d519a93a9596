//! The structs and enums that random programs use, and a stand-in for views in plain Rust.

use amp::prelude::*;

#[device]
#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
pub struct Point {
    pub x: i32,
    pub y: f32,
    pub z: [u32; 2],
}

#[device]
#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
pub struct Pair(pub i32, pub u32);

/// A struct of bytes and half-words, in which each field is a part of a word.
#[device]
#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
pub struct Bits {
    pub r: u8,
    pub g: i8,
    pub b: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(u32)]
pub enum Shade {
    Dark,
    Grey,
    Light,
}

/// A section of an array: the array's extent, the section's origin and its extent. A program runs once for each
/// case.
#[derive(Clone, Copy, Debug)]
pub struct Case<const N: usize> {
    pub parent: [usize; N],
    pub origin: [usize; N],
    pub extent: [usize; N],
}

impl<const N: usize> Case<N> {
    pub(super) fn new(parent: &[usize], origin: &[usize], extent: &[usize]) -> Self {
        let array = |list: &[usize]| std::array::from_fn(|d| list[d]);
        Case { parent: array(parent), origin: array(origin), extent: array(extent) }
    }

    pub(super) fn full(extent: &[usize]) -> Self {
        Case::new(extent, &vec![0; extent.len()], extent)
    }

    pub(super) fn len(&self) -> usize {
        self.parent.iter().product()
    }
}

/// How a domain is cut into tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cut {
    Fits,
    Padded,
    Truncated,
}

/// The sections in which a program runs: with full and partial rows, and with gaps.
pub(super) fn cases<const N: usize>(tile: Option<([usize; N], Cut)>) -> Vec<Case<N>> {
    match (N, tile.map(|(_, cut)| cut)) {
        (1, None) => vec![Case::full(&[100]), Case::new(&[90], &[5], &[77])],
        (2, None) => vec![Case::full(&[3, 70]), Case::new(&[6, 20], &[1, 2], &[3, 13])],
        (_, None) => vec![Case::full(&[2, 3, 9]), Case::new(&[3, 4, 8], &[0, 1, 1], &[2, 2, 5])],
        (1, Some(Cut::Fits)) => vec![Case::full(&[64])],
        (1, Some(Cut::Padded)) => vec![Case::new(&[50], &[2], &[39])],
        (1, Some(Cut::Truncated)) => vec![Case::full(&[55])],
        (_, Some(Cut::Fits)) => vec![Case::new(&[10, 20], &[1, 3], &[8, 16])],
        (_, Some(Cut::Padded)) => vec![Case::full(&[7, 13])],
        (_, Some(Cut::Truncated)) => vec![Case::full(&[10, 20])],
    }
}

/// A section of an array that is indexed like a view.
#[derive(Clone)]
pub struct Slice<T, const N: usize = 1> {
    pub(super) data: Vec<T>,
    pub(super) case: Case<N>,
}

impl<T, const N: usize> Slice<T, N> {
    pub fn extent(&self) -> Extent<N> {
        self.case.extent.into()
    }

    fn at(&self, i: [usize; N]) -> usize {
        let Case { parent, origin, extent } = self.case;
        assert!((0..N).all(|d| i[d] < extent[d]), "{i:?} of {extent:?}");
        (0..N).fold(0, |at, d| at * parent[d] + origin[d] + i[d])
    }
}

/// A section with one dimension has no gaps, so it is a slice of Rust.
impl<T> std::ops::Deref for Slice<T, 1> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        let Case { origin: [origin], extent: [extent], .. } = self.case;
        &self.data[origin..origin + extent]
    }
}

impl<T> std::ops::Index<std::ops::Range<usize>> for Slice<T, 1> {
    type Output = [T];

    fn index(&self, range: std::ops::Range<usize>) -> &[T] {
        &(**self)[range]
    }
}

impl<T> std::ops::Index<usize> for Slice<T, 1> {
    type Output = T;

    fn index(&self, i: usize) -> &T {
        &self.data[self.at([i])]
    }
}

impl<T, const N: usize> std::ops::Index<Index<N>> for Slice<T, N> {
    type Output = T;

    fn index(&self, i: Index<N>) -> &T {
        &self.data[self.at(std::array::from_fn(|d| i[d]))]
    }
}

impl<T, const N: usize> std::ops::IndexMut<Index<N>> for Slice<T, N> {
    fn index_mut(&mut self, i: Index<N>) -> &mut T {
        let at = self.at(std::array::from_fn(|d| i[d]));
        &mut self.data[at]
    }
}

impl<T, const N: usize> std::ops::Index<[usize; N]> for Slice<T, N> {
    type Output = T;

    fn index(&self, i: [usize; N]) -> &T {
        &self.data[self.at(i)]
    }
}

impl<T> std::ops::IndexMut<usize> for Slice<T, 1> {
    fn index_mut(&mut self, i: usize) -> &mut T {
        let at = self.at([i]);
        &mut self.data[at]
    }
}
