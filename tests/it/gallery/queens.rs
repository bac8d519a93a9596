//! The problem of eight queens on bit boards, after N-queens programs for CUDA and the chess engines in Rust.
//!
//! Uses a struct of bits with operators, `iter::from_fn` over them, a stack in an array, and `loop` with `break` of a value.

use std::iter;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use amp::prelude::*;

use super::on_each_queue;

#[device]
#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
struct BitBoard(u32);

#[device]
impl BitOr for BitBoard {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        BitBoard(self.0 | other.0)
    }
}

#[device]
impl BitAnd for BitBoard {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        BitBoard(self.0 & other.0)
    }
}

#[device]
impl Not for BitBoard {
    type Output = Self;

    fn not(self) -> Self {
        BitBoard(!self.0)
    }
}

#[device]
impl Shl<u32> for BitBoard {
    type Output = Self;

    fn shl(self, by: u32) -> Self {
        BitBoard(self.0 << by)
    }
}

#[device]
impl Shr<u32> for BitBoard {
    type Output = Self;

    fn shr(self, by: u32) -> Self {
        BitBoard(self.0 >> by)
    }
}

#[device]
impl BitBoard {
    const EMPTY: BitBoard = BitBoard(0);

    fn full(n: usize) -> Self {
        BitBoard((1 << n) - 1)
    }

    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

#[device]
impl BitBoard {
    /// Removes and returns the lowest bit.
    fn pop(&mut self) -> Option<BitBoard> {
        if self.is_empty() {
            return None;
        }
        let lowest = self.0 & self.0.wrapping_neg();
        self.0 ^= lowest;
        Some(BitBoard(lowest))
    }
}

#[derive(Clone, Copy, Debug, GpuType)]
struct Row {
    columns: BitBoard,
    left: BitBoard,
    right: BitBoard,
    free: BitBoard,
}

#[device]
impl Row {
    fn new(n: usize, columns: BitBoard, left: BitBoard, right: BitBoard) -> Row {
        let free = !(columns | left | right) & BitBoard::full(n);
        Row { columns, left, right, free }
    }

    fn place(&self, n: usize, queen: BitBoard) -> Row {
        Row::new(n, self.columns | queen, (self.left | queen) << 1, (self.right | queen) >> 1)
    }
}

/// The number of solutions with the first queen in a column.
#[device]
fn solutions(n: usize, column: usize) -> u32 {
    let first =
        Row::new(n, BitBoard::EMPTY, BitBoard::EMPTY, BitBoard::EMPTY).place(n, BitBoard(1 << column));
    let mut stack = [first; 16];
    let mut depth = 1;
    let mut count = 0;
    loop {
        let row = &mut stack[depth];
        match row.free.pop() {
            Some(queen) => {
                let next = row.place(n, queen);
                if next.columns == BitBoard::full(n) {
                    count += 1;
                } else {
                    depth += 1;
                    stack[depth] = next;
                }
            }
            None if depth == 1 => break count,
            None => depth -= 1,
        }
    }
}

/// The fields that a queen does not attack, per column of the next row.
#[device]
fn choices(n: usize, column: usize) -> u32 {
    let first =
        Row::new(n, BitBoard::EMPTY, BitBoard::EMPTY, BitBoard::EMPTY).place(n, BitBoard(1 << column));
    let mut total = 0;
    let mut free = first.free;
    for queen in iter::from_fn(|| free.pop()) {
        let mut next = first.place(n, queen).free;
        total += iter::from_fn(|| next.pop()).count() as u32 * 100 + queen.0.trailing_zeros();
    }
    let mut free = first.free;
    total + iter::from_fn(|| free.pop()).map(|bit| bit.0).sum::<u32>() * 10_000
}

#[kernel]
fn solve(i: Index<1>, n: usize, counts: &mut ArrayViewMut<u32>, choice: &mut ArrayViewMut<u32>) {
    counts[i] = solutions(n, i[0]);
    choice[i] = choices(n, i[0]);
}

#[test]
fn counts_are_those_of_the_literature() {
    for (n, solutions) in [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92)] {
        on_each_queue(|queue| {
            let mut counts = ArrayViewMut::without_source([n])?;
            let mut choice = ArrayViewMut::without_source([n])?;
            queue.parallel_for_each(n, solve(n, &mut counts, &mut choice))?;
            assert_eq!(counts.to_vec()?.iter().sum::<u32>(), solutions);
            assert_eq!(choice.to_vec()?, (0..n).map(|column| choices(n, column)).collect::<Vec<_>>());
            Ok(())
        });
    }
}
