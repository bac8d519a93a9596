//! A value on the way has its type.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct List {
    count: u32,
}

#[device]
impl List {
    fn len(self) -> u32 {
        self.count
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    list: List,
}

#[device]
impl Pair {
    fn twice(self) -> u32 {
        let list: List = self.list;
        list.len() * 2
    }
}

#[test]
fn runs() {
    let pair = Pair { list: List { count: 4 } };
    crate::gives(&[8, 8], &[0u32; 2], |on, y| {
        on.parallel_for_each(2, amp!(|i: Index<1>| y[i] = pair.twice()))
    });
}
