//! References in `move` closures, and the order in which the operands of operators of references are evaluated.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, PartialEq, Debug, GpuType)]
struct Pair {
    a: u32,
    b: u32,
}

#[device]
impl std::ops::Add<&Pair> for Pair {
    type Output = Pair;
    fn add(self, other: &Pair) -> Pair {
        Pair { a: self.a * 10 + other.a, b: self.b + other.b }
    }
}

#[device]
impl std::ops::Add<&Pair> for &Pair {
    type Output = Pair;
    fn add(self, other: &Pair) -> Pair {
        Pair { a: self.a * 100 + other.a, b: self.b + other.b }
    }
}

#[device]
impl std::ops::AddAssign<&Pair> for Pair {
    fn add_assign(&mut self, other: &Pair) {
        self.a += other.a * 3;
        self.b += other.b;
    }
}

#[device]
fn next(p: &mut Pair) -> Pair {
    p.a += 1;
    *p
}

#[device]
fn add_to(total: &mut Pair, p: &Pair) {
    *total += p;
}

#[device]
fn moved_reference(v: u32) -> u32 {
    let w = [v, v + 7];
    let mut best = &w[0];
    let g = move |k: u32| *best + k;
    best = &w[1];
    g(1) * 100 + *best
}

#[device]
fn moved_into_a_chain(v: u32) -> u32 {
    let w = [v % 5, v + 7];
    let mut best = &w[0];
    let chain = [1, 2, 3].into_iter().map(move |k| *best * k);
    best = &w[1];
    chain.sum::<u32>() * 100 + *best
}

#[device]
fn operands_in_order(v: u32) -> u32 {
    let mut p = Pair { a: v, b: 0 };
    let r = p + &next(&mut p);
    let w = [Pair { a: v, b: 1 }, Pair { a: v + 3, b: 2 }];
    let mut k = 0;
    let s = &w[k]
        + &{
            k += 1;
            w[k]
        };
    r.a * 10000 + s.a + s.b + k as u32
}

#[device]
fn sums_behind_references(v: u32) -> u32 {
    let mut total = Pair { a: v, b: 0 };
    add_to(&mut total, &Pair { a: 2, b: v });
    add_to(&mut total, &Pair { a: 3, b: 1 });
    total.a * 100 + total.b
}

#[test]
fn copies_and_operands_are_those_of_rust() {
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32, 2>::without_source([4, 16]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let v = i[0] as u32;
            y[[0, i[0]]] = moved_reference(v);
            y[[1, i[0]]] = moved_into_a_chain(v);
            y[[2, i[0]]] = operands_in_order(v);
            y[[3, i[0]]] = sums_behind_references(v);
        });
        accelerator.default_view().parallel_for_each(16, kernel).unwrap();
        let functions: [fn(u32) -> u32; 4] =
            [moved_reference, moved_into_a_chain, operands_in_order, sums_behind_references];
        let expected: Vec<u32> = functions.iter().flat_map(|function| (0..16).map(function)).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
