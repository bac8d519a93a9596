//! Domain collapse of captured views: a launch treats a contiguous view of any rank as one row.
//!
//! The kernel `y[i] = a * x[i]` uses its index only as the subscript of a view. So a domain `[n, 4]` may run
//! as one row of `4 * n` work-items. The launch does this only if the views are contiguous and have the
//! domain's extent.
//! Then every work-item accesses the same address as before, so the collapse is legal. Without the collapse,
//! rows of 4 work-items would not fill a vector. The module `launch::cpu::domain_collapse` collapses the
//! domain, and this module collapses the views.

use super::memory::Memory;
use super::{ExclusiveAccess, ReadAccess, SharedAccess};
use crate::data::shape::Shape;
use crate::types::Element;
use crate::types::extent::Extent;

/// Returns an extent with the same number of work-items, all of them in the last dimension.
pub(crate) fn collapsed_extent<const N: usize>(extent: [usize; N]) -> [usize; N] {
    let mut row = [1; N];
    row[N - 1] = extent.iter().product();
    row
}

/// A view that the kernel indexes by the work-item's index.
pub(crate) trait Collapse {
    /// Whether the view has this extent and is contiguous.
    fn is_collapsible(&self, extent: &[usize]) -> bool;

    /// Changes the view's extent to one row.
    fn collapse(&mut self);
}

impl<T: Element, const N: usize> Collapse for Memory<T, N> {
    fn is_collapsible(&self, extent: &[usize]) -> bool {
        self.extent == extent && self.shape().is_contiguous()
    }

    fn collapse(&mut self) {
        // The new extent has the same number of elements, and the view is contiguous, so each element keeps
        // its address.
        let row = Shape::row_major(Extent(collapsed_extent(self.extent)));
        (self.extent, self.stride) = (row.extent, row.stride);
    }
}

macro_rules! collapse_accesses {
    ($($access:ident)*) => {$(
        impl<T: Element, const N: usize> Collapse for $access<T, N> {
            fn is_collapsible(&self, extent: &[usize]) -> bool {
                self.0.is_collapsible(extent)
            }

            fn collapse(&mut self) {
                self.0.collapse();
            }
        }
    )*};
}

collapse_accesses!(ReadAccess ExclusiveAccess SharedAccess);

#[cfg(test)]
mod tests {
    use crate::abi::program::{CaptureName, Program};
    use crate::launch::capture::{CaptureMethods, CaptureValue, exclusive};
    use crate::launch::kernel::bind;
    use crate::prelude::*;
    use amp_shader::Template;
    use std::sync::Mutex;

    static COLLAPSIBLE: Program = Program {
        template: Template {
            name: "whole",
            file: "",
            line: 0,
            traps: amp_shader::ReportedFailures::None,
            rank: 2,
            tile: None,
            captures: &[],
            tile_static: &[],
            body: &[],
            entries: &[],
        },
        captures: &[CaptureName { name: "one", atomic: false }, CaptureName { name: "view", atomic: false }],
        accesses: &[],
        memory_bound: false,
        long_rows: false,
        joins_rows: false,
        collapsible: &[1],
    };

    /// Launches a kernel over a view. The scheduler calls the kernel's CPU code once for each `RowRun`, which
    /// is a run of work-items along the last dimension. Returns the lengths of these runs.
    fn lines(on: &Accelerator, extent: [usize; 2], view: &mut ArrayViewMut<'_, u32, 2>) -> Vec<usize> {
        let lines = Mutex::new(Vec::new());
        let arguments = (1u32.capture_value(), (exclusive(view.amp_capture_written()), ()));
        let kernel = bind::<2, _, _, _>(
            &COLLAPSIBLE,
            || (),
            arguments,
            |line, (one, (cpu_code, ()))| {
                lines.lock().unwrap().push(line.span().len());
                line.all_rows().for_each(|row| {
                    (0..row.len()).for_each(|lane| cpu_code.set(&row, lane, cpu_code.get(&row, lane) + one));
                });
            },
        );
        let kernel = kernel.with_entries(Vec::new);
        on.default_view().parallel_for_each(extent, kernel).unwrap();
        lines.into_inner().unwrap()
    }

    #[test]
    fn contiguous_views_collapse_the_domain() {
        let (cpu, mut numbers) = (Accelerator::cpu(), [0; 60]);
        let mut view = ArrayViewMut::with_extent([20, 3], &mut numbers).unwrap();
        assert_eq!(lines(&cpu, [20, 3], &mut view), [60]);
        assert_eq!(view.to_vec().unwrap(), [1; 60]);
        assert_eq!(lines(&cpu, [19, 3], &mut view), [3; 19]);
        assert_eq!(lines(&cpu, [20, 2], &mut view.section_mut([0, 1], [20, 2]).unwrap()), [2; 20]);
        assert_eq!(lines(&cpu.serial(), [20, 3], &mut view), [1; 60]);
    }
}
