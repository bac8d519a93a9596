use amp::prelude::*;

mod subgroup {
    use amp::prelude::*;

    #[device]
    pub fn size(barrier: &TileBarrier) -> u32 {
        barrier.wait();
        4
    }
}

#[kernel(tile = [16])]
fn sizes(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    y[t.global] = subgroup::size(&t.barrier);
}

fn main() {}
