//! Device functions: those that wait, and tile memory that is lent to others.

use super::*;

#[device]
fn put(row: &mut [u32; 4], at: usize, value: u32) {
    row[at] = value;
}

#[device]
fn total(row: &[u32; 4]) -> u32 {
    row[0] + row[1] + row[2] + row[3]
}

#[test]
fn they_write_to_it() {
    let domain = Extent::new([64]).tile([16]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
    for (step, fails) in [(1, false), (0, true)] {
        let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
            #[tile_static]
            let mut rows: [[u32; 4]; 4];
            let own = t.local[0];
            put(&mut rows[own / 4], own % 4 * step, own as u32 + 1);
            t.barrier.wait();
            y[t.global] = total(&rows[own / 4]);
        });
        let result = checked().parallel_for_each(domain, kernel);
        if fails {
            let (found, _) = race(result);
            assert_eq!((found.variable, found.index), ("rows".into(), vec![0]));
            assert_eq!((found.items, found.kinds), ([0, 1], [AccessKind::Write, AccessKind::Write]));
        } else {
            result.unwrap();
            assert_eq!((y[0], y[4], y[60]), (10, 26, 58));
        }
    }
}

#[test]
fn it_is_read_too_early() {
    let domain = Extent::new([64]).tile([16]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut rows: [[u32; 4]; 4];
        let own = t.local[0];
        put(&mut rows[own / 4], own % 4, own as u32 + 1);
        y[t.global] = rows[own / 4][0];
    });
    let (found, _) = race(checked().parallel_for_each(domain, kernel));
    assert_eq!((found.items, found.kinds), ([0, 1], [AccessKind::Write, AccessKind::Read]));

    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut rows: [[u32; 4]; 4];
        let own = t.local[0];
        put(&mut rows[own / 4], own % 4, own as u32 + 1);
        y[t.global] = rows[own / 4][own % 4];
    });
    checked().parallel_for_each(domain, kernel).unwrap();
    assert_eq!(y[9], 10);
}

/// The sum over the tile; without its first barrier, if it is told so.
#[device]
fn tile_sum(barrier: &TileBarrier, local: usize, scratch: &mut [u32; 16], value: u32, hurry: u32) -> u32 {
    scratch[local] = value;
    if hurry == 0 {
        barrier.wait();
    }
    let mut half = 8;
    while half > 0 {
        if local < half {
            scratch[local] += scratch[local + half];
        }
        barrier.wait();
        half /= 2;
    }
    let sum = scratch[0];
    barrier.wait();
    sum
}

/// The line in which it writes first.
const WRITTEN: u32 = line!() - 18;

#[test]
fn those_that_wait_are_looked_at() {
    let domain = Extent::new([8, 16]).tile([4, 4]).unwrap();
    let mut y = ArrayViewMut::<u32, 2>::without_source([8, 16]).unwrap();
    for (hurry, first, fails) in [(0, 1, false), (1, 1, true)] {
        let kernel = amp!(tile = [4, 4], |t: TiledIndex<2>| {
            #[tile_static]
            let mut sums: [u32; 16];
            let local = t.local[0] * 4 + t.local[1];
            y[t.global] = tile_sum(&t.barrier, local, &mut sums, first + local as u32, hurry);
        });
        match checked().parallel_for_each(domain, kernel) {
            Err(Error::Race { variable, index, first, second, .. }) if fails => {
                assert_eq!((&*variable, index), ("scratch", vec![8]));
                // The ninth work-item wrote what the first one adds.
                assert_eq!((first.item, second.item), (vec![2, 0], vec![0, 0]));
                assert_eq!((first.line, second.line), (WRITTEN, WRITTEN + 7));
            }
            result => {
                assert!(!fails && result.is_ok(), "{result:?}");
                assert_eq!((y[[0, 0]], y[[7, 15]]), (136, 136));
            }
        }
    }
}

#[test]
fn those_that_wait_overflow_where_they_do() {
    let domain = Extent::new([64]).tile([16]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut sums: [u32; 16];
        y[t.global] = tile_sum(&t.barrier, t.local[0], &mut sums, 1 << 28, 0);
    });
    let (index, message) = stopped(checked().parallel_for_each(domain, kernel));
    let line = WRITTEN + 7;
    assert_eq!(index, [0]);
    let place = format!("tests/checked/functions.rs:{line}");
    assert!(
        message.contains("add with overflow: 2147483648 + 2147483648") && message.ends_with(&place),
        "{message}"
    );
}
