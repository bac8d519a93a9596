//! Give the function another name, or call it by its path.

use amp::prelude::*;

mod compared {
    use amp::prelude::*;

    #[device]
    pub(super) fn max(a: u32, b: u32) -> u32 {
        a + b
    }
}

#[device]
fn uniformly(seed: u32) -> u32 {
    seed * 3
}

#[device]
fn larger(k: u32) -> u32 {
    compared::max(k, 1)
}

#[kernel(tile = [16])]
fn drawn(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    y[t.global] = uniformly(larger(t.local[0] as u32));
}

#[test]
fn runs() {
    let expected: Vec<u32> = (0..16).map(|k| 3 * k + 3).collect();
    crate::gives(&expected, &[0; 16], |on, y| on.parallel_for_each(y.extent().tile([16])?, drawn(y)));
}
