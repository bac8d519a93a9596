use amp::prelude::*;

fn main() -> Result<(), amp::Error> {
    let mut y = vec![1.0f32; 8];
    parallel_for_each(8, amp!(|i: Index<1>| y[i] = 2.0))
}
