//! The captures of a kernel as a heterogeneous list, `(first, (second, ()))`. The trait `BoundCaptures` needs
//! only two impls for lists of any length, for `()` and for `(first, rest)`. `DynCaptures` gives access to
//! the captures without their types, as a trait object for the launch.

use amp_shader::Capture;

use crate::abi::checked::BorrowedData;
use crate::abi::cpu::LaunchId;
use crate::abi::program::Program;
use crate::data::storage::{QueueSelection, SharedStorages};
use crate::device::gpu::Binding;
use crate::device::queue::AcceleratorView;
use crate::device::queue::Location;
use crate::launch::capture::{BoundCapture, CaptureInfo, DynCapture, Prepared};
use crate::support::error::Result;
use crate::support::trace;

/// A heterogeneous list of the captures of a kernel, each a [`BoundCapture`]: `()`, or `(first, rest)`.
pub trait BoundCaptures: DynCaptures {
    /// The number of captures.
    const LEN: usize;
    /// The heterogeneous list of the captures' types: the kind, rank and element type of each capture.
    type Types: 'static;
    /// The heterogeneous list of the values that the CPU code gets for the captures.
    type CpuArgs: Sync;

    /// Downloads the captured data to the host, and returns the arguments of the CPU code. The method
    /// recurses through the list: `capture` is the index of this list's first element among all captures of
    /// the kernel.
    ///
    /// # Safety
    /// The caller must use the result only while these captures exist. It must pass the result only to CPU
    /// code that runs a row or tile of the launch `launch`.
    unsafe fn cpu_args(&self, capture: usize, launch: LaunchId) -> Result<Self::CpuArgs>;

    /// Whether a launch over `extent` may run as one row: each capture whose index is in `collapsible` must
    /// be a contiguous view of that extent. The function recurses through the list: `capture` is the index of
    /// this list's first element among all captures of the kernel.
    fn are_collapsible(args: &Self::CpuArgs, capture: usize, collapsible: &[usize], extent: &[usize])
    -> bool;

    /// Reshapes the views whose capture indices are in `collapsible` to one row, for a launch with a
    /// collapsed domain. The function recurses through the list: `capture` is the index of this list's first
    /// element among all captures of the kernel.
    fn collapse(args: &mut Self::CpuArgs, capture: usize, collapsible: &[usize]);
}

