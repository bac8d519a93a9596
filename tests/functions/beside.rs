//! What is lent beside a closure, and beside the receiver that it is a part of.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    total: f32,
    last: f32,
}

#[device]
impl Pair {
    /// By value, beside a part of it.
    fn noted(self, f: impl Fn(f32) -> f32, last: &mut f32) -> f32 {
        *last = f(self.total);
        self.last
    }

    /// The same without a closure, and only looking.
    fn beside(&self, more: &mut f32, last: &f32) -> f32 {
        *more += self.total;
        *last
    }
}

/// What was lent to it, it lends on beside a closure.
#[device]
fn noted_twice(last: &mut f32) -> f32 {
    let pair = Pair { total: 2.0, last: 1.0 };
    let first = pair.noted(|x| x + 1.0, last);
    *last *= 2.0;
    first + pair.noted(|x| x, &mut *last) + *last
}

/// And so does a tile.
#[kernel(tile = [4])]
fn notes_in_tiles(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut kept: [f32; 4];
    kept[t.local[0]] = 5.0;
    let pair = Pair { total: t.global[0] as f32, last: 0.5 };
    let before = pair.noted(|x| x * 3.0, &mut kept[t.local[0]]);
    t.barrier.wait();
    let other = kept[3 - t.local[0]];
    t.barrier.wait();
    let twice = noted_twice(&mut kept[t.local[0]]);
    y[t.global] = before * 1000.0 + other * 10.0 + twice + kept[t.local[0]];
}

#[kernel]
fn notes(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let mut pair = Pair { total: i[0] as f32, last: 3.0 };
    let before = pair.noted(|x| x * 2.0, &mut pair.last);
    let mut more = 0.5;
    y[i] = before * 100.0 + pair.last;
    y[i] += pair.beside(&mut more, &pair.last) * 0.0 + more;
}

#[test]
fn parts_are_lent_beside_the_whole() {
    on_each(|accelerator| {
        let mut ys = vec![0.0; 8];
        let mut y = ArrayViewMut::new(&mut ys);
        accelerator.default_view().parallel_for_each(y.extent(), notes(&mut y)).unwrap();
        y.finish().unwrap();
        assert!(ys.iter().enumerate().all(|(n, y)| *y == 300.5 + 3.0 * n as f32), "{ys:?}");
        let mut y = ArrayViewMut::new(&mut ys);
        let domain = y.extent().tile([4]).unwrap();
        accelerator.default_view().parallel_for_each(domain, notes_in_tiles(&mut y)).unwrap();
        y.finish().unwrap();
        for (n, y) in ys.iter().enumerate() {
            // The one on the other side of the tile has noted three times its place.
            let other = (n / 4 * 4 + 3 - n % 4) as f32 * 3.0;
            assert_eq!(*y, 0.5 * 1000.0 + other * 10.0 + (1.0 + 1.0 + 2.0) + 2.0, "at {n}");
        }
    });
}

/// What it is given by value is what was there before it was lent.
#[device]
fn taken(before: Pair, of: impl Fn(f32) -> f32, pair: &mut Pair) -> f32 {
    pair.total += of(before.last);
    before.total
}

#[device]
fn taken_twice(pair: &mut Pair) -> f32 {
    taken(*pair, |x| x + 1.0, &mut *pair) + 100.0 * taken(*pair, |x| x, pair)
}

#[test]
fn a_copy_is_taken_beside_a_closure_before_the_original_is_lent() {
    on_each(|accelerator| {
        let mut y = Array::<f32>::new_on(&accelerator.default_view(), 8).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let mut pair = Pair { total: i[0] as f32, last: 3.0 };
            y[i] = taken_twice(&mut pair) + 10_000.0 * pair.total;
        });
        accelerator.default_view().parallel_for_each(8, kernel).unwrap();
        for (n, y) in y.to_vec().unwrap().into_iter().enumerate() {
            let n = n as f32;
            assert_eq!(y, n + 100.0 * (n + 4.0) + 10_000.0 * (n + 7.0));
        }
    });
}
