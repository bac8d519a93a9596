//! Launches: checks the domain, chooses the queue, moves the data to the queue's accelerator, and runs the
//! kernel.
//!
//! The launch runs on the first of these queues that exists:
//!
//! 1. the queue that the launch names,
//! 2. the queue of the captured arrays,
//! 3. the default queue, if the default accelerator is a checked one,
//! 4. a queue that holds the newest data of all captured views,
//! 5. the default queue.
//!
//! This module uses trait objects, so it is compiled once and not for each kernel. This halves the compile
//! time of small kernels. Only the closure that runs the CPU code is generic.

use std::any::TypeId;
use std::sync::Arc;

use amp_shader::limits::{TILE_BYTES, TILE_ITEMS};
use amp_shader::{Entry, Template};

use crate::abi::checked::{BorrowedData, Checker};
use crate::abi::cpu::LaunchId;
use crate::abi::program::Program;
use crate::data::storage::{QueueSelection, SharedLock, SharedStorages};
use crate::device::accelerator::{Accelerator, Backend, no_default};
use crate::device::completion::CompletionFuture;
use crate::device::gpu;
use crate::device::queue::AcceleratorView;
use crate::device::queue::Location;
use crate::launch::bound_captures::{BoundCaptures, DynCaptures};
use crate::launch::cpu::{Failure, Threads};
use crate::launch::device_count::DeviceCount;
use crate::launch::explain::Explanation;
use crate::launch::explain_file;
use crate::support::error::{Error, Result};
use crate::support::fork_detection::{self, Started};
use crate::support::source_location;
use crate::support::trace::{self, KernelDetails, Track};

/// A request to launch or to compile a kernel, independent of the kernel's type.
#[derive(Clone, Copy)]
pub(crate) struct Request<'a> {
    pub(crate) program: &'static Program,
    /// The key of the pipeline cache: it identifies the kernel and its capture types.
    pub(crate) key: TypeId,
    /// Returns the entries: the types and functions that rustc resolved for the kernel's WGSL template.
    pub(crate) entries: &'a (dyn Fn() -> Vec<Entry> + Sync),
    /// The queue, if the user chose one.
    pub(crate) on: Option<&'a AcceleratorView>,
    /// The number of work-items that an indirect launch needs.
    pub(crate) count: Option<DeviceCount<'a>>,
}

/// A request to launch a kernel, together with the captures.
struct LaunchRequest<'a> {
    request: Request<'a>,
    arguments: &'a dyn DynCaptures,
}

/// The CPU code of a launch whose data has been downloaded to the host.
pub(crate) struct CpuLaunch<'a> {
    /// Runs the CPU code.
    pub(crate) run: &'a dyn Fn(Threads) -> Outcome,
    /// Runs the checked version of the kernel, if there is one.
    pub(crate) check: Option<&'a dyn Fn(&Checker) -> Outcome>,
}

/// The result of CPU code.
pub(crate) type Outcome = std::result::Result<(), Failure>;

