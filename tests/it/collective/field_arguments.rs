//! Fields, items and elements as by-reference arguments and receivers of collective functions.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Rounds {
    count: u32,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Plan {
    rounds: Rounds,
    lists: [[u32; 4]; 2],
}

#[device]
impl Rounds {
    /// Returns how often it waited.
    fn take(&self, barrier: &TileBarrier) -> u32 {
        let mut total = 0;
        for _ in 0..self.count {
            barrier.wait();
            total += 1;
        }
        total
    }

    fn grow(&mut self, barrier: &TileBarrier, by: u32) {
        barrier.wait();
        self.count += by;
    }

    /// By value, so the change is invisible to the caller.
    fn spend(mut self, barrier: &TileBarrier) -> u32 {
        barrier.wait();
        self.count += 7;
        self.count
    }
}

#[device]
impl Plan {
    /// Has the name of the method that it calls on a field.
    fn take(&self, barrier: &TileBarrier) -> u32 {
        barrier.wait();
        100 + self.rounds.take(barrier)
    }

    fn grow(&mut self, barrier: &TileBarrier, by: u32) {
        self.rounds.grow(barrier, by);
        self.rounds.grow(barrier, 2 * by);
        sum(&mut self.lists[by as usize % 2], barrier);
    }
}

/// Adds all items to the first one.
#[device]
fn sum(list: &mut [u32; 4], barrier: &TileBarrier) {
    for k in 1..4 {
        list[0] += list[k];
        barrier.wait();
    }
}

#[device]
fn add(to: &mut u32, from: &u32, barrier: &TileBarrier) {
    barrier.wait();
    *to += *from;
}

#[kernel(tile = [16])]
fn pieces_of_variables(t: TiledIndex<1>, count: u32, y: &mut ArrayViewMut<u32, 2>) {
    let (item, local) = (t.global[0], t.local[0]);
    let plan = Plan { rounds: Rounds { count }, lists: [[1, 2, 3, 4], [10, 20, 30, 40]] };
    y[[0, item]] = plan.take(&t.barrier);
    y[[1, item]] = plan.rounds.take(&t.barrier) + 10 * plan.rounds.spend(&t.barrier);
    let mut plan = plan;
    sum(&mut plan.lists[1], &t.barrier);
    // The item of `plan.lists` differs between work-items.
    sum(&mut plan.lists[local % 2], &t.barrier);
    add(&mut plan.rounds.count, &plan.lists[0][local % 4], &t.barrier);
    y[[2, item]] = plan.rounds.count;
    y[[3, item]] = plan.lists[0][0] + 1000 * plan.lists[1][0];
    plan.rounds.grow(&t.barrier, local as u32);
    plan.grow(&t.barrier, 3);
    y[[4, item]] = plan.rounds.count + 1000 * plan.lists[1][0];
}

#[test]
fn fields_and_items_as_arguments() {
    on_each(|on| {
        let mut y = ArrayViewMut::<u32, 2>::without_source([5, 32]).unwrap();
        on.default_view()
            .parallel_for_each(Extent::new([32]).tile([16]).unwrap(), pieces_of_variables(2, &mut y))
            .unwrap();
        let found = y.to_vec().unwrap();
        for item in 0..32 {
            let local = item % 16;
            let mut lists = [[1u32, 2, 3, 4], [10, 20, 30, 40]];
            let sum = |list: &mut [u32; 4]| list[0] += list[1] + list[2] + list[3];
            sum(&mut lists[1]);
            sum(&mut lists[local % 2]);
            let count = 2 + lists[0][local % 4];
            let fourth = lists[0][0] + 1000 * lists[1][0];
            sum(&mut lists[1]);
            let last = count + local as u32 + 9 + 1000 * lists[1][0];
            let expected = [102, 92, count, fourth, last];
            assert_eq!(
                [0, 1, 2, 3, 4].map(|row| found[row * 32 + item]),
                expected,
                "{item} on {}",
                on.description()
            );
        }
    });
}

/// A `&mut` argument changes the element in place; a `&self` method gets a copy of it.
#[kernel(tile = [16])]
fn elements(t: TiledIndex<1>, plans: &ArrayView<Plan>, y: &mut ArrayViewMut<Rounds>) {
    let tile = t.tile[0];
    Rounds::grow(&mut y[t.global], &t.barrier, plans[tile].rounds.take(&t.barrier));
    y[t.global].count += 100 * y[t.global].spend(&t.barrier);
}

