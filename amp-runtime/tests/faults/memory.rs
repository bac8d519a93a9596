//! Exhausted memory and other exceeded limits.

use amp::Error;
use amp::interop;
use amp::prelude::*;

use crate::{all_others_work, on_each, with_separate_device};

#[test]
fn allocation_beyond_the_address_space() {
    for extent in [[usize::MAX, 2], [1 << 40, 1 << 40], [usize::MAX / 4, 1]] {
        assert!(matches!(ArrayViewMut::<u32, 2>::without_source(extent), Err(Error::ExtentMismatch { .. })));
        on_each(|view| {
            assert!(matches!(Array::<u32, 2>::new_on(view, extent), Err(Error::ExtentMismatch { .. })));
        });
    }
}

#[test]
fn allocation_beyond_host_memory() {
    let huge = (isize::MAX as usize / 4) & !3;
    for view in [Accelerator::cpu().default_view(), Accelerator::cpu_checked().default_view()] {
        assert!(matches!(Array::<u32>::new_on(&view, [huge]), Err(Error::OutOfMemory { .. })));
        let counted = Array::from_fn_on(&view, [huge], |i| i[0] as u32);
        assert!(matches!(counted, Err(Error::OutOfMemory { .. })), "{counted:?}");
        let ones = Array::from_elements_on(&view, [huge], std::iter::repeat_n(1u32, huge));
        assert!(matches!(ones, Err(Error::OutOfMemory { .. })), "{ones:?}");
        let mut y = ArrayViewMut::<u32>::without_source([huge]).unwrap();
        let launched = view.parallel_for_each(1, amp!(|i: Index<1>| y[i] = 0));
        assert!(matches!(launched, Err(Error::OutOfMemory { .. })), "{launched:?}");
        assert!(matches!(y.to_vec(), Err(Error::OutOfMemory { .. })));
        assert!(matches!(y.to_vec_async().wait(), Err(Error::OutOfMemory { .. })));
        assert!(matches!(y.read().map(|_| ()), Err(Error::OutOfMemory { .. })));
        assert!(matches!(Array::copy_of_on(&view, &y), Err(Error::OutOfMemory { .. })));
    }
    all_others_work();
}

#[test]
fn view_beyond_the_binding_limit() {
    on_each(|view| {
        let limit = view.accelerator().limits().view_bytes;
        if limit > 1 << 40 {
            return;
        }
        let elements = limit as usize / 4 + 1;
        let array = Array::<u32>::new_on(view, [elements]);
        assert!(matches!(array, Err(Error::LimitExceeded { needed, .. }) if needed > limit), "{array:?}");
        // The source of a view exceeds the limit: the source stays unchanged, and another accelerator can use
        // it.
        let mut values = vec![1u32; elements];
        let mut y = ArrayViewMut::new(&mut values);
        let launched = view.parallel_for_each(1, amp!(|i: Index<1>| y[i] = 7));
        assert!(matches!(launched, Err(Error::LimitExceeded { .. })), "{launched:?}");
        Accelerator::cpu().default_view().parallel_for_each(1, amp!(|i: Index<1>| y[i] += 1)).unwrap();
        y.finish().unwrap();
        assert_eq!(values[..2], [2, 1]);
        // An array of the maximum size can be allocated, if the device has enough memory.
        let all = Array::<u32>::new_on(view, [elements - 1]);
        assert!(matches!(all, Ok(_) | Err(Error::OutOfMemory { .. })), "{all:?}");
    });
}

