//! Closures that modify outer variables, as arguments.

use amp::prelude::*;

use crate::compare::same_on_host;

mod functions {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn each(n: u32, mut f: impl FnMut(u32)) {
        for j in 0..n {
            f(j);
        }
    }

    same_on_host! { (k, x, b, y, z)
        let mut s = 0;
        each(k as u32, |j| s += j * j);
        z[k] = s;
        let mut best = 0.0f32;
        each(8, |j| {
            if x[j as usize] > best {
                best = x[j as usize];
            }
        });
        y[k] = best;
    }
}

mod chains {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let mut s = 0.0;
        x.iter().for_each(|v| s += v);
        let mut c = 0u32;
        (0..8).for_each(|j| {
            if x[j] > 2.0 {
                c += 1;
            }
        });
        y[k] = s;
        z[k] = c;
        let mut w = [0u32; 4];
        (0..8).for_each(|j| w[j % 4] += j as u32);
        z[k] += w[3];
        let mut add = |v: f32| s += v;
        add(2.0);
        add(x[k]);
        y[k] += s;
    }
}

mod results {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn fold(n: u32, mut f: impl FnMut(u32) -> f32) -> f32 {
        let mut t = 0.0;
        for j in 0..n {
            t += f(j);
        }
        t
    }
    #[device]
    fn once(f: impl FnOnce() -> f32) -> f32 {
        f()
    }

    same_on_host! { (k, x, b, y, z)
        let mut st = k as u32 + 1;
        let v = fold(4, |j| {
            st = st * 3 + j;
            (st % 17) as f32
        });
        y[k] = v + st as f32;
        let mut c = 0;
        y[k] += once(|| {
            c += 1;
            c as f32
        });
        y[k] += c as f32;
        let mut w = [0.0; 4];
        fold(4, |j| {
            w[j as usize] = j as f32;
            1.0
        });
        y[k] += w[3];
    }
}

mod methods_of_options {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let mut n = 0u32;
        let o = Some(k as u32).map(|v| {
            n += 1;
            v + n
        });
        z[k] = o.unwrap_or(0) + n;
        let p: Option<u32> = None;
        z[k] += p.unwrap_or_else(|| {
            n += 5;
            n
        });
        if let Some(v) = Some(x[k]).filter(|v| {
            n += 1;
            *v > 2.0
        }) {
            y[k] = v;
        }
        z[k] += n;
        let t = std::array::from_fn::<u32, 3, _>(|j| {
            n += 1;
            n * j as u32
        });
        z[k] += t[2];
    }
}

mod methods {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, GpuType)]
    #[repr(C)]
    struct G {
        w: [f32; 4],
    }
    #[device]
    impl G {
        fn visit(&self, mut f: impl FnMut(usize, f32)) {
            for j in 0..4 {
                f(j, self.w[j]);
            }
        }
        fn nearest<F: FnMut(f32) -> bool>(&self, mut f: F) -> u32 {
            let mut c = 0;
            for j in 0..4 {
                if f(self.w[j]) {
                    c += 1;
                }
            }
            c
        }
    }

    same_on_host! { (k, x, b, y, z)
        let g = G { w: [1.0, x[k], 3.0, 2.0] };
        let (mut m, mut at) = (0.0, 0);
        g.visit(|j, v| {
            if v > m {
                m = v;
                at = j;
            }
        });
        y[k] = m;
        z[k] = at as u32;
        let mut seen = 0;
        z[k] += g.nearest(|v| {
            seen += 1;
            v > 1.5
        }) + seen;
    }
}

#[device]
fn each(count: u32, mut f: impl FnMut(u32)) {
    for k in 0..count {
        f(k);
    }
}

#[device]
fn twice(mut f: impl FnMut(u32)) {
    each(2, |k| f(k + 10));
    f(100);
}

/// Closures in a closure and closures that are passed on modify one variable. In a tiled kernel, the variable lives across
/// a barrier.
#[test]
fn nested_closures_and_barriers() {
    #[kernel(tile = [8])]
    fn run(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
        #[tile_static]
        let mut shared: [u32; 8];
        let (mut sum, mut list) = (t.local[0] as u32, [0u32; 3]);
        each(3, |k| {
            sum += k;
            each(k, |j| list[j as usize] += sum);
        });
        shared[t.local[0]] = sum;
        t.barrier.wait();
        twice(|k| sum += k + shared[7 - t.local[0]]);
        t.barrier.wait();
        let mut calls = 0;
        if t.local[0] % 2 == 0 {
            each(sum, |_| calls += 1);
        }
        y[t.global] = sum * 100 + list[0] * 10 + list[1] + calls;
    }

    let expected = |k: u32| {
        let (mut sum, mut list) = (k, [0u32; 3]);
        each(3, |j| {
            sum += j;
            each(j, |i| list[i as usize] += sum);
        });
        let other = 7 - k + 3;
        twice(|j| sum += j + other);
        let mut calls = 0;
        if k % 2 == 0 {
            each(sum, |_| calls += 1);
        }
        sum * 100 + list[0] * 10 + list[1] + calls
    };
    amp_tests::on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([16]).unwrap();
        let domain = y.extent().tile([8]).unwrap();
        accelerator.default_view().parallel_for_each(domain, run(&mut y)).unwrap();
        let found = y.to_vec().unwrap();
        assert_eq!(
            found,
            (0..16).map(|k| expected(k % 8)).collect::<Vec<_>>(),
            "{}",
            accelerator.description()
        );
    });
}
