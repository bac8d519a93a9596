//! Tile memory that is lent to functions.

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
