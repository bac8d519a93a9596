use amp::prelude::*;

fn main() -> Result<(), amp::Error> {
    let factor = String::from("2");
    let mut y = ArrayViewMut::<f32>::without_source(8)?;
    parallel_for_each(8, amp!(|i: Index<1>| y[i] = factor))
}
