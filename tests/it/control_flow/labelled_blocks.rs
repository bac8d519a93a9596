//! Labelled blocks: values, jumps out of them and through them, deferred initialisation, and barriers.

use crate::compare::compare;
use amp::prelude::*;
use amp_tests::on_each;

compare!(break_with_a_value, |i, x: u32, y: u32| {
    let n = x[i];
    let found = 'found: {
        if n % 5 == 0 {
            break 'found n * 100;
        }
        let half = n / 2;
        if half > 20 {
            break 'found half;
        }
        if half == 7 {
            y[i] = 12345;
            return;
        }
        half + 1000
    };
    let mut more = 0;
    'counts: {
        if n > 30 {
            break 'counts;
        }
        match n % 3 {
            0 => more = 5,
            1 => {
                more = 6;
                break 'counts;
            }
            _ => {}
        }
    }
    y[i] = found + more + 'always: { break 'always n };
});

compare!(jumps_to_outer_loops, |i, x: u32, y: u32| {
    let mut sum = 0;
    'rows: for row in 0..6u32 {
        let before = sum;
        'one: {
            for k in [3u32, 1, 4] {
                if (k + x[i]) % 4 == 0 {
                    break 'one;
                }
                if (k + x[i]) % 11 == row {
                    continue 'rows;
                }
                sum += k;
            }
            if row == x[i] % 3 {
                continue 'rows;
            }
            'two: {
                if row + x[i] > 60 {
                    break 'rows;
                }
                if row % 2 == 1 {
                    break 'two;
                }
                if sum > 30 {
                    break 'rows;
                }
                sum += 7;
            }
            sum += 100;
        }
        sum += before % 3 * 1000;
    }
    y[i] = sum;
});

compare!(deferred_initialisation_in_a_labelled_block, |i, x: u32, y: u32| {
    let n = x[i];
    let (kind, size);
    'set: {
        if n % 3 == 0 {
            kind = 1;
            size = n;
            break 'set;
        }
        kind = 2;
        size = 'size: {
            match n % 7 {
                0 => break 'size 70,
                1..=3 if n > 9 => 71,
                _ => {
                    if n > 40 {
                        break 'size 72;
                    }
                    73
                }
            }
        };
    }
    let mut rounds = 0;
    while 'more: {
        if rounds > 3 {
            break 'more false;
        }
        rounds * kind < n
    } {
        rounds += 1;
    }
    y[i] = kind * 1000 + size * 10 + rounds;
});

#[device]
fn first_above(list: &ArrayView<u32>, limit: u32) -> u32 {
    'found: {
        for k in 0..list.extent()[0] {
            if list[k] > limit {
                break 'found list[k];
            }
        }
        limit
    }
}

#[test]
fn barriers_in_a_labelled_block() {
    on_each(|accelerator| {
        let input: Vec<u32> = (0..32).map(|k| k * 7 % 32).collect();
        let mut output = vec![0; 32];
        let limit = 2;
        let x = ArrayView::new(&input);
        let mut y = ArrayViewMut::new(&mut output);
        let kernel = amp!(tile = [8], |t: TiledIndex<1>| {
            #[tile_static]
            let mut s: [u32; 8];
            let at = t.global[0];
            s[t.local[0]] = x[at];
            let read = 'read: {
                if t.tile[0] == 3 {
                    break 'read 7;
                }
                t.barrier.wait();
                if t.tile[0] == limit {
                    break 'read s[0];
                }
                let next = s[(t.local[0] + 1) % 8];
                t.barrier.wait();
                s[t.local[0]] = next * 2;
                t.barrier.wait();
                s[7 - t.local[0]]
            };
            y[at] = read * 100 + first_above(&x, read);
        });
        accelerator.default_view().parallel_for_each(Extent::from([32]).tile([8]).unwrap(), kernel).unwrap();
        drop(y);
        let expected: Vec<u32> = (0..32)
            .map(|at| {
                let (tile, local) = (at / 8, at % 8);
                let read = match tile {
                    3 => 7,
                    2 => input[16],
                    _ => input[tile * 8 + (7 - local + 1) % 8] * 2,
                };
                read * 100 + input.iter().copied().find(|v| *v > read).unwrap_or(read)
            })
            .collect();
        assert_eq!(output, expected);
    });
}
