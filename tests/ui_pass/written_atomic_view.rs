//! What launches share is written by atomic operations.

use amp::prelude::*;

fn main() -> Result<(), amp::Error> {
    let mut counts = Array::<u32>::new([8])?;
    let counts = counts.as_atomic();
    parallel_for_each(8, amp!(|i: Index<1>| atomic_store(&mut counts[i], 2)))
}
