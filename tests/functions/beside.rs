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

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Seen {
    a: u32,
}

#[device]
impl Seen {
    fn sum(&self, of: [Seen; 2], x: &ArrayView<u32>) -> u32 {
        self.a + 10 * of[0].a + 100 * of[1].a + x[1]
    }

    fn grow(&mut self, by: u32, x: &ArrayView<u32>) -> u32 {
        self.a += by + x[0];
        self.a
    }
}

/// The same on each accelerator as on the host.
macro_rules! same_of_each {
    (|$n:ident, $x:ident| { $($body:tt)* }) => {
        let numbers: Vec<u32> = (4..12).collect();
        on_each(|accelerator| {
            let $x = ArrayView::new(&numbers);
            let mut y = Array::<u32>::new_on(&accelerator.default_view(), 8).unwrap();
            let kernel = amp!(|i: Index<1>| {
                let $n = i[0] as u32;
                y[i] = { $($body)* };
            });
            accelerator.default_view().parallel_for_each(8, kernel).unwrap();
            for ($n, found) in (0..).zip(y.to_vec().unwrap()) {
                let expected: u32 = { $($body)* };
                assert_eq!(found, expected);
            }
        });
    };
}

#[test]
fn a_view_is_lent_to_a_method_whose_receiver_is_copied_beside_it() {
    same_of_each!(|n, x| {
        let mut one = Seen { a: n };
        let mut all = [Seen { a: n }, Seen { a: 3 }, Seen { a: 5 }];
        let mut k = 1;
        let first = one.sum([Seen { a: 7 }, one], &x) + one.grow(one.a * 2, &x);
        let second = all[k].grow(all[1].a, &x) + all[2].sum([all[0], all[k]], &x);
        let third = all[k].grow(
            {
                k = 2;
                all[1].a
            },
            &x,
        );
        first + 1000 * second + 100_000 * third + k as u32 + all[1].a + one.a
    });
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Outer {
    inner: Seen,
    other: Seen,
    weight: u32,
}

#[device]
fn weighed(seen: &mut Seen, by: &u32, and: &Seen) -> u32 {
    seen.a += *by + and.a;
    seen.a
}

#[device]
impl Outer {
    fn turn(&mut self) -> u32 {
        let inner = &mut self.inner;
        weighed(inner, &self.weight, &self.other)
    }
}

#[test]
fn another_field_is_lent_beside_one_that_has_a_name() {
    same_of_each!(|n, x| {
        let mut outer = Outer { inner: Seen { a: n }, other: Seen { a: 3 }, weight: x[2] };
        let first = outer.turn();
        let named = &mut outer.other;
        let second = weighed(named, &outer.weight, &outer.inner);
        first + 100 * second + 10_000 * outer.turn()
    });
}
