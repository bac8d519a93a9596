//! L-11 to L-14, L-16: allocation, pointers, dynamic dispatch, and access to the machine.

use amp::prelude::*;

trait Shape {
    fn area(&self) -> f32;
}

#[device]
fn boxed(x: Box<f32>) -> f32 {
    *x
}

#[device]
fn by_object(shape: &dyn Shape) -> f32 {
    shape.area()
}

#[device]
fn by_pointer(f: fn(f32) -> f32, p: *const f32) -> f32 {
    f(*p)
}

#[kernel]
fn allocates(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let b = Box::new(1.0);
    let v = Vec::with_capacity(4);
    let s = String::new();
    let r = std::rc::Rc::new(2.0);
}

#[kernel]
fn points(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let mut x = 1.0f32;
    let p = &raw mut x;
    let q = &x as *const f32;
    let n = q as usize;
    let f: fn(f32) -> f32 = f32::sqrt;
    let t: u32 = std::mem::transmute(x);
}

#[kernel]
fn machine(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    std::arch::asm!("nop");
    let t = std::any::TypeId::of::<f32>();
    let now = std::time::Instant::now();
}

async fn later() {}

#[kernel]
fn waits(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    later().await;
    async { 1 };
    loop {}
}

#[kernel]
async fn asynchronous(i: Index<1>, y: &mut ArrayViewMut<f32>) {}

#[kernel]
unsafe fn unchecked(i: Index<1>, y: &mut ArrayViewMut<f32>) {}

#[kernel]
extern "C" fn foreign(i: Index<1>, y: &mut ArrayViewMut<f32>) {}

fn main() {}
