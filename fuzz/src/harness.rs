//! Runs a random program by rustc alone and on every accelerator, and compares. It stands beside the programs.

use amp::prelude::*;

/// The number of work-items.
pub const COUNT: usize = 64;

/// A slice that is indexed like a view.
pub struct Slice<T>(pub Vec<T>);

impl<T> std::ops::Index<Index<1>> for Slice<T> {
    type Output = T;

    fn index(&self, i: Index<1>) -> &T {
        &self.0[i[0]]
    }
}

impl<T> std::ops::IndexMut<Index<1>> for Slice<T> {
    fn index_mut(&mut self, i: Index<1>) -> &mut T {
        &mut self.0[i[0]]
    }
}

impl<T> std::ops::Index<usize> for Slice<T> {
    type Output = T;

    fn index(&self, i: usize) -> &T {
        &self.0[i]
    }
}

impl<T> std::ops::IndexMut<usize> for Slice<T> {
    fn index_mut(&mut self, i: usize) -> &mut T {
        &mut self.0[i]
    }
}

/// Inputs with all kinds of numbers.
pub fn integers() -> Vec<i32> {
    (0..COUNT as i32)
        .map(|i| match i % 8 {
            0 => i,
            1 => -i,
            2 => i32::MAX - i,
            3 => i32::MIN + i,
            _ => i.wrapping_mul(0x2545_f491) ^ 0x1234_5678,
        })
        .collect()
}

pub fn words() -> Vec<u32> {
    integers().iter().map(|i| (*i as u32).rotate_left(7) >> (i & 15)).collect()
}

pub fn floats() -> Vec<f32> {
    (0..COUNT).map(|i| ((i * 29 + 5) % 97) as f32 - 40.0).map(|x| x % 64.0).collect()
}

pub fn points<P>(make: impl Fn(i32, f32, [u32; 2]) -> P) -> Vec<P> {
    let (i, f, w) = (integers(), floats(), words());
    (0..COUNT).map(|n| make(i[(n * 7) % COUNT], f[(n * 5) % COUNT], [w[n], n as u32])).collect()
}

/// What a program wrote, as text that can be compared: zeros have no sign.
#[derive(PartialEq)]
pub struct Written(pub Vec<String>);

impl Written {
    /// The first difference, if there is one.
    pub fn against(&self, expected: &Written) -> Result<(), String> {
        match self.0.iter().zip(&expected.0).find(|(found, expected)| found != expected) {
            Some((found, expected)) => Err(format!("{found}, expected {expected}")),
            None => Ok(()),
        }
    }
}

/// Says `ok NAME`, or the name and what differs; whether nothing did.
pub fn check(
    name: &str,
    expected: Option<fn() -> Written>,
    run: fn(&Accelerator) -> Result<Written, String>,
    all: &[Accelerator],
) -> bool {
    let outcome = || -> Result<(), String> {
        let expected = match expected {
            Some(expected) => {
                std::panic::catch_unwind(expected).map_err(|_| "rustc's own panics".to_owned())?
            }
            None => run(&Accelerator::cpu())?,
        };
        for accelerator in all {
            let found =
                run(accelerator).map_err(|error| format!("on {}: {error}", accelerator.description()))?;
            found.against(&expected).map_err(|what| format!("on {}: {what}", accelerator.description()))?;
        }
        Ok(())
    };
    match outcome() {
        Ok(()) => println!("ok {name}"),
        Err(what) => {
            println!("{name} {}", what.replace('\n', " "));
            return false;
        }
    }
    true
}

#[macro_export]
macro_rules! written {
    ($x:expr, $y:expr, $z:expr, $q:expr, $h:expr) => {{
        let mut all = Vec::new();
        for i in 0..$crate::harness::COUNT {
            let q = $q[i];
            all.push(format!(
                "[{i}] x {} y {} z {} q {} {} {:?}",
                $x[i],
                $y[i],
                $z[i] + 0.0,
                q.x,
                q.y + 0.0,
                q.z
            ));
        }
        all.push(format!("h {:?}", $h));
        $crate::harness::Written(all)
    }};
}

/// `run(accelerator)` of a program: what it wrote there.
#[macro_export]
macro_rules! run {
    ($($tile:literal)?) => {
        pub fn run(accelerator: &amp::Accelerator) -> Result<$crate::harness::Written, String> {
            use amp::prelude::*;
            use $crate::harness::*;
            let (a, b, c) = (integers(), words(), floats());
            let p = points(|x, y, z| kernel::Point { x, y, z });
            let (mut x, mut y, mut z) = (a.clone(), b.clone(), c.clone());
            let (mut q, mut h) = (p.clone(), vec![0u32; 8]);
            let result = (|| -> amp::Result<()> {
                let (a, b, c, p) = (ArrayView::new(&a), ArrayView::new(&b), ArrayView::new(&c), ArrayView::new(&p));
                let (mut x, mut y) = (ArrayViewMut::new(&mut x), ArrayViewMut::new(&mut y));
                let (mut z, mut q) = (ArrayViewMut::new(&mut z), ArrayViewMut::new(&mut q));
                let mut h = ArrayViewMut::new(&mut h);
                let extent = x.extent();
                $(let extent = extent.tile([$tile])?;)?
                let kernel = kernel::kernel(5, &a, &b, &c, &p, &mut x, &mut y, &mut z, &mut q, &mut h);
                accelerator.default_view().parallel_for_each(extent, kernel)?;
                x.finish()?;
                y.finish()?;
                z.finish()?;
                q.finish()?;
                h.finish()
            })();
            match result {
                Ok(()) => Ok($crate::written!(x, y, z, q, h)),
                Err(error) => Err(error.to_string()),
            }
        }
    };
}

/// `expected()` of a program: what rustc alone makes of it.
#[macro_export]
macro_rules! expected {
    () => {
        pub fn expected() -> $crate::harness::Written {
            use $crate::harness::*;
            let p = || Slice(points(|x, y, z| reference::Point { x, y, z }));
            let (a, b, c) = (|| Slice(integers()), || Slice(words()), || Slice(floats()));
            let (mut x, mut y, mut z, mut q, mut h) = (a(), b(), c(), p(), Slice(vec![0u32; 8]));
            let (a, b, c, p) = (a(), b(), c(), p());
            for i in 0..COUNT {
                reference::kernel(
                    amp::Index::new([i]),
                    5,
                    &a,
                    &b,
                    &c,
                    &p,
                    &mut x,
                    &mut y,
                    &mut z,
                    &mut q,
                    &mut h,
                );
            }
            $crate::written!(x.0, y.0, z.0, q.0, h.0)
        }
    };
}
