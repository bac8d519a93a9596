//! What is lent by `&mut`, passed on to a function that takes a `&`, as rustc allows: what that does is seen like all else.

use super::*;

type Shared = [u32; 16];

#[device]
fn look(shared: &[u32; 16], at: usize) -> u32 {
    shared[at]
}

#[device]
fn look_anywhere<const N: usize>(shared: &[u32; N], at: usize) -> u32 {
    shared[at]
}

/// What is no memory of the tile's, but can be too large.
#[device]
fn more(value: &u32, by: u32) -> u32 {
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

    fn taken(self, shared: &[u32; 16], at: usize) -> u32 {
        shared[at] + self.own
    }

    fn lent(&self, shared: &[u32; 16], at: usize) -> u32 {
        shared[at] + self.own
    }

    fn changed(&mut self, shared: &[u32; 16], at: usize) -> u32 {
        self.own += 1;
        shared[at]
    }
}

#[device]
trait Reads {
    fn found(self, shared: &[u32; 16], at: usize) -> u32;
}

#[device]
impl Reads for Reader {
    fn found(self, shared: &[u32; 16], at: usize) -> u32 {
        shared[at] + self.own
    }
}

#[device]
fn by_function(shared: &mut [u32; 16], at: usize) -> u32 {
    look(shared, at)
}

#[device]
fn by_generic(shared: &mut [u32; 16], at: usize) -> u32 {
    look_anywhere(shared, at)
}

#[device]
fn by_associated(shared: &mut [u32; 16], at: usize) -> u32 {
    Reader::of(shared, at)
}

#[device]
fn by_methods(shared: &mut [u32; 16], at: usize, which: u32) -> u32 {
    let mut reader = Reader { own: 0 };
    match which {
        0 => reader.taken(shared, at),
        1 => reader.lent(shared, at),
        2 => reader.changed(shared, at),
        3 => Reader::taken(reader, shared, at),
        _ => Reader::lent(&reader, shared, at),
    }
}

#[device]
fn by_trait<T: Reads>(reader: T, shared: &mut [u32; 16], at: usize) -> u32 {
    reader.found(shared, at)
}

#[device]
fn by_path_of_trait<T: Reads>(reader: T, shared: &mut [u32; 16], at: usize) -> u32 {
    T::found(reader, shared, at)
}

#[device]
fn waiting(shared: &mut [u32; 16], at: usize, barrier: &TileBarrier) -> u32 {
    barrier.wait();
    shared[at] = 1;
    look(shared, 15 - at)
}

#[device]
fn waiting_twice(shared: &mut [u32; 16], at: usize, barrier: &TileBarrier) -> u32 {
    barrier.wait();
    shared[at] = 1;
    barrier.wait();
    look(shared, 15 - at)
}

#[device]
fn larger(value: &mut u32, by: u32) -> u32 {
    more(value, by)
}

#[kernel(tile = [16])]
fn looks(t: TiledIndex<1>, which: u32, first: usize, y: &mut ArrayViewMut<u32>) {
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
        // A `&mut` as it is written, and one with a name.
        5 => look(&mut shared, at),
        6 => {
            let lent = &mut shared;
            look(lent, at)
        }
        _ => by_methods(&mut shared, at, which - 7),
    };
}

#[test]
fn who_only_looks_at_it_is_seen() {
    let domain = Extent::new([16]).tile([16]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([16]).unwrap();
    for which in 0..12 {
        checked().parallel_for_each(domain, looks(which, 0, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [1; 16], "{which}");
        let (name, _, item) = unwritten(checked().parallel_for_each(domain, looks(which, 1, &mut y)));
        assert_eq!((&*name, item), ("shared", 0), "{which}");
    }
}

#[kernel(tile = [16])]
fn waits(t: TiledIndex<1>, twice: u32, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut shared: Shared;
    y[t.global] = match uniform(twice) {
        0 => waiting(&mut shared, t.local[0], &t.barrier),
        _ => waiting_twice(&mut shared, t.local[0], &t.barrier),
    };
}

#[test]
fn a_race_with_who_only_looks_is_found() {
    let domain = Extent::new([16]).tile([16]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([16]).unwrap();
    checked().parallel_for_each(domain, waits(1, &mut y)).unwrap();
    let (race, lines) = race(checked().parallel_for_each(domain, waits(0, &mut y)));
    assert_eq!((&*race.variable, race.same_value), ("shared", false));
    assert_ne!(lines[0], lines[1]);
}

#[test]
fn what_it_computes_is_checked() {
    let mut y = ArrayViewMut::<u32>::without_source([1]).unwrap();
    for (by, fits) in [(5, true), (u32::MAX, false)] {
        let kernel = amp!(|i: Index<1>| {
            let mut value = 1u32;
            y[i] = larger(&mut value, by);
        });
        let result = checked().parallel_for_each(1, kernel);
        match fits {
            true => result.unwrap(),
            false => assert!(stopped(result).1.starts_with("attempt to add with overflow")),
        }
    }
}
