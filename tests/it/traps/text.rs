//! The error of a failed work-item: kernel, index and exact text.

use super::*;

/// The line of this file that contains a text.
fn line_of(text: &str) -> usize {
    let lines: Vec<_> = include_str!("text.rs").lines().collect();
    let found = lines.iter().rposition(|line| line.ends_with(text) && !line.contains('"'));
    found.or_else(|| lines.iter().position(|line| line.ends_with(text))).unwrap() + 1
}

/// Runs a test of one kernel on every accelerator. The launch or the wait for it must return this error.
fn fails(
    index: &[usize],
    message: &str,
    mark: &str,
    mut run: impl FnMut(&AcceleratorView) -> amp::Result<()>,
) {
    on_each(|accelerator| {
        let on = accelerator.create_view(QueuingMode::Automatic).unwrap();
        let result = run(&on);
        let message = format!("{message}, at {}:{}", file!(), line_of(mark));
        let Err(Error::KernelPanicked { index: item, message: found, .. }) = result else {
            panic!("{result:?} on {}", accelerator.description());
        };
        assert_eq!(item, index, "on {}", accelerator.description());
        // The checked accelerator describes a failed operation with its operands.
        let (start, end) = message.split_once(", at").unwrap();
        // It reports `unwrap` at its own code of the method.
        let is_own = start.starts_with("attempt") || start.starts_with("called");
        match *accelerator == Accelerator::cpu_checked() && is_own {
            true => assert!(found.ends_with(end) || start.starts_with("called"), "{found}"),
            false => assert_eq!(found, message, "on {}", accelerator.description()),
        }
        // The record is cleared, and the device is usable.
        on.wait().unwrap();
    });
}

#[kernel]
fn gathers(i: Index<1>, order: &ArrayView<u32>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    y[i] = 1 + x[order[i] as usize]; // gathers
}

#[test]
fn index_of_a_read() {
    let order = [0, 1, 9, 3];
    let (order, x) = (ArrayView::new(&order), ArrayView::new(&[5, 6, 7, 8]));
    fails(&[2], "index [9] is out of range for `x` of extent [4]", "// gathers", |on| {
        let mut y = ArrayViewMut::from_vec([4], vec![0; 4])?;
        on.parallel_for_each(4, gathers(&order, &x, &mut y))?;
        on.wait()
    });
}

#[test]
fn index_of_a_write_in_two_dimensions() {
    fails(&[1, 2], "index [3, -1] is out of range for `y` of extent [2, 3]", "// scatters", |on| {
        let mut y = ArrayViewMut::<f32, 2>::without_source([2, 3])?;
        on.parallel_for_each(
            [2, 3],
            amp!(|i: Index<2>| {
                if i[0] == 1 && i[1] == 2 {
                    let left = i.offset([2, -3]);
                    y[left] = 1.0; // scatters
                }
            }),
        )?;
        y.to_vec().map(drop)
    });
}

#[test]
fn index_of_neighbours() {
    let x = ArrayView::new(&[1.0f32, 2.0, 3.0]);
    fails(&[2], "index [3] is out of range for `x` of extent [3]", "// neighbours", |on| {
        let mut y = ArrayViewMut::from_vec([3], vec![0.0; 3])?;
        on.parallel_for_each(
            3,
            amp!(|i: Index<1>| {
                y[i] = x[i[0]] + x[i[0] + 1]; // neighbours
            }),
        )?;
        y.to_vec().map(drop)
    });
}

#[device]
fn load(list: &ArrayView<u8>, at: usize) -> u8 {
    list[at] + 1 // load
}

#[test]
fn index_in_a_device_function() {
    let x = ArrayView::new(&[1u8, 2, 3, 4]);
    fails(&[0], "index [4] is out of range for `x` of extent [4]", " // load", |on| {
        let mut y = ArrayViewMut::from_vec([1], vec![0u8])?;
        on.parallel_for_each(1, amp!(|i: Index<1>| y[i] = load(&x, i[0] + 4)))?;
        y.to_vec().map(drop)
    });
    fails(&[0], "index [2] is out of range for `x` of extent [2]", " // load", |on| {
        let mut y = ArrayViewMut::from_vec([1], vec![0u8])?;
        on.parallel_for_each(
            1,
            amp!(|i: Index<1>| {
                let part = x.section([1], [2]).unwrap();
                y[i] = load(&part, i[0] + 2);
            }),
        )?;
        y.to_vec().map(drop)
    });
}

#[test]
fn index_of_an_atomic_operation() {
    fails(&[3], "index [7] is out of range for `bins` of extent [4]", "// counts", |on| {
        let mut bins = ArrayViewMut::<u32>::without_source([4])?;
        on.parallel_for_each(
            4,
            amp!(|i: Index<1>| {
                let bin = if i[0] == 3 { 7 } else { i[0] };
                atomic_fetch_add(&mut bins[bin], 1); // counts
            }),
        )?;
        bins.to_vec().map(drop)
    });
}

