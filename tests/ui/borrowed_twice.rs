use amp::prelude::*;

#[kernel]
fn shift(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let mut pair = [1.0f32, 2.0];
    let first = &mut pair[0];
    pair[1] = 3.0;
    *first += pair[1];
    y[i] = pair[0];
}

fn main() {
    let mut numbers = [0.0f32; 8];
    let mut y = ArrayViewMut::new(&mut numbers);
    parallel_for_each(
        8,
        amp!(|i: Index<1>| {
            let here = &mut y[i];
            y[0] = 1.0;
            *here = 2.0;
        }),
    )
    .unwrap();
}
