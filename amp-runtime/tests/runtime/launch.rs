//! Launches: valid and invalid domains, and kernels that fail.

use amp::Error;
use amp::prelude::*;

use crate::kernels::{add_reversed, numbered, panicking, shifted};
use crate::on_each::{on_each, on_host};

#[test]
fn empty_domain_is_an_error() {
    on_each(|view| {
        let x = ArrayView::new(&[]);
        let mut y = ArrayViewMut::new(&mut []);
        let error = view.parallel_for_each(y.extent(), shifted(0, &x, &mut y)).unwrap_err();
        assert!(matches!(error, Error::InvalidComputeDomain { .. }));
        assert!(error.to_string().contains("dimension 0"), "{error}");

        let mut y = ArrayViewMut::<u32, 2>::without_source([3, 0]).unwrap();
        let error = view.parallel_for_each(y.extent(), numbered(&mut y)).unwrap_err();
        assert!(error.to_string().contains("dimension 1 of [3, 0] is zero"), "{error}");
    });
}

#[test]
fn domain_beyond_32_bits_is_an_error() {
    on_each(|view| {
        let mut y = ArrayViewMut::<u32, 2>::without_source([1, 1]).unwrap();
        for domain in [[1 << 16, 1 << 16], [usize::MAX, 1]] {
            let error = view.parallel_for_each(Extent::new(domain), numbered(&mut y)).unwrap_err();
            assert!(matches!(error, Error::InvalidComputeDomain { .. }));
        }
    });
}

#[test]
fn grid_is_folded_beyond_the_workgroup_limit() {
    on_each(|view| {
        // The checked accelerator has no grid and is slow, so it runs a smaller domain.
        let n = if *view.accelerator() == Accelerator::cpu_checked() { 257 } else { (1 << 24) + 257 };
        let xs: Vec<u32> = (0..n as u32).collect();
        let mut ys = vec![0; n];
        let mut y = ArrayViewMut::new(&mut ys);
        y.discard_data();
        view.parallel_for_each(y.extent(), shifted(0, &ArrayView::new(&xs), &mut y)).unwrap();
        y.finish().unwrap();
        assert!(xs == ys);
    });
}

#[test]
fn domains_of_rank_two_and_four_run() {
    on_each(|view| {
        let mut y = ArrayViewMut::<u32, 2>::without_source([70, 130]).unwrap();
        view.parallel_for_each(y.extent(), numbered(&mut y)).unwrap();
        assert_eq!(y[[69, 129]], 69 + 1290);

        let mut y = ArrayViewMut::<u32, 4>::without_source([3, 4, 9, 70]).unwrap();
        view.parallel_for_each(y.extent(), numbered(&mut y)).unwrap();
        let read = y.read().unwrap();
        for index in [[0, 0, 0, 0], [2, 3, 8, 69], [1, 0, 7, 64]] {
            let number = index.iter().rev().fold(0, |sum, &i| 10 * sum + i as u32);
            assert_eq!(read[index], number, "at {index:?}");
        }
    });
}

#[test]
fn domains_may_be_long_in_any_dimension() {
    /// Launches kernels that compute each element from all components of its index.
    macro_rules! all_are_numbered {
        ($view:expr, $rank:literal, $domain:expr) => {
            let mut y = ArrayViewMut::<u32, $rank>::without_source($domain).unwrap();
            let domain = y.extent();
            let kernel = amp!(|i: Index<$rank>| {
                let mut number = 0;
                for d in 0..$rank {
                    number = number * 53 + i[d] as u32;
                }
                y[i] += number + 1;
            });
            $view.parallel_for_each(domain, kernel).unwrap();
            for (at, found) in y.to_vec().unwrap().into_iter().enumerate() {
                let mut rest = at;
                let mut digits = [0; $rank];
                for (digit, size) in digits.iter_mut().zip($domain).rev() {
                    *digit = (rest % size) as u32;
                    rest /= size;
                }
                let number = digits.iter().fold(0u32, |number, digit| number.wrapping_mul(53) + digit);
                assert_eq!(found, number + 1, "at {digits:?} of {:?}", $domain);
            }
        };
    }
    on_each(|view| {
        all_are_numbered!(view, 2, [5000, 1]);
        all_are_numbered!(view, 2, [700, 7]);
        all_are_numbered!(view, 2, [3, 5000]);
        all_are_numbered!(view, 3, [5000, 1, 1]);
        all_are_numbered!(view, 3, [2, 3, 500]);
        all_are_numbered!(view, 4, [1, 3000, 2, 1]);
    });
}

