//! Types, aliases and implementations that a body declares. The host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;
#[derive(Clone, Copy, GpuType)]
struct P(u32);
#[device]
impl P {
    const N: u32 = 7;
    fn get(self) -> u32 {
        self.0
    }
}
#[device]
fn inner(v: u32) -> u32 {
    #[derive(Clone, Copy, GpuType)]
    struct P {
        a: u32,
        b: u32,
    }
    #[device]
    impl P {
        const N: u32 = 3;
        fn sum(self) -> u32 {
            self.a + self.b * P::N
        }
    }
    #[derive(Clone, Copy, PartialEq, GpuType)]
    enum Kind {
        Small,
        Big(u32),
    }
    type Pair = (u32, u32);
    fn make(a: u32) -> P {
        P { a, b: a + 1 }
    }
    const K: u32 = 5;
    let kind = if v < K { Kind::Small } else { Kind::Big(v) };
    let pair: Pair = (
        make(v).sum(),
        match kind {
            Kind::Small => 1,
            Kind::Big(n) => n,
        },
    );
    pair.0 * 100 + pair.1 + std::cmp::max(v, K)
}
#[device]
pub fn run(v: u32) -> u32 {
    type Q = P;
    type Arr = [u32; 4];
    let w: Arr = [Q::N; 4];
    let x = {
        type Q = [u32; 2];
        let q: Q = [v, 2];
        q[0]
    };
    inner(v) + P(v).get() + w[2] + x + <Arr>::default()[1]
}

#[test]
fn results_equal_those_of_the_host() {
    let wanted: Vec<u32> = (0..64).map(run).collect();
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
        accelerator
            .default_view()
            .parallel_for_each(64, amp!(|i: Index<1>| y[i] = run(i[0] as u32)))
            .unwrap();
        assert_eq!(y.to_vec().unwrap(), wanted);
    });
}
