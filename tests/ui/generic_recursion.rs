use amp::prelude::*;

#[device]
fn halved<T: Scalar>(x: T, by: T, times: u32) -> T {
    if times == 0 { x } else { halved_again(x / by, by, times - 1) }
}

#[device]
fn halved_again<T: Scalar>(x: T, by: T, times: u32) -> T {
    halved(x, by, times)
}

macro_rules! recursive {
    ($name:ident) => {
        #[device]
        fn $name(x: u32) -> u32 {
            if x == 0 { 0 } else { $name(x - 1) }
        }
    };
}

recursive!(down);

#[kernel]
fn all(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = halved(y[i], 2.0, 2);
}

fn main() {}
