//! Views, sections and arrays, and their transfers between the host and accelerators.

use amp::prelude::*;
use amp::{Error, parallel_for_each};

use crate::kernels::{numbered, shifted};
use crate::on_each::{on_each, on_host};

#[test]
fn view_extent_must_match_its_source() {
    let error = ArrayView::with_extent([2, 3], &[0u32; 5]).unwrap_err();
    assert!(matches!(&error, Error::ExtentMismatch { .. }));
    assert!(error.to_string().contains("[2, 3] has 6 elements, but its source has 5"), "{error}");
    assert!(ArrayViewMut::with_extent([2, usize::MAX], &mut [0u32; 4]).is_err());
    assert!(ArrayViewMut::<u32, 2>::without_source([1 << 40, 1 << 40]).is_err());
    assert!(Array::from_slice([3], &[0u32; 2]).is_err());
    assert!(ArrayView::with_extent([0, 7], &[0u32; 0]).is_ok());
}

#[test]
fn dropped_view_updates_its_source() {
    on_each(|view| {
        let xs: Vec<u32> = (0..1000).collect();
        let mut ys = vec![0; 1000];
        {
            let mut y = ArrayViewMut::new(&mut ys);
            view.parallel_for_each(y.extent(), shifted(0, &ArrayView::new(&xs), &mut y)).unwrap();
        }
        assert_eq!(xs, ys);
    });
}

#[test]
fn section_writes_only_its_own_elements() {
    on_each(|view| {
        let mut ys = vec![1_000_000u32; 10 * 100];
        let mut y = ArrayViewMut::with_extent([10, 100], &mut ys).unwrap();
        {
            let mut section = y.section_mut([2, 10], [5, 70]).unwrap();
            view.parallel_for_each(section.extent(), numbered(&mut section)).unwrap();
            assert_eq!(section[[4, 69]], 1_000_000 + 4 + 690);
            assert_eq!(section.to_vec().unwrap().len(), 350);
        }
        y.finish().unwrap();
        for (at, &value) in ys.iter().enumerate() {
            let (i, j) = (at / 100, at % 100);
            let inside = (2..7).contains(&i) && (10..80).contains(&j);
            let number = if inside { (i - 2 + 10 * (j - 10)) as u32 } else { 0 };
            assert_eq!(value, 1_000_000 + number, "at {i}, {j}");
        }
    });
}

#[test]
fn projections_can_be_read_and_written() {
    on_each(|view| {
        let xs: Vec<u32> = (0..300).collect();
        let x = ArrayView::with_extent([3, 100], &xs).unwrap();
        let mut y = ArrayViewMut::without_source([2, 100]).unwrap();
        {
            let mut line = y.project_mut(1).unwrap();
            view.parallel_for_each(line.extent(), shifted(0, &x.project(2).unwrap(), &mut line)).unwrap();
        }
        assert_eq!(y.project(1).unwrap().to_vec().unwrap(), xs[200..]);
        assert!(y.project(0).unwrap().to_vec().unwrap().iter().all(|&value| value == 0));
        assert!(y.project(2).is_err() && x.section([0, 1], [3, 100]).is_err());
    });
}

#[test]
fn host_and_device_writes_alternate() {
    on_each(|view| {
        let mut ys = vec![0u32; 64];
        let mut y = ArrayViewMut::with_extent([8, 8], &mut ys).unwrap();
        for round in 1..=5 {
            view.parallel_for_each(y.extent(), numbered(&mut y)).unwrap();
            assert_eq!(y[[1, 2]], 21 * round + 5 * (round - 1));
            y[[1, 2]] += 5;
            y.write().unwrap()[[0, 0]] = round;
        }
        assert_eq!(y.read().unwrap()[[0, 0]], 5);
        y.synchronize().unwrap();
        drop(y);
        assert_eq!((ys[0], ys[10]), (5, 130));
    });
}

#[test]
fn host_write_between_launches_is_seen_by_the_second_only() {
    on_each(|view| {
        let mut xs = vec![1u32; 100];
        let mut x = ArrayViewMut::new(&mut xs);
        let mut first = ArrayViewMut::without_source([100]).unwrap();
        let mut second = ArrayViewMut::without_source([100]).unwrap();
        view.parallel_for_each(first.extent(), shifted(0, &x.as_view(), &mut first)).unwrap();
        x.write().unwrap().fill(2);
        view.parallel_for_each(second.extent(), shifted(0, &x.as_view(), &mut second)).unwrap();
        assert_eq!((first[50], second[50]), (1, 2));
    });
}

