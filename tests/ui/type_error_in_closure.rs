use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Body {
    mass: f32,
    links: u32,
}

fn main() -> amp::Result<()> {
    let sun = Body { mass: 1.0, links: 9 };
    let mut bodies = ArrayViewMut::<Body>::without_source(8)?;
    let mut y = ArrayViewMut::<f32>::without_source(8)?;
    parallel_for_each(8, amp!(|i: Index<1>| y[i] = sun.links))?;
    parallel_for_each(8, amp!(|i: Index<1>| y[i] = i[0]))?;
    parallel_for_each(8, amp!(|i: Index<1>| bodies[i].links = sun.mass))?;
    parallel_for_each(8, amp!(|i: Index<1>| if y[i] { y[i] = 1.0 }))
}
