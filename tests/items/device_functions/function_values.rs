//! Functions and closures as values: results, variables, tables, and closures that return closures. The host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;
#[device]
fn half(x: u32) -> u32 {
    x / 2
}
#[device]
fn triple(x: u32) -> u32 {
    x * 3
}
#[device]
fn pick(k: u32) -> fn(u32) -> u32 {
    if k > 40 {
        return half;
    }
    match k % 3 {
        0 => half,
        1 => |x| x + 100,
        _ => triple,
    }
}
#[device]
fn add(n: &mut u32, x: u32) {
    *n += x;
}
#[device]
fn sub(n: &mut u32, x: u32) {
    *n = n.wrapping_sub(x);
}
#[device]
fn map_sum(n: u32, f: impl Fn(u32) -> u32) -> u32 {
    (0..n).map(|k| f(k)).sum()
}
#[derive(Clone, Copy, PartialEq, Eq, GpuType)]
enum Op {
    Add,
    Sub,
    Max,
}
#[device]
impl Op {
    const fn function(self) -> fn(u32, u32) -> u32 {
        match self {
            Op::Add => u32::wrapping_add,
            Op::Sub => u32::wrapping_sub,
            Op::Max => std::cmp::max,
        }
    }
    fn adder(self, n: u32) -> impl Fn(u32) -> u32 {
        move |x| x + n + self as u32
    }
}
#[device]
pub fn run(v: u32) -> u32 {
    let f = if v % 2 == 0 { half } else { triple };
    let mut g: fn(u32) -> u32 = half;
    let a = g(v);
    if v > 20 {
        g = triple;
    } else if v > 10 {
        g = |x| x ^ 5;
    }
    let step: fn(&mut u32, u32) = match v % 5 {
        0 | 1 => add,
        _ => sub,
    };
    let mut n = 1000;
    step(&mut n, v);
    let ops = [half, triple, |x| x + 9];
    let h = ops[v as usize % 3];
    let mut acc = h(v);
    for op in ops {
        acc = acc.wrapping_add(op(acc) % 1000);
    }
    let s: u32 = ops.iter().map(|op| op(v)).sum();
    let t = ops.iter().fold(v, |w, op| op(w));
    let p = pick(v);
    let scale = |k: u32| move |x: u32| x * k + a;
    let twice = scale(2);
    let o = if v % 7 == 0 {
        Op::Max
    } else if v % 7 < 4 {
        Op::Add
    } else {
        Op::Sub
    };
    f(v) ^ (g(v) << 3)
        ^ n
        ^ acc
        ^ s
        ^ t
        ^ p(v)
        ^ pick(v + 1)(7)
        ^ twice(3)
        ^ scale(a)(v)
        ^ o.function()(v * 3, 11)
        ^ o.adder(3)(v)
        ^ map_sum(4, f)
        ^ map_sum(3, scale(5))
        ^ map_sum(2, twice)
}

#[test]
fn results_equal_those_of_the_host() {
    let wanted: Vec<u32> = (0..64).map(run).collect();
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
        accelerator
            .default_view()
            .parallel_for_each(64, amp!(|i: Index<1>| y[i] = run(i[0] as u32)))
            .unwrap();
        assert_eq!(y.to_vec().unwrap(), wanted);
    });
}
