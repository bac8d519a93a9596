use amp::prelude::*;

#[derive(Clone, Copy, PartialEq, GpuType)]
#[repr(u64)]
enum Distance {
    Near,
    Far = 1 << 32,
}

#[kernel]
fn measure(i: Index<1>, to: Distance, y: &mut ArrayViewMut<u32>) {
    y[i] = if to == Distance::Far { 1 } else { 0 };
}

fn main() {}
