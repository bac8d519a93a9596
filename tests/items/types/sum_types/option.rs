//! The methods of `Option`, compared with those of the host.

use amp::prelude::*;
use amp_tests::on_each;

use super::compare;

#[device]
fn half(x: u32) -> Option<u32> {
    if x % 2 == 0 { Some(x / 2) } else { None }
}

#[device]
fn results(n: u32) -> [u32; 28] {
    let h = half(n);
    let mut t = h;
    let taken = t.take();
    let mut r = h;
    let old = r.replace(7);
    let bonus = n * 10;
    [
        h.is_some() as u32,
        h.is_none() as u32,
        h.is_some_and(|v| v > 1) as u32,
        h.unwrap_or(99),
        h.unwrap_or_else(|| bonus + 1),
        h.map(|v| v + bonus).unwrap_or(1),
        h.map(|v| v as f32 * 0.5).map_or(2, |v| (v * 4.0) as u32),
        h.map_or_else(|| 5, |v| v * v),
        h.and_then(half).unwrap_or(77),
        h.and_then(|v| if v > 2 { Some(v * 3) } else { None }).unwrap_or(78),
        h.or(Some(4)).unwrap_or(0),
        h.or_else(|| Some(bonus)).unwrap_or(0),
        h.xor(Some(3)).unwrap_or(11),
        match h.zip(Some(2.5f32)) {
            Some((a, b)) => a + b as u32,
            None => 6,
        },
        match h.ok_or(3u32) {
            Ok(v) => v,
            Err(e) => e + 1000,
        },
        match h.ok_or_else(|| bonus) {
            Ok(v) => v,
            Err(e) => e + 2000,
        },
        taken.unwrap_or(1) + t.is_none() as u32,
        old.unwrap_or(2) * 100 + r.unwrap(),
        (h == Some(3)) as u32,
        (h < Some(2)) as u32,
        (h != None) as u32,
        h.map_or(0, |v| v.max(2)),
        h.and(Some(true)).is_some() as u32,
        h.unwrap_or_default(),
        h.filter(|&v| v > 1).map_or(40, |v| v),
        h.filter(|v| *v + bonus > 12 && v % 2 == 0).unwrap_or(41),
        h.filter(|v: &u32| v.count_ones() == 1).map_or(42, |v| v + 1),
        if let Some(v) = h
            && v > 2
        {
            v
        } else {
            0
        },
    ]
}

#[kernel]
fn methods(i: Index<1>, y: &mut ArrayViewMut<[u32; 28]>) {
    y[i] = results(i[0] as u32);
}

#[test]
fn methods_of_option() {
    compare!(results, methods);
}

#[kernel(tile = [4])]
fn exchange(t: TiledIndex<1>, bias: Option<f32>, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut given: [Option<u32>; 4];
    let lane = t.local[0] as u32;
    let mine = if lane % 2 == 0 { Some(lane * 10) } else { None };
    given[t.local[0]] = mine;
    t.barrier.wait();
    let other = given[3 - t.local[0]];
    let mut v = match other {
        Some(v) => v as f32,
        None => -1.0,
    };
    t.barrier.wait();
    if let Some(m) = mine {
        v += m as f32;
    }
    if let Some(b) = bias {
        v += b;
    }
    y[t.global] = v;
}

#[test]
fn option_in_tile_memory_and_as_capture() {
    on_each(|accelerator| {
        for (bias, expected) in [(None, [-1.0, 20.0, 19.0, 0.0]), (Some(0.5), [-0.5, 20.5, 19.5, 0.5])] {
            let mut y = [0.0; 4];
            let mut view = ArrayViewMut::new(&mut y);
            let domain = view.extent().tile([4]).unwrap();
            accelerator.default_view().parallel_for_each(domain, exchange(bias, &mut view)).unwrap();
            assert_eq!(view.to_vec().unwrap(), expected);
        }
    });
}

#[test]
fn option_captured_by_a_closure() {
    on_each(|accelerator| {
        for (bias, expected) in [(None, [-2.0; 3]), (Some(0.5), [1.0, 2.0, 3.0])] {
            let mut y = [0.0f32; 3];
            let mut view = ArrayViewMut::new(&mut y);
            let kernel = amp!(|i: Index<1>| {
                view[i] = bias.map(|b: f32| b + i[0] as f32).unwrap_or(-2.0);
                if let Some(b) = bias {
                    view[i] += b;
                }
            });
            accelerator.default_view().parallel_for_each(3, kernel).unwrap();
            assert_eq!(view.to_vec().unwrap(), expected);
        }
    });
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Stock {
    left: u32,
}

#[device]
impl Stock {
    /// The first use of the field that rustc sees is the receiver of a method.
    fn take(&mut self) -> Option<u32> {
        self.left = self.left.checked_sub(1)?;
        Some(self.left % 3)
    }
}

#[test]
fn checked_methods_of_written_fields() {
    amp_tests::on_each(|on| {
        let mut y = ArrayViewMut::<u32>::without_source([6]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let mut stock = Stock { left: i[0] as u32 };
            y[i] = stock.take().unwrap_or(9) * 10 + stock.left;
        });
        on.default_view().parallel_for_each(6, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [90, 0, 11, 22, 3, 14]);
    });
}
