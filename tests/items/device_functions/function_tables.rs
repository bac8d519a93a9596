//! Calls through tables of functions, by position.

use amp::prelude::*;
use amp_tests::on_each;

#[device]
fn half(x: f32) -> f32 {
    x / 2.0
}

#[device]
fn negated(x: f32) -> f32 {
    -x
}

mod tools {
    use amp::prelude::*;

    #[device]
    pub fn square(x: f32) -> f32 {
        x * x
    }
}

#[device]
fn of_let(k: usize, x: f32) -> f32 {
    let ops: [fn(f32) -> f32; 5] = [half, negated, tools::square, f32::abs, |x| x + 3.0];
    let n = ops.len();
    ops[k % n](x - 2.0) + ops[(k + 1) % ops.len()](ops[(k + 2) % n](x))
}

#[device]
fn of_constant(k: usize, x: f32) -> f32 {
    const OPS: [fn(f32, f32) -> f32; 3] = [f32::min, |x, y| x * y, f32::max];
    let mut calls = 0;
    let mut next = || {
        calls += 1;
        calls as f32
    };
    let value = OPS[k % 3](next(), x) * 10.0 + OPS[0](next(), next());
    value + calls as f32
}

#[device]
fn with_effects(k: usize, list: &mut [u32; 3]) -> u32 {
    let ops = [|list: &mut [u32; 3], by: u32| list[0] += by, |list: &mut [u32; 3], by: u32| list[1] -= by];
    for n in 0..3 {
        ops[(k + n) % 2](list, n as u32 + 1);
    }
    list[0] * 100 + list[1]
}

#[kernel]
fn all(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>, z: &mut ArrayViewMut<u32>) {
    let k = i[0];
    y[i] = of_let(k, x[i]) + of_constant(k, x[i]);
    let mut list = [1, 50, 0];
    z[i] = with_effects(k, &mut list) + list[2];
}

#[test]
fn tables_call_the_function_at_a_position() {
    let values: Vec<f32> = (0..10).map(|k| k as f32 * 0.75 - 3.0).collect();
    let floats: Vec<f32> = (0..10).map(|k| of_let(k, values[k]) + of_constant(k, values[k])).collect();
    let words: Vec<u32> = (0..10).map(|k| with_effects(k, &mut [1, 50, 0])).collect();
    on_each(|accelerator| {
        let x = ArrayView::new(&values);
        let mut y = ArrayViewMut::<f32>::without_source([10]).unwrap();
        let mut z = ArrayViewMut::<u32>::without_source([10]).unwrap();
        let queue = accelerator.default_view();
        queue.parallel_for_each(10, all(&x, &mut y, &mut z)).unwrap();
        assert_eq!((y.to_vec().unwrap(), z.to_vec().unwrap()), (floats.clone(), words.clone()));
        let kernel = amp!(|i: Index<1>| {
            let ops = [half, negated];
            y[i] = ops[i[0] % 2](x[i]);
        });
        queue.parallel_for_each(10, kernel).unwrap();
        let expected: Vec<f32> = (0..10).map(|k| [half, negated][k % 2](values[k])).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[test]
fn position_outside_a_table_ends_the_kernel() {
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<f32>::without_source([4]).unwrap();
        let kernel = amp!(trap, |i: Index<1>| {
            let ops = [half, negated];
            y[i] = ops[i[0]](1.0);
        });
        let queue = accelerator.default_view();
        let result = queue.parallel_for_each(4, kernel).and_then(|()| y.to_vec());
        let message = result.unwrap_err().to_string();
        assert!(message.contains("index out of bounds: the len is 2 but the index is"), "{message}");
    });
}
