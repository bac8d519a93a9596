//! Lists whose length only rustc knows, gone through by all work-items of a tile together: in functions and methods that wait, of
//! what these are lent, and in kernels. How long they are is the same for all; what is in them is not.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Plan {
    step: u32,
    turns: [u32; 3],
}

impl Plan {
    fn of(n: usize) -> Plan {
        let n = n as u32;
        Plan { step: n + 1, turns: [n % 5, n * 7 % 11, 3] }
    }

    /// What each of the functions below comes to.
    fn sum(&self) -> u32 {
        (1..).zip(self.turns).map(|(k, turn)| k * turn).sum::<u32>() + self.step
    }
}

#[device]
impl Plan {
    fn changed(&mut self, barrier: &TileBarrier) -> u32 {
        let mut sum = self.step;
        for (k, turn) in self.turns.iter().enumerate() {
            sum += *turn * (k as u32 + 1);
            barrier.wait();
        }
        for k in 0..self.turns.len() {
            self.turns[k] += 1;
        }
        sum
    }

    fn looked(&self, barrier: &TileBarrier) -> u32 {
        let mut sum = self.step;
        for k in 0..self.turns.len() {
            barrier.wait();
            sum += self.turns[k] * (k as u32 + 1);
        }
        sum
    }

    fn taken(self, barrier: &TileBarrier) -> u32 {
        let mut sum = self.step;
        for (k, turn) in self.turns.iter().enumerate() {
            barrier.wait();
            sum += *turn * (k as u32 + 1);
        }
        sum
    }
}

#[device]
fn lent(plan: &mut Plan, other: &Plan, barrier: &TileBarrier) -> u32 {
    let mut sum = plan.step;
    for (k, turn) in plan.turns.iter().enumerate() {
        sum += *turn * (k as u32 + 1);
        barrier.wait();
    }
    for (k, turn) in other.turns.iter().enumerate() {
        plan.turns[k] = *turn + 1;
    }
    sum
}

/// Of tile memory: the sum of the neighbour's.
#[device]
fn shared(plans: &mut [Plan; 16], local: usize, barrier: &TileBarrier) -> u32 {
    for k in 0..plans[local].turns.len() {
        plans[local].turns[k] += 1;
    }
    barrier.wait();
    let mut sum = 0;
    for (k, turn) in plans[15 - local].turns.iter().enumerate() {
        sum += *turn * (k as u32 + 1);
    }
    barrier.wait();
    sum
}

#[kernel(tile = [16])]
fn each(t: TiledIndex<1>, plans: &mut ArrayViewMut<Plan>, sums: &mut ArrayViewMut<[u32; 5]>) {
    let mut plan = plans[t.global];
    let own = plan;
    sums[t.global][0] = plan.looked(&t.barrier);
    sums[t.global][1] = plan.taken(&t.barrier);
    sums[t.global][2] = plan.changed(&t.barrier);
    let mut again = own;
    sums[t.global][3] = lent(&mut again, &own, &t.barrier);
    #[tile_static]
    let mut room: [Plan; 16];
    // How long a list is may be asked where nobody has written yet.
    for k in 0..room[t.local[0]].turns.len() {
        room[t.local[0]].turns[k] = own.turns[k];
    }
    sums[t.global][4] = shared(&mut room, t.local[0], &t.barrier);
    plan.step += (again.turns[0] == plan.turns[0]) as u32;
    plans[t.global] = plan;
}

#[test]
fn what_functions_are_lent() {
    on_each(|accelerator| {
        let start: Vec<_> = (0..64).map(Plan::of).collect();
        let mut found = start.clone();
        let mut sums = vec![[0; 5]; 64];
        let (mut plans, mut y) = (ArrayViewMut::new(&mut found), ArrayViewMut::new(&mut sums));
        let domain = plans.extent().tile([16]).unwrap();
        accelerator.default_view().parallel_for_each(domain, each(&mut plans, &mut y)).unwrap();
        plans.finish().unwrap();
        y.finish().unwrap();
        for (n, plan) in start.iter().enumerate() {
            let sum = plan.sum();
            let beside = start[n / 16 * 16 + 15 - n % 16];
            let name = accelerator.description();
            assert_eq!(sums[n], [sum, sum, sum, sum, beside.sum() - beside.step + 6], "on {name}");
            let turns = plan.turns.map(|turn| turn + 1);
            assert_eq!(found[n], Plan { step: plan.step + 1, turns }, "on {name}");
        }
    });
}

#[device]
fn three_from(first: u32) -> [u32; 3] {
    [first, first + 1, first + 2]
}

#[kernel(tile = [4, 4])]
fn in_two_dimensions(t: TiledIndex<2>, plans: &ArrayView<Plan, 2>, y: &mut ArrayViewMut<u32, 2>) {
    let plan = plans[t.global];
    let list = three_from(plan.step);
    let nobody_reads = three_from(plan.step);
    let mut sum = 0;
    for k in 0..list.len() {
        sum += list[k];
        t.barrier.wait();
    }
    for _ in 0..nobody_reads.len() {
        t.barrier.wait();
        sum += 1;
    }
    for (k, turn) in plan.turns.iter().enumerate() {
        sum += *turn * (k as u32 + 1);
        t.barrier.wait();
    }
    y[t.global] = sum;
}

/// Nobody waits for anybody: it has tiles, but they are nothing to it.
#[kernel(tile = [4, 4])]
fn for_nobody(t: TiledIndex<2>, plans: &ArrayView<Plan, 2>, y: &mut ArrayViewMut<u32, 2>) {
    let plan = plans[t.global];
    let list = three_from(plan.step);
    let mut sum = 0;
    for (k, item) in list.iter().enumerate() {
        sum += *item;
        for j in 0..list.len() {
            sum += (j * k) as u32;
        }
    }
    y[t.global] += sum;
}

#[test]
fn variables_of_kernels() {
    on_each(|accelerator| {
        let plans: Vec<_> = (0..64).map(Plan::of).collect();
        let x = ArrayView::with_extent([8, 8], &plans).unwrap();
        let mut y = ArrayViewMut::<u32, 2>::without_source([8, 8]).unwrap();
        let domain = y.extent().tile([4, 4]).unwrap();
        accelerator.default_view().parallel_for_each(domain, in_two_dimensions(&x, &mut y)).unwrap();
        accelerator.default_view().parallel_for_each(domain, for_nobody(&x, &mut y)).unwrap();
        let wanted: Vec<_> = plans.iter().map(|plan| plan.sum() + 5 * plan.step + 18).collect();
        assert_eq!(y.to_vec().unwrap(), wanted, "on {}", accelerator.description());
    });
}
