//! `const fn` device functions, called in kernels and in constants of the host.

use amp::prelude::*;
use amp_tests::on_each;

#[device]
const fn triangle(n: u32) -> u32 {
    let mut sum = 0;
    let mut k = 0;
    while k < n {
        k += 1;
        sum += k;
    }
    sum
}

#[device]
const fn around<const N: usize>(list: [u32; N], at: usize) -> u32 {
    list[at % N] + N as u32
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Step {
    by: u32,
}

#[device]
impl Step {
    const fn new(by: u32) -> Self {
        Step { by: by + 1 }
    }

    const fn twice(self) -> u32 {
        self.by * 2
    }
}

const LENGTH: usize = triangle(4) as usize;
const START: u32 = Step::new(3).twice() + around([7, 8, 9], 4);

#[test]
fn const_device_functions_in_constants_and_kernels() {
    assert_eq!((LENGTH, START), (10, 19));
    on_each(|accelerator| {
        let mut values: Vec<u32> = (0..40).collect();
        let expected: Vec<u32> = (0..40)
            .map(|n| {
                let list = [n, 5, 6, 7];
                n * (n + 1) / 2 + START + Step::new(n).twice() + around(list, n as usize) + LENGTH as u32
            })
            .collect();
        let mut y = ArrayViewMut::new(&mut values);
        let kernel = amp!(|i: Index<1>| {
            let list = [y[i], 5, 6, 7];
            let sum = triangle(y[i]) + START + Step::new(y[i]).twice() + around(list, i[0]);
            y[i] = sum + LENGTH as u32;
        });
        accelerator.default_view().parallel_for_each(40, kernel).unwrap();
        drop(y);
        assert_eq!(values, expected);
    });
}
