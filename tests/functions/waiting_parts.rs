//! Parts of variables that are lent to functions that wait, and what methods that wait are called on.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Turns {
    count: u32,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Plan {
    turns: Turns,
    lists: [[u32; 4]; 2],
}

#[device]
impl Turns {
    /// How often it waited.
    fn take(&self, barrier: &TileBarrier) -> u32 {
        let mut taken = 0;
        for _ in 0..self.count {
            barrier.wait();
            taken += 1;
        }
        taken
    }

    fn grow(&mut self, barrier: &TileBarrier, by: u32) {
        barrier.wait();
        self.count += by;
    }

    /// By value: what it does to itself nobody sees.
    fn spend(mut self, barrier: &TileBarrier) -> u32 {
        barrier.wait();
        self.count += 7;
        self.count
    }
}

#[device]
impl Plan {
    /// Not what it calls on a part.
    fn take(&self, barrier: &TileBarrier) -> u32 {
        barrier.wait();
        100 + self.turns.take(barrier)
    }

    fn grow(&mut self, barrier: &TileBarrier, by: u32) {
        self.turns.grow(barrier, by);
        self.turns.grow(barrier, 2 * by);
        sum(&mut self.lists[by as usize % 2], barrier);
    }
}

/// Into the first item.
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
fn parts(t: TiledIndex<1>, count: u32, y: &mut ArrayViewMut<u32, 2>) {
    let (item, local) = (t.global[0], t.local[0]);
    let plan = Plan { turns: Turns { count }, lists: [[1, 2, 3, 4], [10, 20, 30, 40]] };
    y[[0, item]] = plan.take(&t.barrier);
    y[[1, item]] = plan.turns.take(&t.barrier) + 10 * plan.turns.spend(&t.barrier);
    let mut plan = plan;
    sum(&mut plan.lists[1], &t.barrier);
    // Each work-item lends another one.
    sum(&mut plan.lists[local % 2], &t.barrier);
    add(&mut plan.turns.count, &plan.lists[0][local % 4], &t.barrier);
    y[[2, item]] = plan.turns.count;
    y[[3, item]] = plan.lists[0][0] + 1000 * plan.lists[1][0];
    plan.turns.grow(&t.barrier, local as u32);
    plan.grow(&t.barrier, 3);
    y[[4, item]] = plan.turns.count + 1000 * plan.lists[1][0];
}

