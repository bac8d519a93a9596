//! Structs with `#[derive(GpuType)]` that borrow slices: methods, constructors, and temporary values.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Cursor<'a> {
    bytes: &'a [u8],
    pos: usize,
}

#[device]
impl<'a> Cursor<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, pos: 0 }
    }

    fn eat(&mut self, expected: u8) -> bool {
        let hit = self.bytes.get(self.pos).copied() == Some(expected);
        self.pos += usize::from(hit);
        hit
    }

    fn number(&mut self) -> Option<u32> {
        let mut value = None;
        while let Some(digit @ b'0'..=b'9') = self.bytes.get(self.pos).copied() {
            value = Some(value.unwrap_or(0) * 10 + u32::from(digit - b'0'));
            self.pos += 1;
        }
        value
    }

    fn sum(&mut self) -> Option<u32> {
        let mut value = self.number()?;
        while self.eat(b'+') {
            value += self.number()?;
        }
        Some(value)
    }

    fn rest(self) -> usize {
        self.bytes.len() - self.pos
    }
}

/// A struct that a constructor with a reference makes, and which borrows nothing.
#[derive(Clone, Copy, GpuType)]
struct Half(u32);

#[device]
impl Half {
    fn of(v: &u32) -> Self {
        Half(*v / 2)
    }

    fn twice(self) -> u32 {
        2 * self.0
    }
}

#[derive(Clone, Copy, GpuType)]
struct Table<'a, T> {
    cells: &'a [T],
    width: usize,
}

#[device]
impl<T: amp::Value> Table<'_, T> {
    fn at(&self, x: usize, y: usize) -> T {
        self.cells[y * self.width + x]
    }

    fn row(&self, y: usize) -> impl Iterator<Item = T> {
        self.cells[y * self.width..(y + 1) * self.width].iter().copied()
    }
}

#[device]
fn evaluated(k: u32) -> u32 {
    let text = [b'0' + (k % 10) as u8, b'+', b'1', b'2', if k == 3 { b'-' } else { b'+' }, b'7', b' '];
    let whole = Cursor::new(&text).sum().unwrap_or(900);
    let part = Cursor { bytes: &text[2..], pos: k as usize % 3 }.sum().unwrap_or(800);
    let mut first = Cursor::new(&text);
    let rest = if first.eat(b'1') { 500 } else { 600 } + first.rest() as u32;
    let nested = Half::of(&Cursor::new(&text[5..]).number().unwrap_or(9)).twice();
    whole + 100 * part + rest + 1000 * nested
}

#[device]
fn of_table(k: usize) -> i32 {
    let cells = [k as i32, 2, 3, 4, 5, 6];
    let table = Table::<i32> { cells: &cells, width: 3 };
    table.at(k % 3, 1) + 10 * table.row(0).sum::<i32>()
}

#[kernel]
fn all(i: Index<1>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<i32>) {
    let digits = [b'4', b'0' + i[0] as u8];
    y[i] = evaluated(i[0] as u32) + Cursor::new(&digits).number().unwrap();
    z[i] = of_table(i[0]);
}

#[test]
fn structs_borrow_slices() {
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([8]).unwrap();
        let mut z = ArrayViewMut::<i32>::without_source([8]).unwrap();
        accelerator.default_view().parallel_for_each(8, all(&mut y, &mut z)).unwrap();
        assert_eq!(y.to_vec().unwrap(), (0..8).map(|k| evaluated(k) + 40 + k).collect::<Vec<_>>());
        assert_eq!(z.to_vec().unwrap(), (0..8).map(of_table).collect::<Vec<_>>());
    });
}
