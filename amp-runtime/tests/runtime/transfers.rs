//! The number and the size of transfers: upper bounds, and exact figures where the coherence protocol
//! determines them.

use amp::prelude::*;
use amp::{Transfers, parallel_for_each};

use crate::on_each::{on_each, on_host};

/// Uploads, uploaded bytes, downloads, downloaded bytes.
fn figures(it: Transfers) -> [u64; 4] {
    [it.uploads, it.uploaded_bytes, it.downloads, it.downloaded_bytes]
}

/// Runs a test on every accelerator with its own memory.
fn on_devices(test: impl Fn(&AcceleratorView)) {
    on_each(|view| {
        if !on_host(view.accelerator()) {
            test(view);
        }
    });
}

#[test]
fn cpu_launch_transfers_nothing() {
    let view = Accelerator::cpu().create_view(QueuingMode::Automatic).unwrap();
    let mut ys = [0u32; 100];
    let mut y = ArrayViewMut::new(&mut ys);
    view.parallel_for_each([100], amp!(|i: Index<1>| y[i] += 1)).unwrap();
    assert_eq!(y[99], 1);
    assert_eq!(y.transfers(), Transfers::default());
}

#[test]
fn resident_data_is_not_transferred_again() {
    on_devices(|view| {
        let xs = [1u32; 100];
        let x = ArrayView::new(&xs);
        let mut ys = [0u32; 100];
        let mut y = ArrayViewMut::new(&mut ys);
        for _ in 0..3 {
            view.parallel_for_each([100], amp!(|i: Index<1>| y[i] += x[i])).unwrap();
            assert_eq!((figures(x.transfers()), figures(y.transfers())), ([1, 400, 0, 0], [1, 400, 0, 0]));
        }
        assert_eq!(x[7], 1);
        assert_eq!((y[7], y[8], y.read().unwrap()[[9]]), (3, 3, 3));
        assert_eq!(y.to_vec().unwrap(), [3; 100]);
        y.synchronize().unwrap();
        // Data that kernels only read is still on the device, and valid on the host, too.
        view.parallel_for_each([100], amp!(|i: Index<1>| y[i] += x[i])).unwrap();
        assert_eq!((figures(x.transfers()), figures(y.transfers())), ([1, 400, 0, 0], [1, 400, 1, 400]));
        y.finish().unwrap();
        assert_eq!(ys, [4; 100]);
    });
}

#[test]
fn discarded_output_is_not_uploaded() {
    on_devices(|view| {
        let mut ys = [5u32; 100];
        let mut y = ArrayViewMut::new(&mut ys);
        y.discard_data();
        view.parallel_for_each([100], amp!(|i: Index<1>| y[i] = 9)).unwrap();
        y.synchronize().unwrap();
        assert_eq!(figures(y.transfers()), [0, 0, 1, 400]);
        y.finish().unwrap();
        assert_eq!(ys, [9; 100]);
    });
}

#[test]
fn section_transfers_only_its_rows() {
    on_devices(|view| {
        let mut ys = vec![1u32; 1000];
        let mut y = ArrayViewMut::with_extent([10, 100], &mut ys).unwrap();
        {
            let mut section = y.section_mut([2, 10], [5, 70]).unwrap();
            view.parallel_for_each([5, 70], amp!(|i: Index<2>| section[i] = 2)).unwrap();
        }
        // While the section is on the device, the host writes to a neighbouring element, and reads other
        // elements.
        y[[2, 9]] = 3;
        assert_eq!(y.section([2, 80], [5, 20]).unwrap().to_vec().unwrap(), [1; 100]);
        assert_eq!(y.section([4, 10], [1, 70]).unwrap().to_vec().unwrap(), [2; 70]);
        assert_eq!(y.transfers().uploaded_bytes, 5 * 70 * 4);
        y.finish().unwrap();
        for (at, &value) in ys.iter().enumerate() {
            let inside = (2..7).contains(&(at / 100)) && (10..80).contains(&(at % 100));
            assert_eq!(
                value,
                if inside {
                    2
                } else if at == 209 {
                    3
                } else {
                    1
                },
                "at {at}"
            );
        }
    });
}

#[test]
fn only_written_data_is_downloaded() {
    on_devices(|view| {
        let mut y = vec![1u32; 1000];
        let mut all = ArrayViewMut::with_extent([10, 100], &mut y).unwrap();
        view.parallel_for_each([10, 100], amp!(|i: Index<2>| all[i] += 1)).unwrap();
        all.synchronize().unwrap();
        {
            let mut row = all.project_mut(3).unwrap();
            view.parallel_for_each([100], amp!(|i: Index<1>| row[i] += 1)).unwrap();
        }
        all.synchronize().unwrap();
        assert_eq!(figures(all.transfers()), [1, 4000, 2, 4400]);
        // The host changes one element, so at most the block of elements around it is uploaded.
        all[[5, 5]] = 7;
        view.parallel_for_each([10, 100], amp!(|i: Index<2>| all[i] += 1)).unwrap();
        assert!(all.transfers().uploaded_bytes <= 4000 + 4096);
        all.finish().unwrap();
        assert_eq!((y[505], y[300], y[400]), (8, 4, 3));
    });
}

