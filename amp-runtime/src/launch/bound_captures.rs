//! The captures of a kernel as a heterogeneous list, `(first, (second, ()))`. With a list instead of tuples,
//! two impls suffice, and a kernel may capture any number of variables. `DynCaptures` has the methods that do
//! not depend on types; the launch uses it behind `dyn`.

use amp_shader::{Capture, CaptureKind, TypeInfo};

use crate::abi::checked::BorrowedData;
use crate::abi::cpu::LaunchId;
use crate::abi::program::Program;
use crate::data::storage::{Placement, SharedStorages};
use crate::device::gpu::Binding;
use crate::device::queue::AcceleratorView;
use crate::device::queue::Location;
use crate::launch::capture::{BoundCapture, CaptureType, Prepared};
use crate::support::error::Result;

/// The bound captures of a kernel: `()`, or `(first, rest)`.
pub trait BoundCaptures: DynCaptures {
    /// The number of captures.
    const LEN: usize;
    /// The list of capture types.
    type Types: 'static;
    /// The list of values that the CPU code receives.
    type CpuArgs: Sync;

    /// Downloads the captured data to the host and returns the arguments of the CPU code. `capture` is the
    /// index of the list's first element among all captures of the kernel.
    ///
    /// # Safety
    /// The caller must use the result only while these captures exist, and pass it only to the rows or tiles
    /// of this launch.
    unsafe fn cpu_args(&self, capture: usize, launch: LaunchId) -> Result<Self::CpuArgs>;

    /// Returns whether a launch over `extent` may run as one row: each capture whose index is in `collapsible` must
    /// be a contiguous view of that extent. `capture` is the index of the list's first element among all
    /// captures of the kernel.
    fn are_collapsible(args: &Self::CpuArgs, capture: usize, collapsible: &[usize], extent: &[usize])
    -> bool;

    /// Reshapes the views whose capture indices are in `collapsible` to one row, for a launch that runs its domain as one
    /// row. `capture` is the index of this list's first element among all captures of the kernel.
    fn collapse(args: &mut Self::CpuArgs, capture: usize, collapsible: &[usize]);
}

/// The type of a capture.
pub struct CaptureInfo {
    /// The kind.
    pub kind: CaptureKind,
    /// The type of the value, or of the view's elements.
    pub element: &'static TypeInfo,
    /// The view's rank; 0 for a value.
    pub rank: usize,
    /// The name, if it is a capture of an op. The program contains the names of the kernel's own captures.
    pub name: Option<&'static str>,
}

/// Captures behind `dyn`, for the code of a launch that is compiled once for all kernels.
pub trait DynCaptures {
    /// Appends the types of the captures.
    fn add_types(&self, into: &mut Vec<CaptureInfo>);

    /// Calls `look` for each captured array, with its index among the captures and the queue on which the
    /// array lives. `capture` is the index of the list's first element among all captures of the kernel.
    fn required_queues(&self, capture: usize, look: &mut dyn FnMut(usize, &AcceleratorView));

    /// Adds the residency of the views' data to `into`, from which the launch chooses its queue.
    fn add_placement(&self, into: &mut Placement);

    /// Makes the data resident on the queue and appends the bindings of the captures.
    fn bind(&self, view: &AcceleratorView, bindings: &mut Vec<Binding>) -> Result<()>;

    /// Appends, for each capture, a function that makes its binding without transferring data. `warm_up`
    /// needs the bindings to compile the kernel, but moves no data.
    fn prepare(&self, prepared: &mut Vec<Prepared>);

    /// Records that the copies at `place` of the views that the kernel writes are now the newest.
    fn mark_written(&self, place: Location);

    /// Adds the storages that other threads may use at the same time, so that the launch can lock them.
    fn add_shared(&self, into: &mut SharedStorages);

    /// Adds the storage of each view and the ranges of its undefined bytes, for the checked accelerator.
    fn add_borrowed(&self, into: &mut BorrowedData);
}

impl BoundCaptures for () {
    const LEN: usize = 0;
    type Types = ();
    type CpuArgs = ();

    unsafe fn cpu_args(&self, _: usize, _: LaunchId) -> Result<()> {
        Ok(())
    }

    fn are_collapsible(_: &(), _: usize, _: &[usize], _: &[usize]) -> bool {
        true
    }

    fn collapse(_: &mut (), _: usize, _: &[usize]) {}
}

impl DynCaptures for () {
    fn add_types(&self, _: &mut Vec<CaptureInfo>) {}

