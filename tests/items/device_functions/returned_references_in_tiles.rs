//! References that functions return in tiled kernels, and the forms that replace results with references.

use amp::prelude::*;
use amp_tests::on_each;
use std::ops::Range;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Stack {
    items: [u32; 8],
    len: u32,
}
#[device]
impl Stack {
    fn used(&self) -> Range<usize> {
        0..self.len as usize
    }
    fn slot_mut(&mut self, k: usize) -> &mut u32 {
        &mut self.items[k % 8]
    }
    fn push(&mut self, v: u32) {
        let n = self.len as usize;
        *self.slot_mut(n) = v;
        self.len += 1;
    }
}
#[device]
fn sum(items: &[u32]) -> u32 {
    items.iter().sum()
}
#[device]
fn nearest(points: &[u32], x: u32) -> Option<u32> {
    points.iter().min_by(|a, b| a.abs_diff(x).cmp(&b.abs_diff(x))).copied()
}
#[device]
fn at_most(points: &[u32], x: u32) -> Option<usize> {
    points.iter().position(|p| *p >= x)
}
#[device]
fn all(k: u32) -> u32 {
    let mut s = Stack { items: [0; 8], len: 0 };
    for n in 0..k % 8 {
        s.push(n * k);
    }
    let used: Range<usize> = s.used();
    let part = &s.items[used.clone()];
    let total = sum(part);
    let found = nearest(part, 5).unwrap_or(1) + at_most(part, 3).map_or(0, |k| part[k]);
    total + found
}
#[kernel(tile = [8])]
fn tiled(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut stacks: [Stack; 8];
    let l = t.local[0];
    stacks[l] = Stack { items: [l as u32; 8], len: 3 };
    t.barrier.wait();
    let slot = stacks[l].slot_mut(l);
    *slot += 5;
    let mut n = 0;
    loop {
        n += 1;
        if n > 3 {
            break;
        }
        if n == 2 {
            *slot += 1;
            continue;
        }
        *slot *= 2;
    }
    t.barrier.wait();
    let other = stacks[7 - l];
    y[t.global] = sum(&other.items[..]) + all(l as u32);
}
#[test]
fn references_in_tiled_kernels() {
    on_each(|a| {
        let mut y = ArrayViewMut::from_vec([16], vec![0u32; 16]).unwrap();
        a.default_view().parallel_for_each(y.extent().tile([8]).unwrap(), tiled(&mut y)).unwrap();
        let e: Vec<u32> = (0..16u32)
            .map(|n| {
                let l = n % 8;
                let o = 7 - l;
                o * 7 + ((o + 5) * 2 + 1) * 2 + all(l)
            })
            .collect();
        assert_eq!(y.to_vec().unwrap(), e);
    });
}