/// Allocates arrays until the memory is exhausted. The test below runs this test in a process with little
/// memory.
#[test]
#[ignore = "run by another, in its own process"]
fn fills_the_memory() {
    // Only emulated GPUs are tested: the driver of a real GPU may need more address space than the limit
    // permits.
    let emulated = |it: &Accelerator| interop::is_wgpu(it) && it.is_emulated();
    for gpu in Accelerator::all().into_iter().filter(emulated) {
        let view = gpu.default_view();
        let elements = (gpu.limits().view_bytes as usize / 4).min(16 << 20);
        let mut arrays = Vec::new();
        let error = loop {
            match Array::<u32>::new_on(&view, [elements]).and_then(|mut array| {
                view.parallel_for_each(1, amp!(|i: Index<1>| array[i] = 1))?;
                view.wait()?;
                Ok(array)
            }) {
                Ok(array) => arrays.push(array),
                Err(error) => break error,
            }
            assert!(arrays.len() < 1000, "there is no end of memory");
        };
        eprintln!("{error} after {} arrays", arrays.len());
        // A driver that runs out of memory may also lose the device.
        assert!(matches!(error, Error::OutOfMemory { .. } | Error::DeviceLost { .. }), "{error:?}");
        let lost = matches!(error, Error::DeviceLost { .. });
        // Existing data is intact, and freed memory can be allocated again.
        arrays.truncate(arrays.len() / 2);
        for array in &arrays {
            let first = array.section([0], [1]).unwrap().to_vec();
            assert!(lost || first == Ok(vec![1]), "{first:?}");
        }
        drop(arrays);
        let array = Array::from_slice_on(&gpu.default_view(), [3], &[1u32, 2, 3]).unwrap();
        assert_eq!(array.to_vec().unwrap(), [1, 2, 3]);
    }
}