#[test]
fn elements_as_arguments() {
    let plans = [1, 3].map(|count| Plan { rounds: Rounds { count }, lists: [[0; 4]; 2] });
    on_each(|on| {
        let mut all: Vec<_> = (0..32).map(|count| Rounds { count }).collect();
        let v = ArrayView::new(&plans);
        let mut y = ArrayViewMut::new(&mut all);
        on.default_view().parallel_for_each(y.extent().tile([16]).unwrap(), elements(&v, &mut y)).unwrap();
        drop(y);
        for (item, rounds) in all.iter().enumerate() {
            let count = item as u32 + plans[item / 16].rounds.count;
            assert_eq!(rounds.count, count + 100 * (count + 7), "{item} on {}", on.description());
        }
    });
}

#[device]
impl Rounds {
    fn with(&self, other: &Rounds, barrier: &TileBarrier) -> u32 {
        barrier.wait();
        10 * self.count + other.count
    }
}

#[kernel(tile = [16])]
fn twice_by_reference(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    let mut rounds = Rounds { count: 1 };
    rounds.count += t.local[0] as u32;
    let mut plan = Plan { rounds, lists: [[0; 4]; 2] };
    plan.rounds.count += 1;
    y[t.global] = rounds.with(&rounds, &t.barrier) + 1000 * plan.rounds.with(&plan.rounds, &t.barrier);
}

#[test]
fn two_shared_references_to_one_variable() {
    on_each(|on| {
        let mut y = ArrayViewMut::<u32>::without_source([16]).unwrap();
        let domain = y.extent().tile([16]).unwrap();
        on.default_view().parallel_for_each(domain, twice_by_reference(&mut y)).unwrap();
        let expected: Vec<u32> = (1..=16).map(|count| 11 * count + 11_000 * (count + 1)).collect();
        assert_eq!(y.to_vec().unwrap(), expected, "on {}", on.description());
    });
}

/// Only rustc knows the types of the receivers.
#[test]
fn collective_methods_in_closures() {
    let plans = [Plan { rounds: Rounds { count: 2 }, lists: [[0; 4]; 2] }];
    on_each(|on| {
        let v = ArrayView::new(&plans);
        let mut y = ArrayViewMut::<u32>::without_source([16]).unwrap();
        let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
            let plan = v[t.tile[0]];
            let mut rounds = plan.rounds;
            rounds.count += 1;
            let total = rounds.take(&t.barrier) + 10 * plan.take(&t.barrier);
            let (mut other, mut grown) = (plan, rounds);
            // These changes do not affect the uniformity of the other variables.
            other.grow(&t.barrier, 1);
            grown.grow(&t.barrier, other.rounds.count);
            y[t.global] = total + 10_000 * grown.count;
        });
        on.default_view().parallel_for_each(Extent::new([16]).tile([16]).unwrap(), kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [3 + 1020 + 10_000 * 8; 16], "on {}", on.description());
    });
}

#[device]
impl Rounds {
    fn of(count: u32, barrier: &TileBarrier) -> Rounds {
        barrier.wait();
        Rounds { count }
    }

    fn spent(mut self, barrier: &TileBarrier) -> u32 {
        barrier.wait();
        self.count *= 2;
        self.count
    }

    fn both(self, other: Rounds, barrier: &TileBarrier) -> u32 {
        barrier.wait();
        10 * self.count + other.count
    }
}

#[kernel(tile = [16])]
fn by_paths(t: TiledIndex<1>, captured: Rounds, x: &ArrayView<Rounds>, y: &mut ArrayViewMut<u32>) {
    let own = Rounds { count: t.local[0] as u32 };
    let made = Rounds::of(3, &t.barrier);
    let spent = Rounds::spent(own, &t.barrier) + Rounds::spent(Rounds { count: 7 }, &t.barrier);
    let both = Rounds::both(own, own, &t.barrier) + Rounds::both(made, own, &t.barrier);
    let read = Rounds::spent(x[t.global], &t.barrier) + Rounds::spent(captured, &t.barrier);
    y[t.global] = spent + 1000 * both + 1_000_000 * (read + made.count + own.count);
}

#[test]
fn collective_methods_called_by_path() {
    let x: Vec<_> = (0..16).map(|n| Rounds { count: n / 4 }).collect();
    on_each(|on| {
        let mut y = ArrayViewMut::<u32>::without_source([16]).unwrap();
        let (domain, read) = (y.extent().tile([16]).unwrap(), ArrayView::new(&x));
        let kernel = by_paths(Rounds { count: 5 }, &read, &mut y);
        on.default_view().parallel_for_each(domain, kernel).unwrap();
        let expected = |n: u32| {
            let (spent, both) = (2 * n + 14, 11 * n + 30 + n);
            spent + 1000 * both + 1_000_000 * (2 * (n / 4) + 10 + 3 + n)
        };
        assert_eq!(y.to_vec().unwrap(), (0..16).map(expected).collect::<Vec<_>>(), "on {}", on.description());
    });
}
