use amp::prelude::*;

fn main() -> amp::Result<()> {
    let more = |x: f32| x + 1.0;
    let mut y = ArrayViewMut::<f32>::without_source(8)?;
    parallel_for_each(8, amp!(|i: Index<1>| y[i] = more(y[i]) * 2.0))
}
