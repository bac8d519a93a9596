//! Collective methods with `&mut self`, called on variables and elements that cannot be changed.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
pub struct Turns {
    count: u32,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
pub struct Plan {
    turns: Turns,
}

#[device]
impl Turns {
    pub fn grow(&mut self, barrier: &TileBarrier, by: u32) {
        barrier.wait();
        self.count += by;
    }
}

#[device]
impl Plan {
    pub fn part(&self, barrier: &TileBarrier) {
        self.turns.grow(barrier, 1);
    }
}

#[device]
pub fn local(barrier: &TileBarrier) -> u32 {
    let turns = Turns { count: 1 };
    turns.grow(barrier, 1);
    turns.count
}

#[device]
pub fn given(turns: Turns, barrier: &TileBarrier) -> u32 {
    turns.grow(barrier, 1);
    turns.count
}

fn main() {}