/// A callback that gets the CPU code of a launch after the launch's data was downloaded to the host.
type UseCpuLaunch<'a> = &'a mut dyn FnMut(CpuLaunch<'_>) -> Result<()>;

/// A function that downloads the data of a launch to the host, and passes the CPU code to the callback. The
/// flag states whether the launch may treat the domain as one row.
type WithHostData<'a> = &'a dyn Fn(LaunchId, bool, UseCpuLaunch<'_>) -> Result<()>;

/// Launches a kernel over a domain. The caller must have checked the domain with [`check_domain`]. `cpu_code`
/// builds a [`CpuLaunch`] and calls the callback, its last argument, with it. The other arguments are the
/// launch's id, the arguments of the CPU code, and whether the domain is collapsed to one row.
pub(crate) fn launch<A: BoundCaptures>(
    request: Request<'_>,
    arguments: &A,
    extent: &[usize],
    is_checked: bool,
    cpu_code: impl Fn(LaunchId, &A::CpuArgs, bool, UseCpuLaunch<'_>) -> Result<()>,
) -> Result<()> {
    let collapsible = request.program.collapsible;
    LaunchRequest { request, arguments }.launch(extent, is_checked, &|id, may_be_flat, then| {
        // SAFETY: the captures outlive the call, and `cpu_code` passes them only to the rows of this launch.
        let mut cpu_args = unsafe { arguments.cpu_args(0, id)? };
        let flat =
            may_be_flat && !collapsible.is_empty() && A::are_collapsible(&cpu_args, 0, collapsible, extent);
        if flat {
            A::collapse(&mut cpu_args, 0, collapsible);
        }
        cpu_code(id, &cpu_args, flat, then)
    })
}

/// Begins to compile a kernel for the queue on which a launch would run.
pub(crate) fn warm_up_program(
    request: Request<'_>,
    arguments: &dyn DynCaptures,
) -> CompletionFuture<'static> {
    LaunchRequest { request, arguments }.warm()
}

impl LaunchRequest<'_> {
    fn launch(&self, extent: &[usize], is_checked: bool, host: WithHostData<'_>) -> Result<()> {
        let &LaunchRequest { request: Request { program, key, entries, on, count }, arguments } = self;
        let name = program.template.name;
        gpu::check_not_in_callback()?;
        let view = choose_queue(program, arguments, on)?;
        let _cause = trace::caused_by_launch(name, || {
            program.captures(arguments).iter().map(|capture| capture.name).collect()
        });
        let traced = trace::is_on().then(|| KernelDetails {
            queue: view.id(),
            extent: extent.to_vec(),
            bytes: arguments.view_bytes(),
        });
        explain_file::record(key, || Explanation::of(program, arguments, &entries()));
        let mut shared = SharedStorages::default();
        arguments.add_shared(&mut shared);
        if let Some(count) = count {
            count.add_shared(&mut shared);
        }
        // The locks of the shared storages are held until this function returns. By then, a launch on a
        // device is queued and its data is marked as written, or a launch on the host has run.
        let _hold = SharedLock::new(shared, view.location());
        match view.accelerator().backend() {
            Backend::Missing(requested) => Err(no_default(requested)),
            // A serial launch does not collapse its domain, so that a debugger shows indices of the user's
            // domain.
            &Backend::Cpu(threads) => host(LaunchId::next(), threads == Threads::All, &mut |cpu_code| {
                if threads == Threads::All {
                    fork_detection::refuse(Started::Threads, || view.accelerator().description())?;
                }
                // Marks the written views before the kernel runs, because a kernel that panics may already
                // have written to them.
                arguments.mark_written(Location::Host);
                traced_on_host(name, &view, traced.as_ref(), || {
                    view.profiler().timed(name, || (cpu_code.run)(threads))
                })
                .map_err(|failure| kernel_error(program, arguments, failure))
            }),
            // A launch of a kernel without a checked version fails before any data moves.
            Backend::Checked(_) if !is_checked => Err(self.no_checked_version(&view)),
            Backend::Checked(seed) => host(LaunchId::next(), false, &mut |cpu_code| {
                let Some(check) = cpu_code.check else { return Err(self.no_checked_version(&view)) };
                // The undefined bytes are collected before `mark_written` marks the written data as defined.
                let mut borrowed = BorrowedData::default();
                arguments.add_borrowed(&mut borrowed);
                arguments.mark_written(Location::Host);
                let names = program.captures(arguments).iter().map(|capture| capture.name).collect();
                let checker = Checker::new(program, names, extent, *seed, borrowed.undefined());
                let result = traced_on_host(name, &view, traced.as_ref(), || {
                    view.profiler().timed(name, || check(&checker))
                });
                let (race, undefined) = checker.finish();
                borrowed.record_remaining(&undefined);
                result.map_err(|failure| kernel_error(program, arguments, failure))?;
                race.map_or(Ok(()), Err)
            }),
            Backend::Gpu(_) => {
                trace::span!("launch", kernel = name, accelerator = view.accelerator().description());
                let begun = trace::begin();
                let queue = view.queue()?;
                let mut bindings = Vec::with_capacity(program.captures.len());
                // Bindings are pushed in the order of the captures, so their count is the index of the
                // capture that failed.
                arguments
                    .bind(&view, &mut bindings)
                    .map_err(|error| error.for_view(name, program.capture_name(arguments, bindings.len())))?;
                let (captures, entries) = (program.captures(arguments), entries());
                let template = Template { captures: &captures, entries: &entries, ..program.template };
                let count = match count {
                    Some(count) => count.bind(&view)?,
                    None => None,
                };
                gpu::launch(&queue, key, &template, extent, &bindings, count.as_ref(), traced)?;
                arguments.mark_written(view.location());
                begun.end(|recorder, span| recorder.event("launch", name, &Track::Thread, span, &[]));
                Ok(())
            }
        }
    }

    /// The error for a kernel without a checked version.
    fn no_checked_version(&self, view: &AcceleratorView) -> Error {
        Error::UnsupportedFeature {
            kernel: self.request.program.template.name.to_owned(),
            accelerator: view.accelerator().description(),
            feature: "the cargo feature `checked` of `amp-runtime`".to_owned(),
        }
    }

    fn warm(&self) -> CompletionFuture<'static> {
        let &LaunchRequest { request: Request { program, key, entries, on, .. }, arguments } = self;
        let view = match choose_queue(program, arguments, on) {
            Ok(view) => view,
            Err(error) => return CompletionFuture::ready(Err(error)),
        };
        if let Backend::Missing(requested) = view.accelerator().backend() {
            return CompletionFuture::ready(Err(no_default(requested)));
        }
        if view.location() == Location::Host {
            return CompletionFuture::ready(Ok(()));
        }
        let prepared = arguments.prepare();
        let (captures, entries) = (program.captures(arguments), entries());
        let compile = move || {
            let queue = view.queue()?;
            let bindings = prepared.into_iter().map(|argument| argument(&view));
            let template = Template { captures: &captures, entries: &entries, ..program.template };
            gpu::warm_up(&queue, key, &template, &bindings.collect::<Result<Vec<_>>>()?)
        };
        // Compiles on a separate thread. A compilation takes long, and would block other futures on the
        // thread that polls this one.
        CompletionFuture::new(Arc::default(), compile, |result| result)
    }
}

