use amp::prelude::*;

mod cmp {
    use amp::prelude::*;

    #[device]
    pub(super) fn max(a: u32, b: u32) -> u32 {
        a + b
    }
}

#[device]
fn uniform(seed: u32) -> u32 {
    seed * 3
}

#[device]
fn larger(k: u32) -> u32 {
    cmp::max(k, 1)
}

#[kernel(tile = [16])]
fn drawn(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    y[t.global] = uniform(larger(t.local[0] as u32));
}

fn main() {}
