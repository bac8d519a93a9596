use amp::prelude::*;

#[device]
fn scaled(x: f32, by: u32) -> f32 {
    println!("scaled");
    x * by as f32
}

#[kernel]
fn twice(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = scaled(1.0, 2) + y[i];
}

fn main() -> Result<(), amp::Error> {
    let mut y = ArrayViewMut::<f32>::without_source(8)?;
    parallel_for_each(8, amp!(|i: Index<1>| y[i] = scaled(2.0, 3) * 2.0))
}
