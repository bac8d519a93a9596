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
        self.list.len() * 2
    }
}

fn main() {}
