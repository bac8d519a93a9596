use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Ray {
    length: f32,
}

#[device]
impl Ray {
    #[cfg(not(test))]
    fn length(self) -> f32 {
        self.length
    }
}

#[device]
fn limited(x: f32) -> f32 {
    match x as u32 {
        #[cfg(any())]
        0 => 1.0,
        _ => x,
    }
}

#[kernel]
fn double(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    #[cfg(any())]
    {
        y[i] *= 2.0;
    }
    y[i] = limited(y[i]);
}

fn main() {}
