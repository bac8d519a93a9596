//! Methods on values in tile memory: a race or an uninitialized read is reported for the items that the method reads.

use super::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Queue {
    items: [u32; 16],
    first: u32,
}

const IMPL: u32 = line!() + 2;

#[device]
impl Queue {
    fn at(&self, k: usize) -> u32 {
        self.items[k]
    }

    fn put(&mut self, k: usize, value: u32) {
        self.items[k] = value;
    }

    /// Reads all of `self`.
    fn sum_by_value(self, k: usize) -> u32 {
        self.items[k] + self.first
    }

    fn through_another(&self, k: usize) -> u32 {
        let of = |k: usize| self.at(k);
        of(k) + self.mapped(k, |value| value)
    }

    fn mapped(&self, k: usize, by: impl Fn(u32) -> u32) -> u32 {
        by(self.items[k])
    }

    /// Passes references on, so the called functions decide which items are read.
    fn passed_on(&self, k: usize) -> u32 {
        Queue::at(self, k) + item(&self.items, k)
    }
}

#[device]
fn item(of: &[u32; 16], k: usize) -> u32 {
    of[k]
}

#[device]
trait Ends {
    fn end(&self) -> u32;

    fn both(&self) -> u32 {
        self.end() + 1
    }
}

#[device]
impl Ends for Queue {
    fn end(&self) -> u32 {
        self.items[15]
    }
}

fn domain() -> TiledExtent<1> {
    Extent::new([32]).tile([16]).unwrap()
}

/// Work-items write their own items, item 9 only if `all`. Then they read item `own + further`, with or without a barrier.
macro_rules! reads {
    ($($name:ident |$queue:ident, $k:ident| $read:expr;)*) => {$(
        #[test]
        fn $name() {
            for (all, further, barrier_between) in [(true, 0, false), (true, 1, true), (true, 1, false), (false, 0, true)] {
                for seed in 0..5 {
                    let mut y = ArrayViewMut::<u32>::without_source([32]).unwrap();
                    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
                        #[tile_static]
                        let mut $queue: Queue;
                        let own = t.local[0];
                        if all || own != 9 {
                            $queue.put(own, own as u32);
                        }
                        if barrier_between {
                            t.barrier.wait();
                        }
                        let $k = (own + further) % 16;
                        y[t.global] = $read;
                    });
                    let on = Accelerator::cpu_checked_with_seed(seed).default_view();
                    let result = on.parallel_for_each(domain(), kernel);
                    match (all, further, barrier_between) {
                        (true, 0, _) | (true, _, true) => result.unwrap(),
                        (false, ..) => {
                            let (variable, index, item) = uninitialized(result);
                            assert_eq!((&*variable, index, item % 16), ("self", vec![9], 9));
                        }
                        _ => {
                            let (found, lines) = race(result);
                            assert_eq!(found.kinds, [AccessKind::Write, AccessKind::Read]);
                            assert!(found.variable == "self" && found.items[0] % 16 == found.index[0]);
                            assert_eq!(lines[0], IMPL + 7);
                        }
                    }
                }
            }
        }
    )*};
}

reads! {
    call_by_reference |queue, k| queue.at(k);
    call_by_path |queue, k| Queue::at(&queue, k);
    call_through_other_methods |queue, k| queue.through_another(k);
    call_with_a_closure_argument |queue, k| queue.mapped(k, |value| value + 1);
    call_within_a_closure |queue, k| {
        let at = |k: usize| queue.at(k);
        at(k)
    };
}

/// A method that takes `self` by value reads all fields.
#[test]
fn call_by_value() {
    for all in [true, false] {
        let mut y = ArrayViewMut::<u32>::without_source([32]).unwrap();
        let line = line!() + 10;
        let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
            #[tile_static]
            let mut queue: [Queue; 2];
            let own = t.local[0];
            queue[1].put(own, own as u32);
            if all && own == 0 {
                queue[1].first = 7;
            }
            t.barrier.wait();
            y[t.global] = queue[1].sum_by_value(own);
        });
        let result = checked().parallel_for_each(domain(), kernel);
        if all {
            result.unwrap();
            assert_eq!((y[0], y[31]), (7, 15 + 7));
        } else {
            match result {
                Err(Error::Uninitialized { variable, read, .. }) => {
                    assert_eq!((&*variable, &*read.item, read.line), ("self", &[0][..], line));
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

/// Trait methods, implemented and default.
#[test]
fn call_of_a_trait_method() {
    for (all, body) in [(true, false), (false, false), (true, true), (false, true)] {
        let mut y = ArrayViewMut::<u32>::without_source([32]).unwrap();
        let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
            #[tile_static]
            let mut queue: Queue;
            let own = t.local[0];
            if all || own < 15 {
                queue.put(own, own as u32);
            }
            t.barrier.wait();
            if body {
                y[t.global] = queue.both();
            } else {
                y[t.global] = queue.end();
            }
        });
        let result = checked().parallel_for_each(domain(), kernel);
        if all {
            result.unwrap();
            assert_eq!(y[3], 15 + u32::from(body));
        } else {
            assert_eq!(uninitialized(result), ("self".into(), vec![15], 0));
        }
    }
}

/// Writes to items that a method does not read are no race.
#[test]
fn writes_to_other_items_are_accepted() {
    let mut y = ArrayViewMut::<u32>::without_source([32]).unwrap();
    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut queue: Queue;
        let own = t.local[0];
        queue.put(own, own as u32);
        y[t.global] = queue.at(own) + queue.passed_on(own) + queue.through_another(own);
    });
    checked().parallel_for_each(domain(), kernel).unwrap();
    assert_eq!(y[30], 14 * 5);
}
