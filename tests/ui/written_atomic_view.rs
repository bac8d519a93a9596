use amp::prelude::*;

fn main() -> Result<(), amp::Error> {
    let mut counts = Array::<u32>::new([8])?;
    let counts = counts.as_atomic();
    parallel_for_each(8, amp!(|i: Index<1>| counts[i] = 2))
}
