//! References to references, captures and items, and references as parameters of a kernel's own closures.

use crate::compare::compare;
use amp::prelude::*;

#[device]
fn sum(pair: &(u32, u32), by: &u32) -> u32 {
    pair.0 + pair.1 * by
}

compare!(references_to_references, |i, x: u32, y: u32| {
    let mut w = [x[i], 2, 3];
    let pair = (x[i], 5u32);
    let k = (x[i] % 3) as usize;
    let r = &w[k];
    let rr = &r;
    let rrr: &&&u32 = &rr;
    let again = *rr;
    let both = &&pair;
    let mut total = **rr * 10 + ***rrr + *again + both.0 + rr.pow(2) + (*both).1;
    total += sum(both, rr) + sum(&&pair, &&3) + *&w[1] + *&(k as u32);
    *&mut w[k] += 7;
    *&mut total += w[k];
    y[i] = total;
});

#[test]
fn references_to_captures() {
    amp_tests::on_each(|on| {
        let (a, mut y) = (2.5f32, [0.0f32; 3]);
        let mut view = ArrayViewMut::new(&mut y);
        let kernel = amp!(|i: Index<1>| {
            let r = &a;
            let rr = &r;
            let both = &&a;
            view[i] = **rr + **both * *r + *&a;
        });
        on.default_view().parallel_for_each(3, kernel).unwrap();
        drop(view);
        assert_eq!(y, [2.5 + 2.5 * 2.5 + 2.5; 3]);
    });
}

compare!(reference_parameters_of_closures, |i, x: u32, y: u32| {
    let mut w = [x[i], 2, 3];
    let mut k = (x[i] % 3) as usize;
    let add = |a: &mut u32, n: u32| {
        *a += n;
        *a
    };
    let first = add(&mut w[k], 2);
    let second = add(&mut w[k], {
        k = (k + 1) % 3;
        k as u32
    });
    let larger = |a: &u32, b: &u32| if a > b { *a } else { *b };
    let of_pair = |&(a, b): &(u32, u32), _: &u32| a * b;
    let length = |list: &[u32; 3]| list[0] + list[2] * list.len() as u32;
    let r = &w[0];
    let swap = |list: &mut [u32; 3]| {
        let old = list[0];
        list[0] = list[2];
        list[2] = old;
    };
    let largest = larger(r, &larger(&w[1], &first));
    let product = of_pair(&(first, second), &3);
    swap(&mut w);
    y[i] = largest + product * 3 + length(&w) * 100 + w[0] * 10000;
});

#[test]
fn view_parameters_of_closures() {
    amp_tests::on_each(|on| {
        let (x, mut y) = ([1.5f32, 2.0, 3.0], [0.0f32; 3]);
        let x = ArrayView::new(&x);
        let mut y_view = ArrayViewMut::new(&mut y);
        let kernel = amp!(|i: Index<1>| {
            let at = |list: &ArrayView<f32>, k: usize, sum: &mut f32| {
                *sum += list[k];
                list[2 - k]
            };
            let mut sum = 0.5;
            let end = at(&x, i[0], &mut sum);
            y_view[i] = sum * 10.0 + end;
        });
        on.default_view().parallel_for_each(3, kernel).unwrap();
        drop(y_view);
        assert_eq!(y, [23.0, 27.0, 36.5]);
    });
}

compare!(references_to_items, |i, x: u32, y: u32| {
    let mut w = [x[i], 5, 7];
    let table = [(x[i], [1u32, 2]), (3, [4, x[i]])];
    let mut sum = if w.is_empty() { 100 } else { 0 };
    for v in &mut w {
        *v += 1;
        if v.count_ones() > 2 {
            break;
        }
    }
    for v in w.iter() {
        sum += *v * 2 + v.pow(2);
        if *v > 20 {
            continue;
        }
        for (k, v) in w.iter().enumerate() {
            sum += v * k as u32;
        }
    }
    for (k, v) in w.iter_mut().enumerate() {
        *v = *v * 3 + k as u32;
    }
    for &v in &w {
        sum += v;
    }
    for (k, v) in w.iter().copied().enumerate() {
        sum += v << k;
    }
    for v in w.into_iter() {
        sum += v;
    }
    for (a, list) in &table {
        for b in list {
            sum += a * b;
        }
        for b in list.iter() {
            sum += *b;
        }
    }
    let r = &w;
    for v in r {
        sum += *v;
    }
    let (first, [.., second]) = &table[(x[i] % 2) as usize];
    sum += *first * *second;
    y[i] = sum;
});

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Ring {
    at: [u32; 4],
}

#[device]
impl Ring {
    fn total(&self, list: &[u32; 2]) -> u32 {
        let mut sum = 0;
        for v in &self.at {
            sum += *v;
        }
        for (k, v) in list.iter().enumerate() {
            sum += *v * k as u32;
        }
        for v in list {
            sum += v;
        }
        sum
    }

    fn grow(&mut self) {
        for v in &mut self.at {
            *v += 1;
        }
        for v in self.at.iter_mut() {
            *v *= 2;
        }
    }
}

compare!(references_to_items_of_fields, |i, x: u32, y: u32| {
    let mut ring = Ring { at: [x[i], 1, 2, 3] };
    ring.grow();
    let mut sum = 0;
    for v in ring.at.iter() {
        sum = sum * 3 + *v;
    }
    y[i] = sum + ring.total(&[x[i], 9]) * 1000;
});

#[test]
fn references_to_items_of_tile_memory() {
    amp_tests::on_each(|on| {
        let mut y = [0u32; 8];
        let mut view = ArrayViewMut::new(&mut y);
        let kernel = amp!(tile = [4], |t: TiledIndex<1>| {
            #[tile_static]
            let mut scratch: [u32; 4];
            scratch[t.local[0]] = t.global[0] as u32 + 1;
            t.barrier.wait();
            let mut sum = 0;
            for v in &scratch {
                sum += *v;
            }
            for (k, v) in scratch.iter().enumerate() {
                sum += *v * k as u32;
            }
            view[t.global] = sum;
        });
        on.default_view().parallel_for_each(Extent::from([8]).tile([4]).unwrap(), kernel).unwrap();
        drop(view);
        assert_eq!(y, [30, 30, 30, 30, 70, 70, 70, 70]);
    });
}
