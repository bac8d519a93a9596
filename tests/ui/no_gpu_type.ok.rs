//! Derive `GpuType` for the struct.

use amp::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
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

#[test]
fn runs() {
    let mut bodies = vec![Body { place: 1.0, speed: 2.0 }; 4];
    let mut view = ArrayViewMut::new(&mut bodies);
    parallel_for_each(4, amp!(|i: Index<1>| view[i].place = after(view[i], 3.0))).unwrap();
    parallel_for_each(4, rest(&mut view)).unwrap();
    view.finish().unwrap();
    assert_eq!(bodies, [Body { place: 7.0, speed: 0.0 }; 4]);
}
