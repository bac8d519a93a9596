use amp::prelude::*;

#[device]
trait Shape {
    fn area(self) -> f32;

    fn double(self) -> f32 {
        println!("double");
        self.area() * 2.0
    }

    fn mapped(self, b: &TileBarrier) -> f32 {
        b.wait();
        self.area()
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Square {
    side: f32,
}

#[device]
impl Shape for Square {
    fn area(self) -> f32 {
        self.side * self.side
    }
}

#[device]
fn half<S: Shape>(s: S) -> f32 {
    s.double() / 2.0
}

#[kernel]
fn areas(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = half(Square { side: y[i] });
}

fn main() {}
