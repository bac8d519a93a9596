// A struct without `GpuType`: rustc reports the struct, and does not report its fields as well.
use amp::prelude::*;

#[derive(Clone, Copy)]
struct Body {
    place: f32,
    speed: f32,
}

#[kernel]
fn rest(i: Index<1>, bodies: &mut ArrayViewMut<Body>) {
    bodies[i].speed = 0.0;
}

#[device]
fn after(body: Body, time: f32) -> f32 {
    body.place + body.speed * time
}

fn main() {
    let mut bodies = vec![Body { place: 1.0, speed: 2.0 }; 4];
    let mut view = ArrayViewMut::new(&mut bodies);
    parallel_for_each(4, amp!(|i: Index<1>| view[i].place += view[i].speed)).unwrap();
}
