//! Derived comparisons need no `#[device]` above the `derive`. The host's results are the expected ones.

use std::cmp::Ordering;

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, GpuType)]
struct Version {
    major: u16,
    minor: u16,
    pre: Option<u8>,
}

#[derive(Debug, std::cmp::PartialEq)]
/// The derives may be in several attributes, with others between them.
#[repr(C)]
#[derive(Clone, Copy, amp::GpuType)]
struct Cell<T> {
    at: [T; 2],
}

#[derive(Clone, Copy, PartialEq, GpuType)]
enum State {
    Idle,
    Running { speed: u32, cell: Cell<u32> },
    Done(Version),
}

/// Compared by hand, and not on devices.
#[derive(Clone, Copy, Debug, GpuType)]
struct Near(f32);

impl PartialEq for Near {
    fn eq(&self, other: &Near) -> bool {
        (self.0 - other.0).abs() < 0.5
    }
}

/// Devices cannot compare a `Near`, so they cannot compare this struct. It is a value of kernels nevertheless.
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Pair {
    near: Near,
    n: u32,
}

macro_rules! ids {
    ($($name:ident)*) => {$(
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, GpuType)]
        struct $name(u32);
    )*};
}

ids! { User Item }

/// `#[device]` above the derives is still accepted.
#[device]
#[derive(Clone, Copy, PartialEq, PartialOrd, GpuType)]
struct Marked(f32);

#[device]
fn compared(v: u32) -> u32 {
    let a = Version { major: (v % 3) as u16, minor: (v % 2) as u16, pre: (v % 5 > 2).then_some(v as u8 % 4) };
    let b = Version { major: 1, minor: (v % 4) as u16, pre: None };
    let order = match a.cmp(&b) {
        Ordering::Less => 1,
        Ordering::Equal => 2,
        Ordering::Greater => 3,
    };
    let cell = Cell { at: [v % 2, 1] };
    let state = match v % 3 {
        0 => State::Idle,
        1 => State::Running { speed: v % 2, cell },
        _ => State::Done(a),
    };
    let same = [State::Idle, State::Running { speed: 1, cell: Cell { at: [1, 1] } }, State::Done(b)];
    let pair = Pair { near: Near(v as f32), n: v };
    let (user, item) = (User(v % 4), Item(v % 3));
    order
        + 4 * u32::from(a < b)
        + 8 * u32::from(a == b)
        + 16 * u32::from(a.max(b).minor)
        + 64 * u32::from(a.clamp(Version { pre: None, ..a.min(b) }, b.max(a)).major)
        + 256 * same.iter().filter(|s| **s == state).count() as u32
        + 1024 * u32::from(cell == Cell { at: [1, 1] })
        + 2048 * u32::from(user == User(3))
        + 4096 * u32::from(item <= Item(1))
        + 8192 * u32::from(Marked(v as f32) < Marked(7.0))
        + 16384 * (pair.n % 3)
}

#[test]
fn derives_beside_the_derive_of_gpu_type_are_recognised() {
    let wanted: Vec<u32> = (0..32).map(compared).collect();
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([32]).unwrap();
        let on = accelerator.default_view();
        on.parallel_for_each(32, amp!(|i: Index<1>| y[i] = compared(i[0] as u32))).unwrap();
        assert_eq!(y.to_vec().unwrap(), wanted);
    });
}