#[cfg(unix)]
#[test]
fn allocation_beyond_device_memory() {
    // The limit is half a gigabyte more than the address space of the process at its start.
    let output = crate::run_test_in_process("memory::fills_the_memory", "ulimit -v 2500000;");
    eprintln!("{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn missing_features_are_reported() {
    // The separate device was opened without the feature `f64`.
    with_separate_device(|view, _| {
        let mut wide = Array::from_slice_on(view, [4], &[1.0f64; 4]).unwrap();
        let launched = view.parallel_for_each(4, amp!(|i: Index<1>| wide[i] += 1.0));
        assert!(matches!(launched, Err(Error::UnsupportedFeature { .. })), "{launched:?}");
        let warmed = view.warm_up(amp!(|i: Index<1>| wide[i] += 1.0));
        assert!(matches!(warmed, Err(Error::UnsupportedFeature { .. })), "{warmed:?}");
        assert_eq!(wide.to_vec().unwrap(), [1.0; 4]);
        let cpu = Accelerator::cpu().default_view();
        let mut there = Array::copy_of_on(&cpu, &wide).unwrap();
        cpu.parallel_for_each(4, amp!(|i: Index<1>| there[i] += 1.0)).unwrap();
        assert_eq!(there.to_vec().unwrap(), [2.0; 4]);
    });
}

#[kernel]
fn doubled(i: Index<1>, v: &ArrayView<f16>, y: &mut ArrayViewMut<f32>) {
    y[i] = (v[i] + v[i]).to_f32();
}

#[test]
fn device_without_f16_reads_f16_elements() {
    with_separate_device(|view, _| {
        let halves = [1.5f32, -2.0, 65504.0, 6e-8].map(f16::from_f32);
        let numbers = halves.map(f16::to_f32);
        let (v, mut y) = (ArrayView::new(&halves), Array::new_on(view, [4]).unwrap());
        view.parallel_for_each(4, amp!(|i: Index<1>| y[i] = v[i].to_f32())).unwrap();
        assert_eq!(y.to_vec().unwrap(), numbers);
        view.parallel_for_each(4, amp!(|i: Index<1>| y[i] = -f32::from(v[3 - i[0]]))).unwrap();
        assert_eq!(y.to_vec().unwrap(), [3, 2, 1, 0].map(|at| -numbers[at]));
        // A kernel that computes with `f16` needs the feature; a kernel that only reads `f16` does not.
        let launched = view.parallel_for_each(4, doubled(&v, &mut y.as_view_mut()));
        match launched {
            Err(Error::UnsupportedFeature { kernel, accelerator, feature }) => {
                assert_eq!((&*kernel, &*feature), ("doubled", "`f16`"));
                assert_eq!(accelerator, view.accelerator().description());
            }
            other => panic!("{other:?}"),
        }
        let mut z = ArrayViewMut::without_source([4]).unwrap();
        Accelerator::cpu().default_view().parallel_for_each(4, doubled(&v, &mut z)).unwrap();
        assert_eq!(z.to_vec().unwrap(), [3.0, -4.0, f32::INFINITY, numbers[3] * 2.0]);
    });
}

#[test]
fn too_many_captured_views() {
    on_each(|view| {
        let x = [1u32];
        let [a, b, c, d, e, f, g, h] = [(); 8].map(|()| ArrayView::new(&x));
        let [i, j, k, l, m, n, o, p] = [(); 8].map(|()| ArrayView::new(&x));
        let [q, r, s, t, u, v, w, z] = [(); 8].map(|()| ArrayView::new(&x));
        let [aa, bb, cc, dd, ee, ff, gg, hh] = [(); 8].map(|()| ArrayView::new(&x));
        let mut sum = Array::<u32>::new_on(view, [1]).unwrap();
        let launched = view.parallel_for_each(
            1,
            amp!(|at: Index<1>| {
                sum[at] += a[at] + b[at] + c[at] + d[at] + e[at] + f[at] + g[at] + h[at];
                sum[at] += i[at] + j[at] + k[at] + l[at] + m[at] + n[at] + o[at] + p[at];
                sum[at] += q[at] + r[at] + s[at] + t[at] + u[at] + v[at] + w[at] + z[at];
                sum[at] += aa[at] + bb[at] + cc[at] + dd[at] + ee[at] + ff[at] + gg[at] + hh[at];
            }),
        );
        let fits = view.accelerator().limits().views >= 33;
        match launched {
            Ok(()) => assert!(fits),
            Err(Error::LimitExceeded { needed, .. }) => assert!(needed == 33 && !fits),
            Err(other) => panic!("{other}"),
        }
        assert_eq!(sum.to_vec().unwrap(), [if fits { 32 } else { 0 }]);
    });
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Table {
    words: [u32; 20_000],
}

#[test]
fn too_many_captured_values() {
    let table = Table { words: [3; 20_000] };
    on_each(|view| {
        let mut y = Array::<u32>::new_on(view, [4]).unwrap();
        let launched = view.parallel_for_each(4, amp!(|i: Index<1>| y[i] = table.words[i[0] * 5000 + 4999]));
        match launched {
            Ok(()) => assert!(view.accelerator().limits().value_bytes > 80_000),
            Err(Error::LimitExceeded { what, needed, limit }) => {
                assert!(what.contains("captured") && needed >= 80_000 && limit < needed, "{what}");
                assert_eq!(limit, view.accelerator().limits().value_bytes);
            }
            Err(other) => panic!("{other}"),
        }
        let expected = if interop::is_wgpu(view.accelerator()) { 0 } else { 3 };
        assert_eq!(y.to_vec().unwrap(), [expected; 4]);
    });
}

/// Untiled kernels and amp's own shaders run on a device with the smallest workgroups.
#[test]
fn device_with_small_workgroups() {
    for gpu in Accelerator::all().into_iter().filter(interop::is_wgpu) {
        let adapter = interop::adapter(&gpu).unwrap();
        for most in [64, 32, 1] {
            let limits = wgpu::Limits { max_compute_invocations_per_workgroup: most, ..adapter.limits() };
            let descriptor = wgpu::DeviceDescriptor { required_limits: limits, ..Default::default() };
            let (device, queue) = pollster::block_on(adapter.request_device(&descriptor)).unwrap();
            let accelerator = interop::adopt(adapter.clone(), device, queue);
            let view = accelerator.default_view();
            let mut source: Vec<u32> = (0..1000 * 4).collect();
            let mut of = ArrayViewMut::with_extent([1000, 4], &mut source).unwrap();
            view.parallel_for_each([1000, 4], amp!(|i: Index<2>| of[i] += i[1] as u32)).unwrap();
            // The section has so many rows that a shader copies them.
            let mut part = of.section_mut([0, 1], [1000, 2]).unwrap();
            view.parallel_for_each([1000, 2], amp!(|i: Index<2>| part[i] *= 2)).unwrap();
            drop(part);
            of.finish().unwrap();
            let expected = |n: u32| if matches!(n % 4, 1 | 2) { 2 * (n + n % 4) } else { n + n % 4 };
            assert!(source.iter().zip(0..).all(|(&found, n)| found == expected(n)), "{most} on {gpu}");
        }
    }
}