    fn required_queues(&self, _: usize, _: &mut dyn FnMut(usize, &AcceleratorView)) {}

    fn add_placement(&self, _: &mut Placement) {}

    fn bind(&self, _: &AcceleratorView, _: &mut Vec<Binding>) -> Result<()> {
        Ok(())
    }

    fn prepare(&self, _: &mut Vec<Prepared>) {}

    fn mark_written(&self, _: Location) {}

    fn add_shared(&self, _: &mut SharedStorages) {}

    fn add_borrowed(&self, _: &mut BorrowedData) {}
}

impl<A: BoundCapture, R: BoundCaptures> BoundCaptures for (A, R) {
    const LEN: usize = 1 + R::LEN;
    type Types = (A::Type, R::Types);
    type CpuArgs = (A::CpuArg, R::CpuArgs);

    unsafe fn cpu_args(&self, capture: usize, launch: LaunchId) -> Result<Self::CpuArgs> {
        // SAFETY: the caller guarantees it.
        unsafe { Ok((self.0.cpu_arg(capture, launch)?, self.1.cpu_args(capture + 1, launch)?)) }
    }

    fn are_collapsible(
        args: &Self::CpuArgs,
        capture: usize,
        collapsible: &[usize],
        extent: &[usize],
    ) -> bool {
        (!collapsible.contains(&capture) || A::is_collapsible(&args.0, extent))
            && R::are_collapsible(&args.1, capture + 1, collapsible, extent)
    }

    fn collapse(args: &mut Self::CpuArgs, capture: usize, collapsible: &[usize]) {
        if collapsible.contains(&capture) {
            A::collapse(&mut args.0);
        }
        R::collapse(&mut args.1, capture + 1, collapsible);
    }
}

impl<A: BoundCapture, R: DynCaptures> DynCaptures for (A, R) {
    fn add_types(&self, into: &mut Vec<CaptureInfo>) {
        let (kind, element, rank) = (A::Type::KIND, A::Type::INFO, A::Type::RANK);
        into.push(CaptureInfo { kind, element, rank, name: None });
        self.1.add_types(into);
    }

    fn required_queues(&self, capture: usize, look: &mut dyn FnMut(usize, &AcceleratorView)) {
        if let Some(view) = self.0.required_queue() {
            look(capture, view);
        }
        self.1.required_queues(capture + 1, look);
    }

    fn add_placement(&self, into: &mut Placement) {
        self.0.add_placement(into);
        self.1.add_placement(into);
    }

    fn bind(&self, view: &AcceleratorView, bindings: &mut Vec<Binding>) -> Result<()> {
        bindings.push(self.0.bind(view)?);
        self.1.bind(view, bindings)
    }

    fn prepare(&self, prepared: &mut Vec<Prepared>) {
        prepared.push(self.0.prepare());
        self.1.prepare(prepared);
    }

    fn mark_written(&self, place: Location) {
        self.0.mark_written(place);
        self.1.mark_written(place);
    }

    fn add_shared(&self, into: &mut SharedStorages) {
        self.0.add_shared(into);
        self.1.add_shared(into);
    }

    fn add_borrowed(&self, into: &mut BorrowedData) {
        self.0.add_borrowed(into);
        self.1.add_borrowed(into);
    }
}

/// The captures of an op, with their names.
pub struct OpCaptures<A> {
    pub(super) captures: A,
    pub(super) names: &'static [&'static str],
}

/// The captures of a kernel, followed by those of an op or of further ops.
pub struct WithOps<A, B>(pub A, pub B);

impl<A: BoundCaptures, B: BoundCaptures> BoundCaptures for WithOps<A, B> {
    const LEN: usize = A::LEN + B::LEN;
    type Types = (A::Types, B::Types);
    type CpuArgs = (A::CpuArgs, B::CpuArgs);

    unsafe fn cpu_args(&self, capture: usize, launch: LaunchId) -> Result<Self::CpuArgs> {
        // SAFETY: the caller guarantees it.
        unsafe { Ok((self.0.cpu_args(capture, launch)?, self.1.cpu_args(capture + A::LEN, launch)?)) }
    }

    fn are_collapsible(
        args: &Self::CpuArgs,
        capture: usize,
        collapsible: &[usize],
        extent: &[usize],
    ) -> bool {
        // A kernel that takes ops indexes only its own captures by the index of a work-item.
        A::are_collapsible(&args.0, capture, collapsible, extent)
    }

