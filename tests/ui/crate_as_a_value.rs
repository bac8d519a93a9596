use amp::prelude::*;

fn main() {
    let mut ys = [0.0f32];
    let mut y = ArrayViewMut::new(&mut ys);
    let _ = parallel_for_each(1, amp!(|i: Index<1>| y[i] = crate));
}
