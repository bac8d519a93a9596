use amp::prelude::*;
use std::ops::Add;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    x: f32,
    y: f32,
}

#[device]
impl Pair {
    fn made(x: f32) -> Pair {
        Pair { x, y: x }
    }

    fn scaled(self, by: f32) -> f32 {
        self.x * by
    }

    fn moved(&mut self, by: u32, x: &ArrayView<f32>, f: impl Fn(f32) -> f32) -> f32 {
        println!("moved");
        self.x += f(x[0]) * by as f32;
        self.y
    }
}

#[device]
trait Sized2 {
    fn size(self, by: f32) -> f32;

    fn double(self) -> f32 {
        self.size(2.0)
    }
}

#[device]
impl Sized2 for Pair {
    fn size(self, by: f32) -> f32 {
        unsafe { self.x * by }
    }
}

#[device]
impl Add for Pair {
    type Output = Pair;

    fn add(self, other: Pair) -> Pair {
        let name = c"add";
        Pair { x: self.x + other.x, y: self.y }
    }
}

#[device]
impl Sized2 for f32 {
    fn size(self, by: f32) -> f32 {
        self * by
    }
}

#[device]
fn generic<T: Sized2>(it: T) -> f32 {
    it.size(1.0) + it.double()
}

fn main() -> Result<(), amp::Error> {
    let data = [1.0f32; 8];
    let x = ArrayView::new(&data);
    let mut y = ArrayViewMut::<f32>::without_source(8)?;
    parallel_for_each(
        8,
        amp!(|i: Index<1>| {
            let mut pair = Pair::made(y[i]);
            let sum = pair + pair;
            y[i] = sum.scaled(2.0) + pair.moved(3, &x, |v| v) + sum.size(1.0) + sum.double() + generic(sum);
        }),
    )
}