    fn collapse(args: &mut Self::CpuArgs, capture: usize, collapsible: &[usize]) {
        A::collapse(&mut args.0, capture, collapsible);
    }
}

impl<A: BoundCaptures, B: BoundCaptures> DynCaptures for WithOps<A, B> {
    fn add_types(&self, into: &mut Vec<CaptureInfo>) {
        self.0.add_types(into);
        self.1.add_types(into);
    }

    fn required_queues(&self, capture: usize, look: &mut dyn FnMut(usize, &AcceleratorView)) {
        self.0.required_queues(capture, look);
        self.1.required_queues(capture + A::LEN, look);
    }

    fn add_placement(&self, into: &mut Placement) {
        self.0.add_placement(into);
        self.1.add_placement(into);
    }

    fn bind(&self, view: &AcceleratorView, bindings: &mut Vec<Binding>) -> Result<()> {
        self.0.bind(view, bindings)?;
        self.1.bind(view, bindings)
    }

    fn prepare(&self, prepared: &mut Vec<Prepared>) {
        self.0.prepare(prepared);
        self.1.prepare(prepared);
    }

    fn mark_written(&self, place: Location) {
        self.0.mark_written(place);
        self.1.mark_written(place);
    }

    fn add_shared(&self, into: &mut SharedStorages) {
        self.0.add_shared(into);
        self.1.add_shared(into);
    }

    fn add_borrowed(&self, into: &mut BorrowedData) {
        self.0.add_borrowed(into);
        self.1.add_borrowed(into);
    }
}

impl<A: BoundCaptures> BoundCaptures for OpCaptures<A> {
    const LEN: usize = A::LEN;
    type Types = A::Types;
    type CpuArgs = A::CpuArgs;

    unsafe fn cpu_args(&self, capture: usize, launch: LaunchId) -> Result<Self::CpuArgs> {
        // SAFETY: the caller guarantees it.
        unsafe { self.captures.cpu_args(capture, launch) }
    }

    fn are_collapsible(
        args: &Self::CpuArgs,
        capture: usize,
        collapsible: &[usize],
        extent: &[usize],
    ) -> bool {
        A::are_collapsible(args, capture, collapsible, extent)
    }

    fn collapse(args: &mut Self::CpuArgs, capture: usize, collapsible: &[usize]) {
        A::collapse(args, capture, collapsible);
    }
}

impl<A: DynCaptures> DynCaptures for OpCaptures<A> {
    fn add_types(&self, into: &mut Vec<CaptureInfo>) {
        let before = into.len();
        self.captures.add_types(into);
        for (info, name) in into[before..].iter_mut().zip(self.names) {
            info.name = Some(name);
        }
    }

    fn required_queues(&self, capture: usize, look: &mut dyn FnMut(usize, &AcceleratorView)) {
        self.captures.required_queues(capture, look);
    }

    fn add_placement(&self, into: &mut Placement) {
        self.captures.add_placement(into);
    }

    fn bind(&self, view: &AcceleratorView, bindings: &mut Vec<Binding>) -> Result<()> {
        self.captures.bind(view, bindings)
    }

    fn prepare(&self, prepared: &mut Vec<Prepared>) {
        self.captures.prepare(prepared);
    }

    fn mark_written(&self, place: Location) {
        self.captures.mark_written(place);
    }

    fn add_shared(&self, into: &mut SharedStorages) {
        self.captures.add_shared(into);
    }

    fn add_borrowed(&self, into: &mut BorrowedData) {
        self.captures.add_borrowed(into);
    }
}

impl Program {
    /// The captures of the kernel and of its ops, with their types.
    pub(crate) fn captures(&self, arguments: &dyn DynCaptures) -> Vec<Capture> {
        let mut types = Vec::with_capacity(self.captures.len());
        arguments.add_types(&mut types);
        let named = types.into_iter().enumerate().map(|(n, CaptureInfo { kind, element, rank, name })| {
            let own = self.captures.get(n);
            let name = own.map(|capture| capture.name).or(name).unwrap_or("?");
            Capture { name, kind, element, rank, atomic: own.is_some_and(|capture| capture.atomic) }
        });
        named.collect()
    }

    /// The name of a capture, for messages.
    pub(crate) fn capture_name(&self, arguments: &dyn DynCaptures, capture: usize) -> &'static str {
        self.captures(arguments).get(capture).map_or("?", |capture| capture.name)
    }
}
