//! References in variables: each one is an alias of a variable, an element of a view, or tile memory.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Body {
    position: [f32; 2],
    speed: [f32; 2],
    charge: i32,
}

#[device]
impl Body {
    fn reversed(&mut self) -> i32 {
        let speed = &mut self.speed;
        speed[0] = -speed[0];
        let first = &mut speed[1];
        *first *= -1.0;
        self.charge
    }
}

/// A reference keeps its element, even if the subscript's variable changes later.
#[device]
fn through_references(bodies: &mut [Body; 3], at: usize) -> i32 {
    let mut at = at % 3;
    let body = &mut bodies[at];
    at = (at + 1) % 3;
    body.position[0] += 1.0;
    let charge = &mut body.charge;
    bump_by(charge, 2);
    *charge *= 3;
    let turned = body.reversed();
    let other = &bodies[at];
    let again = other;
    turned + again.charge + other.position[1] as i32
}

#[device]
fn bump_by(x: &mut i32, by: i32) {
    *x += by;
}

#[test]
fn references_in_variables() {
    let body = |k: usize| Body {
        position: [k as f32, 2.0 * k as f32],
        speed: [1.0, 2.0 + k as f32],
        charge: 5 - k as i32,
    };
    let bodies: Vec<Body> = (0..40).map(body).collect();
    let expected: Vec<(i32, Body)> = (0..40)
        .map(|k| {
            let mut three = [bodies[k], bodies[(k + 1) % 40], bodies[(k + 2) % 40]];
            let sum = through_references(&mut three, k);
            let mut written = three[k % 3];
            written.charge += sum;
            (sum + bodies[(k * 7) % 40].charge * 2 + k as i32, written)
        })
        .collect();
    on_each(|accelerator| {
        let mut sums = vec![0; 40];
        let mut results = bodies.clone();
        let all = ArrayView::new(&bodies);
        let (mut sum, mut written) = (ArrayViewMut::new(&mut sums), ArrayViewMut::new(&mut results));
        let kernel = amp!(|i: Index<1>| {
            let k = i[0];
            let mut three = [all[k], all[(k + 1) % 40], all[(k + 2) % 40]];
            let s = through_references(&mut three, k);
            let body: &Body = &all[(k * 7) % 40];
            let mut total = [s, 0];
            let total_of = &k;
            let first = &mut total[0];
            *first += body.charge;
            let same = first;
            *same += body.charge + *total_of as i32;
            sum[i] = total[0];
            let target = &mut written[i];
            *target = three[k % 3];
            target.charge += s;
        });
        accelerator.default_view().parallel_for_each(40, kernel).unwrap();
        sum.finish().unwrap();
        written.finish().unwrap();
        let found: Vec<_> = sums.into_iter().zip(results).collect();
        assert_eq!(found, expected);
    });
}

#[kernel(tile = [8])]
fn references_to_views(t: TiledIndex<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut pairs: [[u32; 2]; 8];
    let from = x;
    let from = &from;
    let mine = &mut pairs[t.local[0]];
    mine[0] = from[t.global];
    mine[1] = 7;
    let right = &pairs[(t.local[0] + 1) % 8];
    t.barrier.wait();
    let into = &mut *y;
    let out = &mut into[t.global];
    *out = right[0] + right[1];
}

#[test]
fn references_to_views_and_tile_memory() {
    on_each(|accelerator| {
        let values: Vec<u32> = (0..32).map(|k| k * k).collect();
        let mut results = vec![0; 32];
        let (x, mut y) = (ArrayView::new(&values), ArrayViewMut::new(&mut results));
        let domain = y.extent().tile([8]).unwrap();
        accelerator.default_view().parallel_for_each(domain, references_to_views(&x, &mut y)).unwrap();
        y.finish().unwrap();
        let right = |k: usize| values[k / 8 * 8 + (k + 1) % 8] + 7;
        assert!(results.iter().enumerate().all(|(k, &found)| found == right(k)));
    });
}

#[device]
impl Body {
    fn push(&mut self, by: f32) -> i32 {
        self.position[1] += by;
        self.charge
    }
}

#[device]
fn discharge(body: &mut Body, most: i32) {
    body.charge = body.charge.min(most);
}

/// A reference to an element is passed on, and a method changes the element through it.
#[kernel]
fn elements_by_name(i: Index<1>, bodies: &mut ArrayViewMut<Body>, charges: &mut ArrayViewMut<i32>) {
    let body = &mut bodies[i];
    let charge = &mut charges[i];
    discharge(body, 5);
    *charge = body.push(0.5);
    bump_by(charge, 100);
    body.position[0] = body.position[1];
}

#[test]
fn references_to_elements_are_passed_on() {
    on_each(|accelerator| {
        let mut bodies: [Body; 3] = std::array::from_fn(|n| Body {
            position: [0.0, n as f32],
            speed: [9.0; 2],
            charge: 4 * n as i32,
        });
        let mut charges = [7; 3];
        let mut b = ArrayViewMut::new(&mut bodies);
        let mut c = ArrayViewMut::new(&mut charges);
        accelerator.default_view().parallel_for_each(3, elements_by_name(&mut b, &mut c)).unwrap();
        b.finish().unwrap();
        c.finish().unwrap();
        assert_eq!(charges, [100, 104, 105]);
        let positions = bodies.map(|body| (body.position, body.charge));
        assert_eq!(positions, [([0.5, 0.5], 0), ([1.5, 1.5], 4), ([2.5, 2.5], 5)]);
    });
}
