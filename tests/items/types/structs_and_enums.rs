//! Nested structs, tuples, arrays and enums, with methods and operators.

use crate::compare::compare;
use amp::prelude::*;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Cell {
    height: u32,
    sides: [u32; 3],
    tail: [[u32; 2]; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Grid {
    cells: [Cell; 2],
    size: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
#[repr(u32)]
enum Turn {
    North,
    East = 5,
    South,
    West = 100,
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Num(u32);

#[device]
impl Add for Num {
    type Output = Num;
    fn add(self, other: Num) -> Num {
        Num((self.0 + other.0) % 1009)
    }
}

#[device]
impl Mul<u32> for Num {
    type Output = Num;
    fn mul(self, by: u32) -> Self {
        Num(self.0 * by % 1009)
    }
}

#[device]
impl Sub<Num> for u32 {
    type Output = u32;
    fn sub(self, by: Num) -> u32 {
        self + 1009 - by.0
    }
}

#[device]
impl AddAssign<u32> for Num {
    fn add_assign(&mut self, by: u32) {
        self.0 = (self.0 + by) % 1009;
    }
}

#[device]
impl Neg for Num {
    type Output = Num;
    fn neg(self) -> Num {
        Num(1009 - self.0)
    }
}

#[device]
impl Turn {
    fn right(self) -> Turn {
        match self {
            Turn::North => Turn::East,
            Turn::East => Self::South,
            Turn::South => Turn::West,
            Turn::West => Turn::North,
        }
    }

    fn of(n: u32) -> Turn {
        if n % 4 == 0 {
            return Turn::North;
        }
        Turn::of_less(n - 1).right()
    }

    fn of_less(n: u32) -> Turn {
        let mut turn = Turn::North;
        for _ in 0..n % 4 {
            turn = turn.right();
        }
        turn
    }
}

#[device]
impl Cell {
    const DEEP: u32 = 7;

    fn new(height: u32) -> Self {
        Cell { height, sides: [height, height + 1, height + Self::DEEP], tail: [[1, 2], [3, height]] }
    }

    fn raise(&mut self, by: u32) -> u32 {
        self.height += by;
        self.sides[by as usize % 3] += self.height;
        self.tail[1][0] = by;
        self.height
    }

    fn sum(&self) -> u32 {
        let mut sum = self.height;
        for side in self.sides {
            sum += side;
        }
        for row in self.tail {
            for item in row {
                sum = sum * 3 + item;
            }
        }
        sum
    }

    fn with(mut self, height: u32) -> Self {
        self.height = height;
        self
    }
}

compare!(structs_of_arrays_of_structs, |i, x: u32, y: u32| {
    let n = x[i];
    let mut grid = Grid { cells: [Cell::new(n), Cell::new(n * 2)], size: 2 };
    let at = (n % 2) as usize;
    grid.cells[at].sides[n as usize % 3] += 10;
    grid.cells[1 - at].tail[at][1] = 9;
    let copy = grid;
    grid.cells[0] = copy.cells[1];
    grid.cells[at].tail[0] = [n, n + 1];
    let raised = grid.cells[at].raise(n % 5);
    let Grid { cells: [first, Cell { height, sides: [_, s, _], .. }], size } = grid;
    y[i] = first.sum() ^ height ^ s ^ size ^ raised ^ copy.cells[at].sum();
});

compare!(method_chains, |i, x: u32, y: u32| {
    let cell = Cell::new(x[i]).with(3).with(x[i] + 1);
    let mut other = Cell { height: 5, ..cell };
    other.raise(2);
    y[i] = cell.with(other.sum() % 50).sum()
        + other.with(cell.sides[2]).sum().min(100_000).max(other.raise(1))
        + (x[i] + 1).pow(2).rotate_left(3).count_ones();
});

compare!(nested_tuples, |i, x: u32, y: u32| {
    let t = ((x[i], [x[i] + 1, 2]), Cell::new(4), (true, (7u32, -3i32)));
    let ((a, [b, c]), cell, (flag, (d, e))) = t;
    let mut u = (t.0, cell.sides);
    (u.0).1[0] += 5;
    u.1[2] = d;
    u.0.0 ^= 3;
    let list = [(a, flag), (b, !flag), (c, flag)];
    let mut sum = 0;
    for (n, yes) in list {
        if yes {
            sum += n;
        } else {
            sum ^= n;
        }
    }
    y[i] = sum + u.0.0 * 2 + u.0.1[0] * 3 + u.1[2] + (e + 5) as u32 + t.2.1.0;
});

compare!(operators_of_structs, |i, x: u32, y: u32| {
    let a = Num(x[i] * 30);
    let mut b = a + Num(5) * 3 + a * x[i];
    b += 7;
    b += x[i];
    let c = -(b + -a);
    y[i] = (10 - c) + (a + b + c).0;
});

compare!(enums_with_methods, |i, x: u32, y: u32| {
    let turn = Turn::of(x[i]);
    let mut other = turn.right().right();
    if other == Turn::West {
        other = other.right();
    }
    let n = match (turn, other) {
        (Turn::North, Turn::South) => 1,
        (Turn::East | Turn::South, t) if t != Turn::North => 2 + t as u32,
        (t @ Turn::West, _) => t as u32 * 2,
        (_, t) => t as u32 + 50,
    };
    let list = [Turn::North, turn, other];
    y[i] = n * 1000 + list[x[i] as usize % 3] as u32;
});

#[device]
fn total<const N: usize, const M: usize>(table: &[[u32; N]; M], skip: usize) -> u32 {
    let mut sum = 0;
    for row in 0..M {
        for col in 0..N {
            if col != skip {
                sum += table[row][col] * (row * N + col) as u32;
            }
        }
    }
    sum
}

#[device]
fn turned<T: Value, const N: usize>(list: [T; N], by: usize) -> [T; N] {
    let mut out = list;
    for k in 0..N {
        out[(k + by) % N] = list[k];
    }
    out
}

use amp::Value;

compare!(const_generic_arrays, |i, x: u32, y: u32| {
    let mut table = [[1, 2, 3], [4, 5, x[i]]];
    table[0][x[i] as usize % 3] = 9;
    let a = total(&table, 1);
    let b = turned([x[i], 10, 20, 30], 3);
    let c = turned([[1, x[i]], [3, 4]], 1);
    y[i] = a + b[0] * 2 + b[3] + total(&c, 5) + total(&[[x[i]; 4]; 2], 0);
});

compare!(comparisons_that_look_like_generics, |i, x: u32, y: u32| {
    let at = i[0] as u32;
    let (a, b, n) = (x[i] % 7, at % 5, 3u32);
    let four = [a < b, n > (a), b < n, a > (b)];
    let both = (a < n, b > (n));
    let pair = [b == 0 || a < b, n > (b)];
    let sums = [(a < b) as u32 + 1, (n > (b)) as u32];
    y[i] = four[0] as u32
        + 2 * four[1] as u32
        + 4 * four[2] as u32
        + 8 * four[3] as u32
        + 16 * (both.0 as u32)
        + 32 * (both.1 as u32)
        + 64 * (pair[0] as u32)
        + 128 * (pair[1] as u32)
        + 256 * ((a < b) ^ (n > (b))) as u32
        + 512 * (sums[0] + sums[1]);
});