/// The captures of a kernel without their types, for code of a launch that is compiled once for all kernels.
pub trait DynCaptures {
    /// Calls `look` with each capture, in order. The name is `Some` for the captures of an op, a closure that
    /// the caller passed to the kernel. For the kernel's own captures it is `None`: `Program::captures` has
    /// their names.
    fn for_each(&self, look: &mut dyn FnMut(Option<&'static str>, &dyn DynCapture));
}

impl dyn DynCaptures + '_ {
    /// Calls `look` for each captured array, with its index among the captures and the queue of the array.
    pub(crate) fn required_queues(&self, look: &mut dyn FnMut(usize, &AcceleratorView)) {
        let mut index = 0;
        self.for_each(&mut |_, capture| {
            if let Some(queue) = capture.required_queue() {
                look(index, queue);
            }
            index += 1;
        });
    }

    /// Adds the data of each captured view to `into`. From it, the launch chooses a queue that already holds
    /// the newest data.
    pub(crate) fn add_to_selection(&self, into: &mut QueueSelection) {
        self.for_each(&mut |_, capture| capture.add_to_selection(into));
    }

    /// Makes the captured data resident on the queue, and appends the bindings of the captures. Stops at the
    /// first error.
    pub(crate) fn bind(&self, queue: &AcceleratorView, bindings: &mut Vec<Binding>) -> Result<()> {
        let mut result = Ok(());
        self.for_each(&mut |_, capture| {
            if result.is_ok() {
                trace::set_capture(bindings.len());
                result = capture.bind(queue).map(|binding| bindings.push(binding));
            }
        });
        result
    }

    /// The size of all captured views in bytes.
    pub(crate) fn view_bytes(&self) -> u64 {
        let mut bytes = 0;
        self.for_each(&mut |_, capture| bytes += capture.view_bytes());
        bytes
    }

    /// Returns one function for each capture. The function creates the capture's binding without transferring
    /// data. `warm_up` needs the bindings to compile the kernel, but moves no data.
    pub(crate) fn prepare(&self) -> Vec<Prepared> {
        let mut prepared = Vec::new();
        self.for_each(&mut |_, capture| prepared.push(capture.prepare()));
        prepared
    }

    /// Records, for each view that the kernel writes, that the copy at `location` contains the newest data.
    pub(crate) fn mark_written(&self, location: Location) {
        self.for_each(&mut |_, capture| capture.mark_written(location));
    }

    /// Adds to `into` the storages that other threads may use during the launch. The launch locks them.
    pub(crate) fn add_shared(&self, into: &mut SharedStorages) {
        self.for_each(&mut |_, capture| capture.add_shared(into));
    }

    /// Adds the undefined bytes of each captured view to `into`. The checked accelerator reports reads of
    /// undefined bytes.
    pub(crate) fn add_borrowed(&self, into: &mut BorrowedData) {
        self.for_each(&mut |_, capture| capture.add_borrowed(into));
    }
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
    fn for_each(&self, _: &mut dyn FnMut(Option<&'static str>, &dyn DynCapture)) {}
}

impl<A: BoundCapture, R: BoundCaptures> BoundCaptures for (A, R) {
    const LEN: usize = 1 + R::LEN;
    type Types = (A::Type, R::Types);
    type CpuArgs = (A::CpuArg, R::CpuArgs);

    unsafe fn cpu_args(&self, capture: usize, launch: LaunchId) -> Result<Self::CpuArgs> {
        trace::set_capture(capture);
        // SAFETY: the caller guarantees the same conditions.
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
    fn for_each(&self, look: &mut dyn FnMut(Option<&'static str>, &dyn DynCapture)) {
        look(None, &self.0);
        self.1.for_each(look);
    }
}

/// The captures of an op (a closure that the caller passed to the kernel), and their names.
pub struct OpCaptures<A> {
    pub(super) captures: A,
    pub(super) names: &'static [&'static str],
}

/// The captures `A` of a kernel, followed by the captures `B` of an op. `A` may itself contain the captures
/// of other ops.
pub struct WithOps<A, B>(pub A, pub B);

impl<A: BoundCaptures, B: BoundCaptures> BoundCaptures for WithOps<A, B> {
    const LEN: usize = A::LEN + B::LEN;
    type Types = (A::Types, B::Types);
    type CpuArgs = (A::CpuArgs, B::CpuArgs);

    unsafe fn cpu_args(&self, capture: usize, launch: LaunchId) -> Result<Self::CpuArgs> {
        // SAFETY: the called functions have the same safety conditions as this function.
        unsafe { Ok((self.0.cpu_args(capture, launch)?, self.1.cpu_args(capture + A::LEN, launch)?)) }
    }

    fn are_collapsible(
        args: &Self::CpuArgs,
        capture: usize,
        collapsible: &[usize],
        extent: &[usize],
    ) -> bool {
        // A view is collapsible only if the work-item's index is its only subscript. An op does not know that
        // index, so only captures of the kernel itself are collapsible.
        A::are_collapsible(&args.0, capture, collapsible, extent)
    }

    fn collapse(args: &mut Self::CpuArgs, capture: usize, collapsible: &[usize]) {
        A::collapse(&mut args.0, capture, collapsible);
    }
}

impl<A: DynCaptures, B: DynCaptures> DynCaptures for WithOps<A, B> {
    fn for_each(&self, look: &mut dyn FnMut(Option<&'static str>, &dyn DynCapture)) {
        self.0.for_each(look);
        self.1.for_each(look);
    }
}

impl<A: BoundCaptures> BoundCaptures for OpCaptures<A> {
    const LEN: usize = A::LEN;
    type Types = A::Types;
    type CpuArgs = A::CpuArgs;

    unsafe fn cpu_args(&self, capture: usize, launch: LaunchId) -> Result<Self::CpuArgs> {
        // SAFETY: the called functions have the same safety conditions as this function.
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
    fn for_each(&self, look: &mut dyn FnMut(Option<&'static str>, &dyn DynCapture)) {
        let mut names = self.names.iter().copied();
        self.captures.for_each(&mut |_, capture| look(names.next(), capture));
    }
}

impl Program {
    /// Describes the captures of the kernel and of its ops for amp's shader linker.
    pub(crate) fn captures(&self, arguments: &dyn DynCaptures) -> Vec<Capture> {
        let mut captures = Vec::with_capacity(self.captures.len());
        arguments.for_each(&mut |name, capture| {
            let CaptureInfo { kind, rank, element } = capture.info();
            let own = self.captures.get(captures.len());
            let name = own.map(|capture| capture.name).or(name).unwrap_or("?");
            let atomic = own.is_some_and(|capture| capture.atomic);
            captures.push(Capture { name, kind, element, rank, atomic });
        });
        captures
    }

    /// The name of a capture, for messages.
    pub(crate) fn capture_name(&self, arguments: &dyn DynCaptures, capture: usize) -> &'static str {
        self.captures(arguments).get(capture).map_or("?", |capture| capture.name)
    }
}
