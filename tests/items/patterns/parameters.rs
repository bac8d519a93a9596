//! Patterns in parameters: of functions, methods and trait methods, beside references and views.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Segment {
    from: f32,
    to: f32,
    weight: f32,
    more: [f32; 2],
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Both(f32, f32);

#[device]
fn of_tuple((a, b): (f32, f32), mut n: u32) -> f32 {
    n += 1;
    a - b * n as f32
}

#[device]
fn of_struct(Segment { from, to: mut end, more: [first, _], .. }: Segment, Both(x, y): Both) -> f32 {
    end += x;
    (end - from) * first + y
}

#[device]
fn of_array([x, y]: [f32; 2], _: u32, (_, (p, _)): (f32, (f32, f32))) -> f32 {
    let a = x * 2.0;
    let x = a + p;
    x - y
}

#[device]
fn of_references(&[x, mut y]: &[f32; 2], &mut (ref_a, _): &mut (f32, f32), &scale: &f32) -> f32 {
    y *= scale;
    x + y + ref_a
}

#[device]
fn of_bindings_by_reference((a, [_, b]): &(f32, [f32; 2]), Both(c, d): &mut Both) -> f32 {
    *c += *a;
    *d * b + *a
}

#[device]
fn beside_a_view((at, by): (usize, f32), x: &ArrayView<f32>, [last, ..]: [f32; 3]) -> f32 {
    x[at] * by + last
}

#[device]
fn of_any<T: amp::Value>([a, _]: [T; 2], (_, b): (u32, T)) -> (T, T) {
    (a, b)
}

#[device]
trait Mixed {
    fn mixed(self, pair: (f32, f32)) -> f32;

    fn twice(self, (a, b): (f32, f32)) -> f32 {
        self.mixed((b, a)) * 2.0
    }
}

#[device]
impl Mixed for Both {
    fn mixed(self, (a, b): (f32, f32)) -> f32 {
        self.0 * a + self.1 * b
    }
}

#[device]
impl Both {
    fn shifted(&mut self, (a, b): (f32, f32), Both(c, _): Both) -> f32 {
        self.0 += a;
        self.1 -= b * c;
        self.0 * 10.0
    }

    fn made([a, b]: [f32; 2]) -> Both {
        Both(a, b)
    }
}

#[test]
fn patterns_in_parameters() {
    on_each(|accelerator| {
        let data = [1.5f32, 2.0, -3.0, 4.25];
        let mut sums = [0f32; 4];
        let segment = Segment { from: 1.0, to: 4.0, weight: 9.0, more: [2.0, 3.0] };
        let x = ArrayView::new(&data);
        let mut y = ArrayViewMut::new(&mut sums);
        let kernel = amp!(|i: Index<1>| {
            let v = x[i];
            let mut pair = (v, 1.0);
            let mut both = Both::made([v, 2.0]);
            let mut by_ref = Both(v, 2.0);
            let shifted = both.shifted((v, 1.0), Both(3.0, 0.0));
            let (a, b) = of_any([v, 0.0], (3u32, 0.5f32));
            y[i] = of_tuple((v, 2.0), 3)
                + of_struct(segment, Both(v, 0.5))
                + of_array([v, 1.0], 3, (0.0, (v, 2.0)))
                + of_references(&[v, 2.0], &mut pair, &3.0)
                + of_bindings_by_reference(&(v, [1.0, v]), &mut by_ref)
                + by_ref.0
                + beside_a_view((i[0], v), &x, [v, 8.0, 9.0])
                + shifted
                + both.mixed((v, 2.0))
                + both.twice((v, 1.0))
                + a * b;
        });
        accelerator.default_view().parallel_for_each(4, kernel).unwrap();
        y.finish().unwrap();
        let expected = data.map(|v| {
            let (first, second) = (v + v, 2.0 - 3.0);
            (v - 8.0)
                + ((4.0 + v - 1.0) * 2.0 + 0.5)
                + (v * 2.0 + v - 1.0)
                + (v + 6.0 + v)
                + (2.0 * v + v)
                + (v + v)
                + (v * v + v)
                + first * 10.0
                + (first * v + second * 2.0)
                + (first + second * v) * 2.0
                + v * 0.5
        });
        assert_eq!(sums, expected);
        assert_eq!(of_tuple((1.0, 2.0), 3), -7.0);
        let _ = segment.weight;
    });
}
