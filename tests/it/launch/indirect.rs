//! Indirect launches: the device reads the number of work-items.

use amp::DeviceCount;
use amp::prelude::*;
use amp_tests::on_each;

#[kernel]
fn counted(i: Index<1>, count: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    if i[0] < count[0] as usize {
        y[i] += 1;
    }
}

/// Does not compare its index with a number, so it shows which workgroups run.
#[kernel(tile = [1])]
fn each_tile(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    y[t.global] += 1;
}

#[kernel]
fn plane(i: Index<2>, y: &mut ArrayViewMut<u32, 2>) {
    y[i] += 1;
}

#[test]
fn indirect_launch_runs_for_the_first_indices() {
    on_each(|on| {
        let queue = on.default_view();
        let n = 3000;
        for count in [0, 1, 63, 64, 65, 255, 256, 257, 2999, 3000, 5000] {
            let counts = Array::from_slice_on(&queue, 1, &[count]).unwrap();
            let mut y = Array::<u32>::new_on(&queue, n).unwrap();
            for _ in 0..3 {
                queue
                    .parallel_for_each_indirect(
                        n,
                        DeviceCount::new(&counts),
                        counted(&counts, &mut y.as_view_mut()),
                    )
                    .unwrap();
            }
            let expected: Vec<u32> = (0..n).map(|k| if k < count as usize { 3 } else { 0 }).collect();
            assert_eq!(y.to_vec().unwrap(), expected, "{count} on {on}");
        }
    });
}

/// The grid of 70,000 tiles has two dimensions.
#[test]
fn workgroups_after_the_count_do_not_start() {
    on_each(|on| {
        if *on == Accelerator::cpu_checked() {
            return;
        }
        let queue = on.default_view();
        let n = 70_000;
        let domain = Extent::from(n).tile([1]).unwrap();
        let mut y = Array::<u32>::new_on(&queue, n).unwrap();
        let mut expected = vec![0; n];
        for (count, size) in [(0, 1), (1, 1), (34_999, 1), (35_000, 1), (69_999, 1), (90_000, 1), (35_001, 7)]
        {
            let counts = Array::from_slice_on(&queue, 1, &[count]).unwrap();
            let count_of_items = DeviceCount::new(&counts).divided_by(size);
            queue
                .parallel_for_each_indirect(domain, count_of_items, each_tile(&mut y.as_view_mut()))
                .unwrap();
            let items = (count as usize).div_ceil(size);
            // On a GPU, the last row of the grid may have more workgroups than needed.
            let most = if on.device_path().starts_with("cpu") || items > 35_000 { n } else { items };
            let found = y.to_vec().unwrap();
            assert!(found[..items.min(n)].iter().zip(&expected).all(|(a, b)| *a == b + 1), "{count} on {on}");
            assert_eq!(found[most..], expected[most..], "{count} on {on}");
            expected = found;
        }
    });
}

#[test]
fn launches_that_cannot_be_indirect_run_for_the_complete_domain() {
    on_each(|on| {
        let queue = on.default_view();
        let counts = Array::from_slice_on(&queue, 1, &[2u32]).unwrap();
        let mut y = Array::<u32, 2>::new_on(&queue, [4, 5]).unwrap();
        queue
            .parallel_for_each_indirect([4, 5], DeviceCount::new(&counts), plane(&mut y.as_view_mut()))
            .unwrap();
        assert_eq!(y.to_vec().unwrap(), [1; 20]);
        // A count on another queue, and no count.
        let cpu = Accelerator::cpu().create_view(QueuingMode::Automatic).unwrap();
        let (elsewhere, none) =
            (Array::<u32>::new_on(&cpu, 1).unwrap(), Array::<u32>::new_on(&queue, 0).unwrap());
        let mut y = Array::<u32>::new_on(&queue, 10).unwrap();
        let ten = Array::from_slice_on(&queue, 1, &[10u32]).unwrap();
        if !on.device_path().starts_with("cpu") {
            queue
                .parallel_for_each_indirect(
                    10,
                    DeviceCount::new(&elsewhere),
                    counted(&ten, &mut y.as_view_mut()),
                )
                .unwrap();
        }
        queue
            .parallel_for_each_indirect(10, DeviceCount::new(&none), counted(&ten, &mut y.as_view_mut()))
            .unwrap();
        assert!(y.to_vec().unwrap().iter().all(|v| *v >= 1));
    });
}

/// Launches of one batch share the buffer of the grid.
#[test]
fn many_indirect_launches_in_one_batch_have_their_own_counts() {
    on_each(|on| {
        let queue = on.create_view(QueuingMode::Automatic).unwrap();
        let n = 700;
        let counts: Vec<_> = (0..600u32).map(|k| Array::from_slice_on(&queue, 1, &[k]).unwrap()).collect();
        let mut y = Array::<u32>::new_on(&queue, n).unwrap();
        let few = if *on == Accelerator::cpu_checked() { 20 } else { 600 };
        for count in &counts[..few] {
            queue
                .parallel_for_each_indirect(n, DeviceCount::new(count), counted(count, &mut y.as_view_mut()))
                .unwrap();
        }
        let expected: Vec<u32> = (0..n).map(|k| (few - 1).saturating_sub(k) as u32).collect();
        assert_eq!(y.to_vec().unwrap(), expected, "on {on}");
    });
}