/// Runs a kernel on the host, and records its time in the trace.
fn traced_on_host(
    kernel: &str,
    view: &AcceleratorView,
    details: Option<&KernelDetails>,
    run: impl FnOnce() -> Outcome,
) -> Outcome {
    trace::span!("kernel", kernel = kernel, accelerator = view.accelerator().description());
    let begun = trace::begin();
    let outcome = run();
    if let Some(details) = details {
        let accelerator = view.accelerator().description();
        begun.end(|recorder, span| recorder.kernel(kernel, &accelerator, details, span, "host"));
    }
    outcome
}

/// Chooses the queue of a launch, in the order that the documentation of this module lists. `on` is the queue
/// that the launch names, if it names one.
fn choose_queue(
    program: &Program,
    arguments: &dyn DynCaptures,
    on: Option<&AcceleratorView>,
) -> Result<AcceleratorView> {
    let names = |capture| program.capture_name(arguments, capture);
    choose_queue_of(program.template.name, &names, arguments, on)
}

/// Chooses the queue for captures of a kernel or of an op. `names` returns the name of a capture.
pub(crate) fn choose_queue_of(
    name: &str,
    names: &dyn Fn(usize) -> &'static str,
    arguments: &dyn DynCaptures,
    on: Option<&AcceleratorView>,
) -> Result<AcceleratorView> {
    let mut chosen = on.cloned();
    let mut mismatch = None;
    arguments.required_queues(&mut |capture, queue| {
        let here = chosen.get_or_insert_with(|| queue.clone());
        // All CPU queues share host memory, so arrays of different CPU queues can be used together.
        if here.location() != queue.location() && mismatch.is_none() {
            mismatch = Some((capture, here.accelerator().description(), queue.accelerator().description()));
        }
    });
    match mismatch {
        None => Ok(chosen.unwrap_or_else(|| default_or_resident(arguments))),
        Some((capture, here, there)) => {
            let array = names(capture);
            Err(Error::AcceleratorMismatch {
                kernel: name.to_owned(),
                reason: format!(
                    "the array `{array}` lives on a queue of `{there}`, and the launch is on a queue of `{here}`"
                ),
            })
        }
    }
}

