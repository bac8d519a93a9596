//! Loops with barriers over arrays whose length only rustc knows, in collective functions, methods and kernels. The length is
//! uniform; the items vary.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Plan {
    step: u32,
    items: [u32; 3],
}

impl Plan {
    fn of(n: usize) -> Plan {
        let n = n as u32;
        Plan { step: n + 1, items: [n % 5, n * 7 % 11, 3] }
    }

    /// The expected result of each function below.
    fn sum(&self) -> u32 {
        (1..).zip(self.items).map(|(k, item)| k * item).sum::<u32>() + self.step
    }
}

#[device]
impl Plan {
    fn by_mutable_reference(&mut self, barrier: &TileBarrier) -> u32 {
        let mut sum = self.step;
        for (k, item) in self.items.iter().enumerate() {
            sum += *item * (k as u32 + 1);
            barrier.wait();
        }
        for k in 0..self.items.len() {
            self.items[k] += 1;
        }
        sum
    }

    fn by_reference(&self, barrier: &TileBarrier) -> u32 {
        let mut sum = self.step;
        for k in 0..self.items.len() {
            barrier.wait();
            sum += self.items[k] * (k as u32 + 1);
        }
        sum
    }

    fn by_value(self, barrier: &TileBarrier) -> u32 {
        let mut sum = self.step;
        for (k, item) in self.items.iter().enumerate() {
            barrier.wait();
            sum += *item * (k as u32 + 1);
        }
        sum
    }
}

#[device]
fn of_arguments(plan: &mut Plan, other: &Plan, barrier: &TileBarrier) -> u32 {
    let mut sum = plan.step;
    for (k, item) in plan.items.iter().enumerate() {
        sum += *item * (k as u32 + 1);
        barrier.wait();
    }
    for (k, item) in other.items.iter().enumerate() {
        plan.items[k] = *item + 1;
    }
    sum
}

/// Reads the array of the work-item at the mirrored index from tile memory.
#[device]
fn shared(plans: &mut [Plan; 16], local: usize, barrier: &TileBarrier) -> u32 {
    for k in 0..plans[local].items.len() {
        plans[local].items[k] += 1;
    }
    barrier.wait();
    let mut sum = 0;
    for (k, item) in plans[15 - local].items.iter().enumerate() {
        sum += *item * (k as u32 + 1);
    }
    barrier.wait();
    sum
}

#[kernel(tile = [16])]
fn each(t: TiledIndex<1>, plans: &mut ArrayViewMut<Plan>, sums: &mut ArrayViewMut<[u32; 5]>) {
    let mut plan = plans[t.global];
    let own = plan;
    sums[t.global][0] = plan.by_reference(&t.barrier);
    sums[t.global][1] = plan.by_value(&t.barrier);
    sums[t.global][2] = plan.by_mutable_reference(&t.barrier);
    let mut again = own;
    sums[t.global][3] = of_arguments(&mut again, &own, &t.barrier);
    #[tile_static]
    let mut tile_plans: [Plan; 16];
    // The length of an array in uninitialized tile memory may be read.
    for k in 0..tile_plans[t.local[0]].items.len() {
        tile_plans[t.local[0]].items[k] = own.items[k];
    }
    sums[t.global][4] = shared(&mut tile_plans, t.local[0], &t.barrier);
    plan.step += (again.items[0] == plan.items[0]) as u32;
    plans[t.global] = plan;
}

#[test]
fn loops_with_barriers_over_arguments() {
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
            let items = plan.items.map(|item| item + 1);
            assert_eq!(found[n], Plan { step: plan.step + 1, items }, "on {name}");
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
    let unused = three_from(plan.step);
    let mut sum = 0;
    for k in 0..list.len() {
        sum += list[k];
        t.barrier.wait();
    }
    for _ in 0..unused.len() {
        t.barrier.wait();
        sum += 1;
    }
    for (k, item) in plan.items.iter().enumerate() {
        sum += *item * (k as u32 + 1);
        t.barrier.wait();
    }
    y[t.global] = sum;
}

/// A tiled kernel without barriers.
#[kernel(tile = [4, 4])]
fn without_barriers(t: TiledIndex<2>, plans: &ArrayView<Plan, 2>, y: &mut ArrayViewMut<u32, 2>) {
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
fn loops_with_barriers_over_variables() {
    on_each(|accelerator| {
        let plans: Vec<_> = (0..64).map(Plan::of).collect();
        let x = ArrayView::with_extent([8, 8], &plans).unwrap();
        let mut y = ArrayViewMut::<u32, 2>::without_source([8, 8]).unwrap();
        let domain = y.extent().tile([4, 4]).unwrap();
        accelerator.default_view().parallel_for_each(domain, in_two_dimensions(&x, &mut y)).unwrap();
        accelerator.default_view().parallel_for_each(domain, without_barriers(&x, &mut y)).unwrap();
        let expected: Vec<_> = plans.iter().map(|plan| plan.sum() + 5 * plan.step + 18).collect();
        assert_eq!(y.to_vec().unwrap(), expected, "on {}", accelerator.description());
    });
}
