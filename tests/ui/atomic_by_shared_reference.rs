use amp::prelude::*;

#[kernel(tile = [64])]
fn count(t: TiledIndex<1>, bins: AtomicView<u32>, z: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut own: [u32; 4];
    if t.local[0] < 4 {
        own[t.local[0]] = 0;
    }
    t.barrier.wait();
    atomic_fetch_add(&own[1], atomic_load(&z[0]));
    atomic_fetch_inc(&z[t.global]);
    atomic_compare_exchange(&z[0], 1, 2);
    atomic_store(&bins[0], own[1]);
}

fn main() -> Result<(), amp::Error> {
    let mut values = [0u32; 4];
    let z = ArrayViewMut::new(&mut values);
    parallel_for_each(4, amp!(|i: Index<1>| {
        let first = atomic_load(&z[0]);
        atomic_fetch_max(&z[i], first);
    }))
}
