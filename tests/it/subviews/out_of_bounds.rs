//! Subviews that exceed their view: an error on the CPU, and no access outside the view on a device.

use amp::prelude::*;
use amp_tests::on_each;

use super::{dot, fill, values};

/// On the CPU the kernel panics, and the error has the work-item and the message.
#[test]
fn subview_that_exceeds_its_view_panics_on_the_cpu() {
    let xs = values(30);
    let x = ArrayView::with_extent([5, 6], &xs).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([6]).unwrap();
    for on in [Accelerator::cpu(), Accelerator::cpu_checked()] {
        let on = on.default_view();
        let panicked = |result: amp::Result<()>| match result {
            Err(amp::Error::KernelPanicked { index, message, .. }) => (index, message),
            other => panic!("{other:?}"),
        };
        let kernel = amp!(|i: Index<1>| y[i] = x.project(i[0]).unwrap()[2]);
        let (index, message) = panicked(on.parallel_for_each([6], kernel));
        assert_eq!(index, [5]);
        assert!(message.starts_with("there is no slice 5 in `x`, which has 5"), "{message}");
        let kernel = amp!(|i: Index<1>| y[i] = dot(&x.project(1).unwrap(), &x.project(i[0]).unwrap()));
        let (index, message) = panicked(on.parallel_for_each([6], kernel));
        assert_eq!(index, [5]);
        assert!(message.starts_with("there is no slice 5 in `x`, which has 5"), "{message}");
        let kernel = amp!(|i: Index<1>| {
            let mut part = y.section_mut([2], [3]).unwrap();
            if i[0] == 5 {
                part[3] = 1;
            }
        });
        let (index, message) = panicked(on.parallel_for_each([6], kernel));
        assert_eq!(index, [5]);
        assert!(message.starts_with("index [3] is out of range for `part` of extent [3]"), "{message}");
    }
}

/// On a device, accesses stay inside the view's buffer for any origin and extent.
#[test]
fn subview_that_exceeds_its_view_writes_no_other_buffer() {
    let xs = values(64);
    on_each(|accelerator| {
        if accelerator.device_path().starts_with("cpu") {
            return;
        }
        let view = accelerator.default_view();
        let (mut before, mut ys, mut after) = (vec![9u32; 64], vec![7u32; 64], vec![9u32; 64]);
        let (mut a, mut y, mut b) =
            (ArrayViewMut::new(&mut before), ArrayViewMut::new(&mut ys), ArrayViewMut::new(&mut after));
        let x = ArrayView::new(&xs);
        let huge = u32::MAX as usize;
        view.parallel_for_each(
            [64],
            amp!(|i: Index<1>| {
                a[i] += 1;
                b[i] += 1;
                y[i] += 1
            }),
        )
        .unwrap();
        let kernel = amp!(trap = false, |i: Index<1>| {
            let mut part = y.section_mut([60], [huge]).unwrap();
            for k in 4..8 {
                part[k + i[0]] = 1;
            }
            fill(&mut part.section_mut([i[0] + 4], [20]).unwrap(), x.section([60], [60]).unwrap()[i[0]]);
        });
        view.parallel_for_each([64], kernel).unwrap();
        a.finish().unwrap();
        b.finish().unwrap();
        y.finish().unwrap();
        assert!(before.iter().chain(&after).all(|value| *value == 10));
    });
}