#[test]
fn shared_views_can_be_read_and_written() {
    on_each(|view| {
        if !view.accelerator().supports_i64() {
            return;
        }
        let xs: Vec<u64> = (0..5000).map(|i| i << 30).collect();
        let mut y = ArrayViewMut::without_source([5000]).unwrap();
        for _ in 0..3 {
            view.parallel_for_each(y.extent(), add_reversed(&ArrayView::new(&xs), &mut y)).unwrap();
        }
        let ys = y.to_vec().unwrap();
        assert!(ys.iter().rev().zip(&xs).all(|(y, x)| *y == 3 * x));
    });
}

#[test]
fn launches_run_in_order() {
    on_each(|view| {
        let mut y = ArrayViewMut::<u32, 2>::without_source([5, 5]).unwrap();
        for _ in 0..200 {
            view.parallel_for_each(y.extent(), numbered(&mut y)).unwrap();
        }
        view.flush().unwrap();
        view.wait().unwrap();
        assert_eq!(y[[4, 3]], 200 * 34);
    });
}

#[test]
fn read_out_of_bounds_on_the_cpu_reports_the_work_item() {
    let cpu = Accelerator::cpu().default_view();
    for (n, shift, first) in [(100_000, 1, 99_999), (64, 60, 4), (10, 10, 0), (10, usize::MAX - 5, 0)] {
        let xs = vec![7u32; n];
        let x = ArrayView::new(&xs);
        let mut y = ArrayViewMut::without_source([n]).unwrap();
        let kernel = shifted(shift, &x, &mut y);
        if shift > n {
            // In a debug build, the addition that computes the index already panics. The launch returns an
            // error with and without this panic.
            assert!(cpu.parallel_for_each(Extent::new([n]), kernel).is_err());
            continue;
        }
        let error = cpu.parallel_for_each(Extent::new([n]), kernel).unwrap_err();
        let Error::KernelPanicked { kernel, index, message } = error else { panic!("{error:?}") };
        assert_eq!((&*kernel, index), ("shifted", vec![first]));
        let wanted = format!("index [{n}] is out of range for `x` of extent [{n}], at ");
        assert!(message.starts_with(&wanted) && message.contains("kernels.rs:"), "{message}");
    }
}

#[test]
fn write_out_of_bounds_on_the_cpu_is_an_error() {
    let cpu = Accelerator::cpu().default_view();
    let mut y = ArrayViewMut::<u32, 2>::without_source([4, 100]).unwrap();
    let error = cpu.parallel_for_each(Extent::new([5, 100]), numbered(&mut y)).unwrap_err();
    // The fifth row is out of bounds. The error names a work-item of this row, regardless of how the
    // scheduler divides the domain.
    assert!(matches!(error, Error::KernelPanicked { index, .. } if index[0] == 4));
    let error = cpu.parallel_for_each(Extent::new([4, 101]), numbered(&mut y)).unwrap_err();
    assert!(matches!(error, Error::KernelPanicked { index, .. } if index[1] == 100));
}

#[test]
fn kernel_panic_is_an_error() {
    let cpu = Accelerator::cpu().default_view();
    assert_eq!(cpu.parallel_for_each(Extent::new([100]), panicking(100)), Ok(()));
    let error = cpu.parallel_for_each(Extent::new([100]), panicking(70)).unwrap_err();
    let Error::KernelPanicked { kernel, index, message } = error else { panic!("{error:?}") };
    assert_eq!((&*kernel, index), ("panicking", vec![64]));
    assert!(message.starts_with("not there, at ") && message.contains("kernels.rs:"), "{message}");
}

#[test]
fn access_out_of_bounds_on_a_device_stays_in_the_view() {
    on_each(|view| {
        if on_host(view.accelerator()) {
            return;
        }
        let xs = [1u32, 2, 3, 4];
        let mut y = ArrayViewMut::without_source([4]).unwrap();
        view.parallel_for_each(Extent::new([4]), shifted(2, &ArrayView::new(&xs), &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap()[..2], [3, 4]);
    });
}

#[test]
fn view_beyond_a_device_limit_is_an_error() {
    on_each(|view| {
        let limit = view.accelerator().limits().view_bytes;
        if on_host(view.accelerator()) || limit > 1 << 40 {
            return;
        }
        let mut y = ArrayViewMut::<u32>::without_source([limit as usize / 4 + 1]).unwrap();
        let x = ArrayView::new(&[5; 64]);
        let error = view.parallel_for_each(64, shifted(0, &x, &mut y)).unwrap_err();
        assert!(matches!(error, Error::LimitExceeded { needed, .. } if needed > limit));
        // Another accelerator can continue with the view.
        Accelerator::cpu().default_view().parallel_for_each(64, shifted(0, &x, &mut y)).unwrap();
        assert_eq!((y[63], y[64]), (5, 0));
    });
}