/// Returns another queue if that queue holds the newest data of all captured views and the default queue does
/// not. Otherwise returns the default queue. A checked default accelerator runs every launch, so that all
/// kernels are checked. If `AMP_ACCELERATOR` matches no accelerator, the launch then fails on the default
/// queue.
fn default_or_resident(arguments: &dyn DynCaptures) -> AcceleratorView {
    let default = Accelerator::default().default_view();
    if let Backend::Checked(_) | Backend::Missing(_) = default.accelerator().backend() {
        return default;
    }
    let mut selection = QueueSelection::new(default);
    arguments.add_to_selection(&mut selection);
    selection.queue()
}

pub(crate) fn check_domain(template: &Template<'_>, extent: &[usize]) -> Result<()> {
    let invalid = |reason: String| Error::InvalidComputeDomain { kernel: template.name.to_owned(), reason };
    if let Some(dimension) = extent.iter().position(|&size| size == 0) {
        let cut = match template.tile {
            Some(_) => {
                " (`truncate()` rounds a dimension that is shorter than its tile down to zero; use `pad()`)"
            }
            None => "",
        };
        return Err(invalid(format!("dimension {dimension} of {extent:?} is zero{cut}")));
    }
    let size = extent.iter().try_fold(1u32, |size, &n| size.checked_mul(u32::try_from(n).ok()?));
    if size.is_none() {
        return Err(invalid(format!("{extent:?} has more than {} indices", u32::MAX)));
    }
    Ok(())
}

pub(crate) fn check_tile(request: &Request<'_>, extent: &[usize], tile: &[usize]) -> Result<()> {
    let template = &request.program.template;
    let invalid = |reason: String| Error::InvalidComputeDomain { kernel: template.name.to_owned(), reason };
    let own = template.tile.unwrap_or_default();
    if own != tile {
        return Err(invalid(format!("the kernel's tile is {own:?}, but the domain's tile is {tile:?}")));
    }
    // The limits are the same on every accelerator: every GPU supports a tile within them, and such a tile
    // fits on the stack of a CPU thread.
    let items = tile.iter().fold(1u64, |product, &size| product.saturating_mul(size as u64));
    let bytes = match template.tile_static {
        [] => 0,
        // Only rustc can evaluate the length of an array such as `[f32; WIDTH]`. The entries contain the
        // result.
        _ => Template { entries: &(request.entries)(), ..*template }.tile_static_words() as u64,
    };
    let bytes = bytes.saturating_mul(4);
    for (what, needed, limit) in
        [("work-items in a tile", items, TILE_ITEMS), ("bytes of tile memory", bytes, TILE_BYTES)]
    {
        let limit = u64::from(limit);
        if needed > limit {
            let what = format!("{what} of kernel `{}`", template.name);
            return Err(Error::LimitExceeded { what, needed, limit });
        }
    }
    for (d, (&size, &tile)) in extent.iter().zip(tile).enumerate() {
        if size % tile != 0 {
            return Err(invalid(format!(
                "dimension {d} of {extent:?} is not a multiple of the tile's {tile}; use `pad()` or `truncate()`"
            )));
        }
    }
    Ok(())
}

fn kernel_error(program: &Program, arguments: &dyn DynCaptures, failure: Failure) -> Error {
    let template = &program.template;
    let kernel = template.name.to_owned();
    let located = |message: String, location: Option<String>| match (location, template.file) {
        (Some(location), _) => source_location::append_location(location, message),
        (None, "") => message,
        (None, file) => source_location::append_kernel_location(
            source_location::file_and_line(file, template.line),
            message,
        ),
    };
    match failure {
        Failure::Fault(fault) => {
            let view = program.capture_name(arguments, fault.capture);
            let message = located(fault.message(view), fault.location.map(source_location::from_location));
            Error::KernelPanicked { kernel, index: fault.item, message }
        }
        Failure::Error(error) => *error,
        Failure::Panic { index, message, location } => {
            Error::KernelPanicked { kernel, index, message: located(message, location) }
        }
    }
}
