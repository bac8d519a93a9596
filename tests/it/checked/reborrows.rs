//! `&mut` arguments that are passed on to functions with `&` parameters, as Rust allows: reads in those functions are checked.

use super::*;

type Shared = [u32; 16];

#[device]
fn read_at(shared: &[u32; 16], at: usize) -> u32 {
    shared[at]
}

#[device]
fn read_at_generic<const N: usize>(shared: &[u32; N], at: usize) -> u32 {
    shared[at]
}

/// Accesses no tile memory, but can overflow.
#[device]
fn add(value: &u32, by: u32) -> u32 {
    *value + by
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Reader {
    own: u32,
}

#[device]
impl Reader {
    fn of(shared: &[u32; 16], at: usize) -> u32 {
        shared[at]
    }

    fn by_value(self, shared: &[u32; 16], at: usize) -> u32 {
        shared[at] + self.own
    }

    fn by_reference(&self, shared: &[u32; 16], at: usize) -> u32 {
        shared[at] + self.own
    }

    fn by_mutable_reference(&mut self, shared: &[u32; 16], at: usize) -> u32 {
        self.own += 1;
        shared[at]
    }
}

#[device]
trait Reads {
    fn read(self, shared: &[u32; 16], at: usize) -> u32;
}

#[device]
impl Reads for Reader {
    fn read(self, shared: &[u32; 16], at: usize) -> u32 {
        shared[at] + self.own
    }
}

#[device]
fn by_function(shared: &mut [u32; 16], at: usize) -> u32 {
    read_at(shared, at)
}

#[device]
fn by_generic(shared: &mut [u32; 16], at: usize) -> u32 {
    read_at_generic(shared, at)
}

#[device]
fn by_associated(shared: &mut [u32; 16], at: usize) -> u32 {
    Reader::of(shared, at)
}

#[device]
fn by_methods(shared: &mut [u32; 16], at: usize, which: u32) -> u32 {
    let mut reader = Reader { own: 0 };
    match which {
        0 => reader.by_value(shared, at),
        1 => reader.by_reference(shared, at),
        2 => reader.by_mutable_reference(shared, at),
        3 => Reader::by_value(reader, shared, at),
        _ => Reader::by_reference(&reader, shared, at),
    }
}

#[device]
fn by_trait<T: Reads>(reader: T, shared: &mut [u32; 16], at: usize) -> u32 {
    reader.read(shared, at)
}

#[device]
fn by_path_of_trait<T: Reads>(reader: T, shared: &mut [u32; 16], at: usize) -> u32 {
    T::read(reader, shared, at)
}

#[device]
fn one_barrier(shared: &mut [u32; 16], at: usize, barrier: &TileBarrier) -> u32 {
    barrier.wait();
    shared[at] = 1;
    read_at(shared, 15 - at)
}

#[device]
fn two_barriers(shared: &mut [u32; 16], at: usize, barrier: &TileBarrier) -> u32 {
    barrier.wait();
    shared[at] = 1;
    barrier.wait();
    read_at(shared, 15 - at)
}

#[device]
fn add_to(value: &mut u32, by: u32) -> u32 {
    add(value, by)
}

#[kernel(tile = [16])]
fn reads(t: TiledIndex<1>, which: u32, first: usize, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut shared: Shared;
    let at = t.local[0];
    if at >= first {
        shared[at] = 1;
    }
    t.barrier.wait();
    let reader = Reader { own: 0 };
    y[t.global] = match which {
        0 => by_function(&mut shared, at),
        1 => by_generic(&mut shared, at),
        2 => by_associated(&mut shared, at),
        3 => by_trait(reader, &mut shared, at),
        4 => by_path_of_trait(reader, &mut shared, at),
        // A `&mut` expression, and a variable of that type.
        5 => read_at(&mut shared, at),
        6 => {
            let borrowed = &mut shared;
            read_at(borrowed, at)
        }
        _ => by_methods(&mut shared, at, which - 7),
    };
}

#[test]
fn read_through_a_reborrow_is_checked() {
    let domain = Extent::new([16]).tile([16]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([16]).unwrap();
    for which in 0..12 {
        checked().parallel_for_each(domain, reads(which, 0, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [1; 16], "{which}");
        let (name, _, item) = uninitialized(checked().parallel_for_each(domain, reads(which, 1, &mut y)));
        assert_eq!((&*name, item), ("shared", 0), "{which}");
    }
}

#[kernel(tile = [16])]
fn collective(t: TiledIndex<1>, twice: u32, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut shared: Shared;
    y[t.global] = match uniform(twice) {
        0 => one_barrier(&mut shared, t.local[0], &t.barrier),
        _ => two_barriers(&mut shared, t.local[0], &t.barrier),
    };
}

#[test]
fn race_with_a_read_through_a_reborrow() {
    let domain = Extent::new([16]).tile([16]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([16]).unwrap();
    checked().parallel_for_each(domain, collective(1, &mut y)).unwrap();
    let (race, lines) = race(checked().parallel_for_each(domain, collective(0, &mut y)));
    assert_eq!((&*race.variable, race.same_value), ("shared", false));
    assert_ne!(lines[0], lines[1]);
}

#[test]
fn overflow_through_a_reborrow_is_reported() {
    let mut y = ArrayViewMut::<u32>::without_source([1]).unwrap();
    for (by, fits) in [(5, true), (u32::MAX, false)] {
        let kernel = amp!(|i: Index<1>| {
            let mut value = 1u32;
            y[i] = add_to(&mut value, by);
        });
        let result = checked().parallel_for_each(1, kernel);
        match fits {
            true => result.unwrap(),
            false => assert!(panicked(result).1.starts_with("attempt to add with overflow")),
        }
    }
}
