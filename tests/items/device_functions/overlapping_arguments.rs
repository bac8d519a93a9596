//! Arguments that overlap: a field beside its struct, a copy beside the original, and references beside a closure. Kernels are
//! compared with the same functions on the host.

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
    /// `self` is a copy, so `last` may refer to the same variable.
    fn note(self, f: impl Fn(f32) -> f32, last: &mut f32) -> f32 {
        *last = f(self.total);
        self.last
    }

    /// Takes references only.
    fn beside(&self, more: &mut f32, last: &f32) -> f32 {
        *more += self.total;
        *last
    }
}

/// Passes its reference on, beside a closure.
#[device]
fn note_twice(last: &mut f32) -> f32 {
    let pair = Pair { total: 2.0, last: 1.0 };
    let first = pair.note(|x| x + 1.0, last);
    *last *= 2.0;
    first + pair.note(|x| x, &mut *last) + *last
}

/// References to tile memory beside a closure.
#[kernel(tile = [4])]
fn note_in_tiles(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut notes_of_tile: [f32; 4];
    notes_of_tile[t.local[0]] = 5.0;
    let pair = Pair { total: t.global[0] as f32, last: 0.5 };
    let before = pair.note(|x| x * 3.0, &mut notes_of_tile[t.local[0]]);
    t.barrier.wait();
    let other = notes_of_tile[3 - t.local[0]];
    t.barrier.wait();
    let twice = note_twice(&mut notes_of_tile[t.local[0]]);
    y[t.global] = before * 1000.0 + other * 10.0 + twice + notes_of_tile[t.local[0]];
}

#[kernel]
fn notes(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let mut pair = Pair { total: i[0] as f32, last: 3.0 };
    let before = pair.note(|x| x * 2.0, &mut pair.last);
    let mut more = 0.5;
    y[i] = before * 100.0 + pair.last;
    y[i] += pair.beside(&mut more, &pair.last) * 0.0 + more;
}

#[test]
fn field_reference_beside_its_struct() {
    on_each(|accelerator| {
        let mut ys = vec![0.0; 8];
        let mut y = ArrayViewMut::new(&mut ys);
        accelerator.default_view().parallel_for_each(y.extent(), notes(&mut y)).unwrap();
        y.finish().unwrap();
        assert!(ys.iter().enumerate().all(|(n, y)| *y == 300.5 + 3.0 * n as f32), "{ys:?}");
        let mut y = ArrayViewMut::new(&mut ys);
        let domain = y.extent().tile([4]).unwrap();
        accelerator.default_view().parallel_for_each(domain, note_in_tiles(&mut y)).unwrap();
        y.finish().unwrap();
        for (n, y) in ys.iter().enumerate() {
            // The work-item at the mirrored index of the tile has noted three times its own index.
            let other = (n / 4 * 4 + 3 - n % 4) as f32 * 3.0;
            assert_eq!(*y, 0.5 * 1000.0 + other * 10.0 + (1.0 + 1.0 + 2.0) + 2.0, "at {n}");
        }
    });
}

/// `before` is a copy of the value before the call.
#[device]
fn consume(before: Pair, of: impl Fn(f32) -> f32, pair: &mut Pair) -> f32 {
    pair.total += of(before.last);
    before.total
}

#[device]
fn consume_twice(pair: &mut Pair) -> f32 {
    consume(*pair, |x| x + 1.0, &mut *pair) + 100.0 * consume(*pair, |x| x, pair)
}

#[test]
fn copy_of_an_argument_is_made_before_the_call() {
    on_each(|accelerator| {
        let mut y = Array::<f32>::new_on(&accelerator.default_view(), 8).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let mut pair = Pair { total: i[0] as f32, last: 3.0 };
            y[i] = consume_twice(&mut pair) + 10_000.0 * pair.total;
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
struct Item {
    a: u32,
}

#[device]
impl Item {
    fn sum(&self, of: [Item; 2], x: &ArrayView<u32>) -> u32 {
        self.a + 10 * of[0].a + 100 * of[1].a + x[1]
    }

    fn grow(&mut self, by: u32, x: &ArrayView<u32>) -> u32 {
        self.a += by + x[0];
        self.a
    }
}

/// Compares the body on each accelerator with the host.
macro_rules! compare_with_host {
    (|$n:ident, $x:ident| { $($body:tt)* }) => {
        let values: Vec<u32> = (4..12).collect();
        on_each(|accelerator| {
            let $x = ArrayView::new(&values);
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
fn view_argument_beside_a_copy_of_the_receiver() {
    compare_with_host!(|n, x| {
        let mut one = Item { a: n };
        let mut all = [Item { a: n }, Item { a: 3 }, Item { a: 5 }];
        let mut k = 1;
        let first = one.sum([Item { a: 7 }, one], &x) + one.grow(one.a * 2, &x);
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
    inner: Item,
    other: Item,
    weight: u32,
}

#[device]
fn weighed(item: &mut Item, by: &u32, and: &Item) -> u32 {
    item.a += *by + and.a;
    item.a
}

#[device]
impl Outer {
    fn weigh(&mut self) -> u32 {
        let inner = &mut self.inner;
        weighed(inner, &self.weight, &self.other)
    }
}

#[test]
fn field_reference_beside_a_reference_variable() {
    compare_with_host!(|n, x| {
        let mut outer = Outer { inner: Item { a: n }, other: Item { a: 3 }, weight: x[2] };
        let first = outer.weigh();
        let named = &mut outer.other;
        let second = weighed(named, &outer.weight, &outer.inner);
        first + 100 * second + 10_000 * outer.weigh()
    });
}