#[device]
fn nth(list: &[u32], k: usize) -> u32 {
    list[k] // slice
}

#[kernel(tile = [4])]
fn arrays(t: TiledIndex<1>, case: u32, bodies: &mut ArrayViewMut<Body>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut shared: [u32; 4];
    let mut list = [1u32, 2, 3];
    shared[t.local[0]] = 1;
    t.barrier.wait();
    let own = t.global[0];
    if own == 3 {
        match case {
            0 => y[own] = list[own],           // read
            1 => list[own] = 7,                // write
            2 => shared[own + 1] = 7,          // tile
            3 => bodies[0].moments[own] = 1.0, // item
            _ => y[own] = nth(&list[1..], own - 1),
        }
    }
    y[own] += list[0] + shared[0];
}

#[test]
fn subscripts_of_arrays() {
    for (case, (length, index, mark)) in
        [(3, 3, "// read"), (3, 3, "// write"), (4, 4, "// tile"), (3, 3, "// item"), (2, 2, "// slice")]
            .into_iter()
            .enumerate()
    {
        let message = format!("index out of bounds: the len is {length} but the index is {index}");
        on_each(|accelerator| {
            let on = accelerator.create_view(QueuingMode::Automatic).unwrap();
            let mut bodies =
                ArrayViewMut::from_vec([1], vec![Body { position: 1.0, moments: [0.0; 3] }]).unwrap();
            let mut y = ArrayViewMut::from_vec([4], vec![0; 4]).unwrap();
            let domain = y.extent().tile([4]).unwrap();
            let result = on.parallel_for_each(domain, arrays(case as u32, &mut bodies, &mut y));
            let Err(Error::KernelPanicked { message: found, .. }) = result.and_then(|()| on.wait()) else {
                panic!("no error of case {case} on {}", accelerator.description());
            };
            let is_gpu = !accelerator.device_path().starts_with("cpu");
            let end = format!(", at {}:{}", file!(), line_of(mark));
            assert!(found.starts_with(&message) || !is_gpu, "{found}");
            // The CPU reports the beginning of the kernel for some accesses.
            assert!(found.ends_with(&end) || !is_gpu, "{found}");
        });
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Body {
    position: f32,
    moments: [f32; 3],
}

#[test]
fn index_of_a_part() {
    fails(&[0], "index [5] is out of range for `bodies` of extent [1]", "// part", |on| {
        let mut bodies = ArrayViewMut::from_vec([1], vec![Body { position: 1.0, moments: [0.0; 3] }])?;
        on.parallel_for_each(
            1,
            amp!(|i: Index<1>| {
                bodies[i[0] + 5].moments[i[0] + 1] = 2.0; // part
            }),
        )?;
        bodies.to_vec().map(drop)
    });
}

#[kernel]
fn asserts(i: Index<1>, case: u32, scale: f32, y: &mut ArrayViewMut<u32>) {
    let k = i[0] as i32 - 3;
    if i[0] == 2 {
        match case {
            0 => assert!(k == 0),                                                          // plain
            1 => assert!(k > 0, "{k} of {} is {scale:>6.2}, {:?} {{}}", case + 3, k == 1), // formatted
            2 => assert_eq!(case, 3, "{case:#x}"),                                         // equal
            3 => panic!("case {case}"),                                                    // panic
            4 => debug_assert!(k > 0, "debug"),                                            // debug
            _ => y[i] = unreachable!(),                                                    // unreachable
        }
    }
    y[i] = 1;
}

#[test]
fn assertions() {
    for (case, (message, mark)) in [
        ("assertion failed: k == 0", " // plain"),
        ("-1 of 4 is   1.50, false {}", " // formatted"),
        ("0x2", " // equal"),
        ("case 3", " // panic"),
        ("debug", " // debug"),
        ("internal error: entered unreachable code", " // unreachable"),
    ]
    .into_iter()
    .enumerate()
    {
        fails(&[2], message, mark, |on| {
            let mut y = ArrayViewMut::from_vec([4], vec![0; 4])?;
            on.parallel_for_each(4, asserts(case as u32, 1.5, &mut y))?;
            y.to_vec().map(drop)
        });
    }
}

#[test]
fn section_outside_its_view() {
    let x = ArrayView::new(&[1.0f32, 2.0, 3.0]);
    on_each(|accelerator| {
        let on = accelerator.create_view(QueuingMode::Automatic).unwrap();
        let mut y = ArrayViewMut::from_vec([1], vec![0.0; 1]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let part = x.section([i[0] + 2], [2]).unwrap(); // section
            y[i] = part[0];
        });
        let result = on.parallel_for_each(1, kernel).and_then(|()| on.wait());
        let Err(error @ Error::KernelPanicked { .. }) = result else { panic!("{result:?}") };
        assert_eq!(error.location(), Some((file!(), line_of("// section") as u32)), "{error}");
    });
}

#[kernel(trap)]
fn computes(i: Index<1>, case: u32, zero: u32, least: i32, y: &mut ArrayViewMut<u32>) {
    let k = i[0] as u32;
    if i[0] == 1 {
        let mut sum = 250u8;
        match case {
            0 => y[i] = k / zero,                           // divide
            1 => y[i] = k % zero,                           // remainder
            2 => y[i] = (least / (zero as i32 - 1)) as u32, // quotient
            3 => y[i] = zero - k,                           // subtract
            4 => y[i] = u32::MAX * (k + 1),                 // multiply
            5 => y[i] = (least - k as i32) as u32,          // signed
            6 => y[i] = (-least) as u32,                    // negate
            7 => y[i] = k << (zero + 32),                   // shift
            8 => y[i] -= 1,                                 // element
            9 => sum += k as u8 + 9,                        // byte
            _ => y[i] = zero.checked_sub(k).unwrap(),       // unwrap
        }
        y[i] += u32::from(sum);
    }
}

#[test]
fn arithmetic() {
    for (case, (message, mark)) in [
        ("attempt to divide by zero", "// divide"),
        ("attempt to calculate the remainder with a divisor of zero", "// remainder"),
        ("attempt to divide with overflow", "// quotient"),
        ("attempt to subtract with overflow", "// subtract"),
        ("attempt to multiply with overflow", "// multiply"),
        ("attempt to subtract with overflow", "// signed"),
        ("attempt to negate with overflow", "// negate"),
        ("attempt to shift left with overflow", "// shift"),
        ("attempt to subtract with overflow", "// element"),
        ("attempt to add with overflow", "// byte"),
        ("called `Option::unwrap()` on a `None` value", "// unwrap"),
    ]
    .into_iter()
    .enumerate()
    {
        if message.contains("overflow") && !cfg!(debug_assertions) {
            continue;
        }
        fails(&[1], message, mark, |on| {
            let mut y = ArrayViewMut::from_vec([4], vec![0; 4])?;
            on.parallel_for_each(4, computes(case as u32, 0, i32::MIN, &mut y))?;
            y.to_vec().map(drop)
        });
    }
}

#[test]
fn arithmetic_in_a_closure() {
    let (x, d) = (ArrayView::new(&[1u8, 2, 3, 200]), ArrayView::new(&[1i64, 2, 0, 4]));
    fails(&[3], "attempt to add with overflow", "// sum of bytes", |on| {
        let mut y = ArrayViewMut::from_vec([4], vec![0u8; 4])?;
        on.parallel_for_each(
            4,
            amp!(trap, |i: Index<1>| {
                y[i] = x[i] + 100; // sum of bytes
            }),
        )?;
        y.to_vec().map(drop)
    });
    on_each(|accelerator| {
        if !accelerator.supports_i64() {
            return;
        }
        let on = accelerator.create_view(QueuingMode::Automatic).unwrap();
        let mut y = ArrayViewMut::from_vec([4], vec![0i64; 4]).unwrap();
        let kernel = amp!(|i: Index<1>| y[i] = 12 / d[i]);
        let result = on.parallel_for_each(4, kernel).and_then(|()| on.wait());
        let error = result.unwrap_err().to_string();
        assert!(error.contains("attempt to divide by zero"), "{error}");
    });
}

/// Without a request for traps, overflow wraps on a GPU, and a division by zero is still reported in debug builds.
#[test]
fn overflow_wraps_without_a_request() {
    on_each(|accelerator| {
        if accelerator.device_path().starts_with("cpu") {
            return;
        }
        let on = accelerator.create_view(QueuingMode::Automatic).unwrap();
        let (x, zero) = (ArrayView::new(&[i32::MAX, i32::MIN, 3]), 0);
        let mut y = ArrayViewMut::from_vec([3], vec![0; 3]).unwrap();
        let kernel = amp!(|i: Index<1>| y[i] = (x[i] + x[i]) * 3 - i32::MIN);
        on.parallel_for_each(3, kernel).unwrap();
        let wraps = |x: i32| x.wrapping_add(x).wrapping_mul(3).wrapping_sub(i32::MIN);
        assert_eq!(y.to_vec().unwrap(), [wraps(i32::MAX), wraps(i32::MIN), wraps(3)]);

        let kernel = amp!(|i: Index<1>| y[i] = x[i] / zero);
        let result = on.parallel_for_each(3, kernel).and_then(|()| on.wait());
        assert_eq!(result.is_err(), cfg!(debug_assertions), "{result:?}");
    });
}