#[test]
fn recycled_memory_does_not_affect_pending_launches() {
    on_each(|view| {
        let mut ys: Vec<_> = (0..20).map(|_| ArrayViewMut::<u32>::without_source([1000]).unwrap()).collect();
        for (n, y) in ys.iter_mut().enumerate() {
            // The view and its memory are dropped while the launch is still pending.
            let xs = vec![n as u32; 1000];
            view.parallel_for_each(y.extent(), shifted(0, &ArrayView::new(&xs), y)).unwrap();
        }
        for (n, y) in ys.iter().enumerate() {
            assert!(y.to_vec().unwrap().iter().all(|&value| value == n as u32));
        }
    });
}

#[test]
fn data_moves_between_accelerators() {
    let views: Vec<_> = Accelerator::all().iter().map(Accelerator::default_view).collect();
    on_each(|view| {
        let mut y = ArrayViewMut::<u32, 2>::without_source([20, 20]).unwrap();
        for other in &views {
            view.parallel_for_each(y.extent(), numbered(&mut y)).unwrap();
            other.parallel_for_each(y.extent(), numbered(&mut y)).unwrap();
        }
        assert_eq!(y[[3, 4]], 43 * 2 * views.len() as u32);
    });
}

#[test]
fn captured_array_determines_the_queue() {
    on_each(|view| {
        let xs: Vec<u32> = (0..100).collect();
        let mut y = Array::<u32>::new_on(view, [100]).unwrap();
        assert_eq!((y.extent(), y.accelerator_view()), (Extent::new([100]), view));
        assert_eq!(y.to_vec().unwrap(), [0; 100]);
        parallel_for_each(y.extent(), shifted(0, &ArrayView::new(&xs), &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), xs);

        if !on_host(view.accelerator()) {
            let cpu = Accelerator::cpu().default_view();
            let x = y.as_view();
            let mut z = ArrayViewMut::without_source([100]).unwrap();
            cpu.parallel_for_each(z.extent(), shifted(0, &x, &mut z)).unwrap();
            assert_eq!(z[99], 99);
            let error =
                cpu.parallel_for_each(y.extent(), shifted(0, &ArrayView::new(&xs), &mut y)).unwrap_err();
            assert!(matches!(error, Error::AcceleratorMismatch { .. }));
            assert!(error.to_string().contains("the array `y`"), "{error}");
        }
    });
}

#[test]
fn view_of_an_array_is_written_on_another_queue() {
    on_each(|view| {
        let mut array = Array::from_slice_on(view, [4, 4], &[100u32; 16]).unwrap();
        let mut view_mut = array.as_view_mut();
        for accelerator in Accelerator::all() {
            let domain = view_mut.extent();
            accelerator.default_view().parallel_for_each(domain, numbered(&mut view_mut)).unwrap();
        }
        let rounds = Accelerator::all().len() as u32;
        drop(view_mut);
        assert_eq!(array.to_vec().unwrap()[7], 100 + 31 * rounds);
        assert!(array.copy_from(&[0; 3]).is_err());
        array.copy_from(&[9; 16]).unwrap();
        assert_eq!(array.to_vec().unwrap(), [9; 16]);
    });
}

#[test]
fn discarded_data_is_not_downloaded() {
    on_each(|view| {
        let mut ys = vec![7u32; 16];
        {
            let mut y = ArrayViewMut::with_extent([4, 4], &mut ys).unwrap();
            view.parallel_for_each(y.extent(), numbered(&mut y)).unwrap();
            y.discard_data();
        }
        if !on_host(view.accelerator()) {
            assert_eq!(ys, [7; 16]);
        }
    });
}

#[test]
#[should_panic(expected = "index [2, 0] is out of bounds for a view of extent [2, 3]")]
fn host_index_out_of_bounds_panics() {
    let view = ArrayView::with_extent([2, 3], &[0u32; 6]).unwrap();
    let _ = view[[2, 0]];
}

#[test]
fn threads_read_one_view_on_all_accelerators() {
    on_each(|on| {
        let mut ys = vec![0u32; 64 * 64];
        let mut y = ArrayViewMut::with_extent([64, 64], &mut ys).unwrap();
        on.parallel_for_each([64, 64], amp!(|i: Index<2>| y[i] = (i[0] * 64 + i[1]) as u32)).unwrap();
        let y = &y;
        std::thread::scope(|scope| {
            for first in 0..8 {
                scope.spawn(move || {
                    let section = y.section([first * 8, first], [8, 40]).unwrap();
                    let wanted = |i: usize, j: usize| ((first * 8 + i) * 64 + first + j) as u32;
                    assert_eq!(section[[7, 39]], wanted(7, 39));
                    let mut out = ArrayViewMut::without_source([8, 40]).unwrap();
                    on.parallel_for_each([8, 40], amp!(|i: Index<2>| out[i] = section[i])).unwrap();
                    assert_eq!(out.read().unwrap()[[3, 4]], wanted(3, 4));
                    pollster::block_on(y.synchronize_async()).unwrap();
                    assert_eq!(y.read().unwrap()[[63, 63]], 64 * 64 - 1);
                });
            }
        });
    });
}