#[test]
fn discarded_section_is_not_downloaded() {
    on_devices(|view| {
        let mut ys = [1u32; 12];
        let mut y = ArrayViewMut::with_extent([3, 4], &mut ys).unwrap();
        view.parallel_for_each([3, 4], amp!(|i: Index<2>| y[i] = 2)).unwrap();
        y.section_mut([0, 1], [3, 2]).unwrap().discard_data();
        y.finish().unwrap();
        assert_eq!(ys, [2, 1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2]);
    });
}

#[test]
fn many_rows_are_one_transfer() {
    const ROWS: usize = 5000;
    on_devices(|view| {
        let mut ys = vec![1u32; ROWS * 6];
        let mut y = ArrayViewMut::with_extent([ROWS, 6], &mut ys).unwrap();
        {
            let mut columns = y.section_mut([0, 1], [ROWS, 2]).unwrap();
            view.parallel_for_each([ROWS, 2], amp!(|i: Index<2>| columns[i] += 1)).unwrap();
        }
        // The device lacks the data of columns 3 and 4. Their upload must not overwrite columns 1 and 2,
        // which the device has written.
        {
            let mut more = y.section_mut([0, 2], [ROWS, 3]).unwrap();
            view.parallel_for_each([ROWS, 3], amp!(|i: Index<2>| more[i] += 10)).unwrap();
        }
        let moved = y.transfers();
        assert!(moved.uploads == 2 && moved.uploaded_bytes <= 2 * ROWS as u64 * 24, "{moved:?}");
        y.finish().unwrap();
        for row in ys.chunks(6) {
            assert_eq!(row, [1, 2, 12, 11, 11, 1]);
        }
    });
}

#[test]
fn queues_of_a_device_exchange_data_directly() {
    on_devices(|view| {
        let other = view.accelerator().create_view(QueuingMode::Automatic).unwrap();
        let mut y = ArrayViewMut::<u32>::without_source([100]).unwrap();
        view.parallel_for_each([100], amp!(|i: Index<1>| y[i] += 1)).unwrap();
        assert_eq!(figures(y.transfers()), [0; 4]);
        {
            let mut half = y.section_mut([50], [50]).unwrap();
            other.parallel_for_each([50], amp!(|i: Index<1>| half[i] += 1)).unwrap();
        }
        assert_eq!(figures(y.transfers()), [0; 4]);
        assert_eq!((y.transfers().device_copies, y.transfers().device_copied_bytes), (1, 200));
        parallel_for_each([1], amp!(|i: Index<1>| y[i] = 3)).unwrap();
        let all = y.to_vec().unwrap();
        assert_eq!((all[0], all[1], all[49], all[50]), (3, 1, 1, 2));
    });
}

#[test]
fn large_uploads_are_divided() {
    on_devices(|on| {
        // The data is larger than all staging buffers together, and its size is not a multiple of theirs.
        let count = (9 << 20) + 12_345;
        let mut values: Vec<u32> = (0..count).collect();
        let mut array = Array::<u32>::new_on(on, [count as usize]).unwrap();
        for round in 1..=2 {
            array.copy_from(&values).unwrap();
            // The program may change the slice as soon as the call returns.
            values[7] = 1000 * round;
            on.parallel_for_each(8, amp!(|i: Index<1>| array[i] += 1)).unwrap();
            let mut back = vec![0; count as usize];
            array.copy_to(&mut back).unwrap();
            assert_eq!(back[7], if round == 1 { 8 } else { 1001 });
            values[7] = back[7] - 1;
            assert!((0..count as usize).all(|at| back[at] == values[at] + u32::from(at < 8)));
            values[7] = 1000 * round;
        }
        // An upload of many rows packs them together, and divides long data into parts.
        let wide = ArrayViewMut::from_vec([3000, 1000], values[..3_000_000].to_vec()).unwrap();
        let part = wide.section([0, 1], [3000, 998]).unwrap();
        let copied = Array::<u32, 2>::copy_of_on(on, &part).unwrap().to_vec().unwrap();
        for (row, part) in copied.chunks(998).enumerate() {
            assert_eq!(part, &values[row * 1000 + 1..row * 1000 + 999]);
        }
    });
}
