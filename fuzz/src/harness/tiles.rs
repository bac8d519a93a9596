//! Tiled kernels in plain Rust: a thread for each work-item.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use amp::prelude::*;

use super::data::Slices;
use super::types::Point;
use super::vector::Vector;

/// Runs a tile, one thread for each work-item. Each thread has a copy of all data. Barriers merge the copies of
/// tile memory. After all threads have ended, their changes of the views are merged.
pub(super) fn run_tile<const N: usize>(
    slices: &mut Slices<N>,
    at: [usize; N],
    tile: [usize; N],
    item: fn(Tiled<N>, &mut Slices<N>),
) {
    let before = slices.clone();
    let shared_tile = Arc::new(SharedTile { count: tile.iter().product(), ..SharedTile::default() });
    let locals = super::indices(tile);
    let after: Vec<Slices<N>> = std::thread::scope(|scope| {
        let threads: Vec<_> = locals
            .into_iter()
            .map(|local| {
                let (mut own, shared_tile) = (before.clone(), shared_tile.clone());
                scope.spawn(move || {
                    let origin: [usize; N] = std::array::from_fn(|d| at[d] * tile[d]);
                    let global: [usize; N] = std::array::from_fn(|d| origin[d] + local[d]);
                    let barrier = Meeting { shared_tile, before: RefCell::default() };
                    let index = Tiled {
                        global: global.into(),
                        local: local.into(),
                        tile: at.into(),
                        tile_origin: origin.into(),
                        barrier,
                    };
                    item(index, &mut own);
                    own
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    after.iter().for_each(|after| slices.merge(&before, after));
}

/// The tiled index of a work-item.
pub struct Tiled<const N: usize> {
    pub global: Index<N>,
    pub local: Index<N>,
    pub tile: Index<N>,
    pub tile_origin: Index<N>,
    pub barrier: Meeting,
}

/// The shared state of the work-items of a tile: a barrier that merges tile memory.
#[derive(Default)]
struct SharedTile {
    count: usize,
    state: Mutex<State>,
    all_arrived: Condvar,
}

#[derive(Default)]
struct State {
    arrived: usize,
    generation: usize,
    /// The sum of the changes of each word since the last barrier, and the merged words.
    changes: HashMap<&'static str, Vec<u32>>,
    merged: HashMap<&'static str, Vec<u32>>,
}

/// The barrier of a work-item.
pub struct Meeting {
    shared_tile: Arc<SharedTile>,
    before: RefCell<HashMap<&'static str, Vec<u32>>>,
}

impl Meeting {
    /// Waits for the other work-items and merges tile memory: each word changes by the sum of all work-items'
    /// changes. That is right because either one work-item has written the word, or all have only added to it.
    pub fn meet(&self, shared: &mut [(&'static str, &mut dyn Words)]) {
        let mut before = self.before.borrow_mut();
        let mut state = self.shared_tile.state.lock().unwrap();
        for (name, place) in shared.iter() {
            let mut words = Vec::new();
            place.get(&mut words);
            let old = before.entry(name).or_insert_with(|| vec![0; words.len()]);
            let sum = state.changes.entry(name).or_insert_with(|| vec![0; words.len()]);
            for (sum, (new, old)) in sum.iter_mut().zip(words.iter().zip(old)) {
                *sum = sum.wrapping_add(new.wrapping_sub(*old));
            }
        }
        state.arrived += 1;
        if state.arrived == self.shared_tile.count {
            let State { changes, merged, .. } = &mut *state;
            for (name, sum) in changes.drain() {
                let all = merged.entry(name).or_insert_with(|| vec![0; sum.len()]);
                all.iter_mut().zip(sum).for_each(|(all, sum)| *all = all.wrapping_add(sum));
            }
            state.arrived = 0;
            state.generation += 1;
            self.shared_tile.all_arrived.notify_all();
        } else {
            let own = state.generation;
            let wait = Duration::from_secs(20);
            let (held, late) = self
                .shared_tile
                .all_arrived
                .wait_timeout_while(state, wait, |s| s.generation == own)
                .unwrap();
            assert!(!late.timed_out(), "not all work-items came");
            state = held;
        }
        for (name, place) in shared.iter_mut() {
            let words = state.merged[name].clone();
            place.set(&mut words.iter().copied());
            before.insert(name, words);
        }
    }
}

/// A variable of tile memory as words.
pub trait Words {
    fn get(&self, to: &mut Vec<u32>);
    fn set(&mut self, from: &mut dyn Iterator<Item = u32>);
}

macro_rules! words {
    ($($ty:ty: $value:ident => $to:expr, $from:expr;)*) => {$(
        impl Words for $ty {
            fn get(&self, to: &mut Vec<u32>) {
                let $value = *self;
                to.push($to);
            }

            fn set(&mut self, from: &mut dyn Iterator<Item = u32>) {
                let $value = from.next().unwrap();
                *self = $from;
            }
        }
    )*};
}

words! {
    u32: v => v, v;
    i32: v => v as u32, v as i32;
    f32: v => v.to_bits(), f32::from_bits(v);
}

impl Words for Point {
    fn get(&self, to: &mut Vec<u32>) {
        self.x.get(to);
        self.y.get(to);
        self.z.get(to);
    }

    fn set(&mut self, from: &mut dyn Iterator<Item = u32>) {
        self.x.set(from);
        self.y.set(from);
        self.z.set(from);
    }
}

impl Words for Vector {
    fn get(&self, to: &mut Vec<u32>) {
        self.x.get(to);
        self.y.get(to);
    }

    fn set(&mut self, from: &mut dyn Iterator<Item = u32>) {
        self.x.set(from);
        self.y.set(from);
    }
}

impl<T: Words, const N: usize> Words for [T; N] {
    fn get(&self, to: &mut Vec<u32>) {
        self.iter().for_each(|item| item.get(to));
    }

    fn set(&mut self, from: &mut dyn Iterator<Item = u32>) {
        self.iter_mut().for_each(|item| item.set(from));
    }
}