#[test]
fn parts_of_variables_are_lent() {
    on_each(|on| {
        let mut y = ArrayViewMut::<u32, 2>::without_source([5, 32]).unwrap();
        on.default_view().parallel_for_each(Extent::new([32]).tile([16]).unwrap(), parts(2, &mut y)).unwrap();
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

/// What is lent by name is changed where it is; a method is called on a copy of what it only looks at.
#[kernel(tile = [16])]
fn elements(t: TiledIndex<1>, plans: &ArrayView<Plan>, y: &mut ArrayViewMut<Turns>) {
    let tile = t.tile[0];
    Turns::grow(&mut y[t.global], &t.barrier, plans[tile].turns.take(&t.barrier));
    y[t.global].count += 100 * y[t.global].spend(&t.barrier);
}

#[test]
fn elements_are_lent_by_their_names() {
    let plans = [1, 3].map(|count| Plan { turns: Turns { count }, lists: [[0; 4]; 2] });
    on_each(|on| {
        let mut all: Vec<_> = (0..32).map(|count| Turns { count }).collect();
        let v = ArrayView::new(&plans);
        let mut y = ArrayViewMut::new(&mut all);
        on.default_view().parallel_for_each(y.extent().tile([16]).unwrap(), elements(&v, &mut y)).unwrap();
        drop(y);
        for (item, turns) in all.iter().enumerate() {
            let count = item as u32 + plans[item / 16].turns.count;
            assert_eq!(turns.count, count + 100 * (count + 7), "{item} on {}", on.description());
        }
    });
}

#[device]
impl Turns {
    fn with(&self, other: &Turns, barrier: &TileBarrier) -> u32 {
        barrier.wait();
        10 * self.count + other.count
    }
}

#[kernel(tile = [16])]
fn beside_itself(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    let mut turns = Turns { count: 1 };
    turns.count += t.local[0] as u32;
    let mut plan = Plan { turns, lists: [[0; 4]; 2] };
    plan.turns.count += 1;
    y[t.global] = turns.with(&turns, &t.barrier) + 1000 * plan.turns.with(&plan.turns, &t.barrier);
}

#[test]
fn what_is_only_read_is_lent_beside_itself() {
    on_each(|on| {
        let mut y = ArrayViewMut::<u32>::without_source([16]).unwrap();
        let domain = y.extent().tile([16]).unwrap();
        on.default_view().parallel_for_each(domain, beside_itself(&mut y)).unwrap();
        let expected: Vec<u32> = (1..=16).map(|count| 11 * count + 11_000 * (count + 1)).collect();
        assert_eq!(y.to_vec().unwrap(), expected, "on {}", on.description());
    });
}

/// Of what a method is called on, only rustc knows the type.
#[test]
fn closures_call_them_on_whatever() {
    let plans = [Plan { turns: Turns { count: 2 }, lists: [[0; 4]; 2] }];
    on_each(|on| {
        let v = ArrayView::new(&plans);
        let mut y = ArrayViewMut::<u32>::without_source([16]).unwrap();
        let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
            let plan = v[t.tile[0]];
            let mut turns = plan.turns;
            turns.count += 1;
            let taken = turns.take(&t.barrier) + 10 * plan.take(&t.barrier);
            let (mut other, mut grown) = (plan, turns);
            // That these are changed says nothing of the others.
            other.grow(&t.barrier, 1);
            grown.grow(&t.barrier, other.turns.count);
            y[t.global] = taken + 10_000 * grown.count;
        });
        on.default_view().parallel_for_each(Extent::new([16]).tile([16]).unwrap(), kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [3 + 1020 + 10_000 * 8; 16], "on {}", on.description());
    });
}

#[device]
impl Turns {
    fn of(count: u32, barrier: &TileBarrier) -> Turns {
        barrier.wait();
        Turns { count }
    }

    fn spent(mut self, barrier: &TileBarrier) -> u32 {
        barrier.wait();
        self.count *= 2;
        self.count
    }

    fn both(self, other: Turns, barrier: &TileBarrier) -> u32 {
        barrier.wait();
        10 * self.count + other.count
    }
}

#[kernel(tile = [16])]
fn by_paths(t: TiledIndex<1>, given: Turns, x: &ArrayView<Turns>, y: &mut ArrayViewMut<u32>) {
    let own = Turns { count: t.local[0] as u32 };
    let made = Turns::of(3, &t.barrier);
    let spent = Turns::spent(own, &t.barrier) + Turns::spent(Turns { count: 7 }, &t.barrier);
    let both = Turns::both(own, own, &t.barrier) + Turns::both(made, own, &t.barrier);
    let read = Turns::spent(x[t.global], &t.barrier) + Turns::spent(given, &t.barrier);
    y[t.global] = spent + 1000 * both + 1_000_000 * (read + made.count + own.count);
}

#[test]
fn methods_are_called_on_values_by_their_paths() {
    let x: Vec<_> = (0..16).map(|n| Turns { count: n / 4 }).collect();
    on_each(|on| {
        let mut y = ArrayViewMut::<u32>::without_source([16]).unwrap();
        let (domain, read) = (y.extent().tile([16]).unwrap(), ArrayView::new(&x));
        let kernel = by_paths(Turns { count: 5 }, &read, &mut y);
        on.default_view().parallel_for_each(domain, kernel).unwrap();
        let expected = |n: u32| {
            let (spent, both) = (2 * n + 14, 11 * n + 30 + n);
            spent + 1000 * both + 1_000_000 * (2 * (n / 4) + 10 + 3 + n)
        };
        assert_eq!(y.to_vec().unwrap(), (0..16).map(expected).collect::<Vec<_>>(), "on {}", on.description());
    });
}
