//! A launch, from the arguments to the accelerator: where it runs, whether its domain suits, and what went wrong.

use std::any::TypeId;
use std::sync::Arc;

use amp_shader::Template;
use amp_shader::limits::{TILE_BYTES, TILE_ITEMS};

use crate::accelerator::{Accelerator, Backend, no_default};
use crate::accelerator_view::AcceleratorView;
use crate::arguments::{Arguments, Given};
use crate::checked::{Checker, Lent};
use crate::coherence::Place;
use crate::completion::CompletionFuture;
use crate::cpu::{Failure, Threads};
use crate::error::{Error, Result};
use crate::forked::{self, Started};
use crate::gpu;
use crate::kernel::Program;
use crate::line;
use crate::storage::{Hold, Shared, Whereabouts};
use crate::twin::Launch;

/// A launch, whatever the kernel: what is compiled once for all of them.
struct Asked<'a> {
    template: &'static Template,
    /// The kernel with its sorts of arguments.
    program: TypeId,
    arguments: &'a dyn Given,
    on: Option<&'a AcceleratorView>,
}

/// A kernel on the host, with its data.
pub(crate) struct Twin<'a> {
    /// Runs it.
    pub(crate) run: &'a dyn Fn(Threads) -> Outcome,
    /// Runs its checked form, if it has one.
    pub(crate) check: Option<&'a dyn Fn(&Checker) -> Outcome>,
}

/// What became of a kernel on the host.
pub(crate) type Outcome = std::result::Result<(), Failure>;

/// What is done with a kernel on the host.
type Then<'a> = &'a mut dyn FnMut(Twin<'_>) -> Result<()>;

/// Brings the data of a launch to the host, and does something with the kernel there; its domain may perhaps be one row.
type OnHost<'a> = &'a dyn Fn(Launch, bool, Then<'_>) -> Result<()>;

/// Launches a kernel over a domain that was checked; it may have a checked form. `twin` makes its native twin of the
/// host's data, of which it hears whether they are one row, and hands it on.
pub(crate) fn launch<P: Program<A::Keys>, A: Arguments>(
    arguments: &A,
    extent: &[usize],
    on: Option<&AcceleratorView>,
    is_checked: bool,
    twin: impl Fn(Launch, &A::Twins, bool, Then<'_>) -> Result<()>,
) -> Result<()> {
    let asked = Asked { template: P::TEMPLATE, program: TypeId::of::<(P, A::Keys)>(), arguments, on };
    asked.launch(extent, is_checked, &|id, may_be_flat, then| {
        // SAFETY: the arguments outlive the call, and `twin` hands them to the rows of this launch only.
        let mut twins = unsafe { arguments.twins(0, id)? };
        let flat = may_be_flat && !P::FLAT.is_empty() && A::are_flat(&twins, 0, P::FLAT, extent);
        if flat {
            A::flatten(&mut twins, 0, P::FLAT);
        }
        twin(id, &twins, flat, then)
    })
}

/// Begins to compile a kernel where it would run.
pub(crate) fn warm<P: Program<A::Keys>, A: Arguments>(
    arguments: &A,
    on: Option<&AcceleratorView>,
) -> CompletionFuture<'static> {
    Asked { template: P::TEMPLATE, program: TypeId::of::<(P, A::Keys)>(), arguments, on }.warm()
}

impl Asked<'_> {
    fn launch(&self, extent: &[usize], is_checked: bool, host: OnHost<'_>) -> Result<()> {
        let &Asked { template, arguments, .. } = self;
        gpu::outside()?;
        let view = choose(template, arguments, self.on)?;
        let mut shared = Shared::default();
        arguments.shared(&mut shared);
        // Till the data counts as written; on the host, till it is.
        let _hold = Hold::new(shared, view.place());
        match view.accelerator().backend() {
            Backend::Missing(wish) => Err(no_default(wish)),
            // One after another they run where a debugger looks at them.
            &Backend::Cpu(threads) => host(Launch::next(), threads == Threads::All, &mut |twin| {
                if threads == Threads::All {
                    forked::refuse(Started::Threads, || view.accelerator().description())?;
                }
                // Before it runs, for a kernel that panics has written as well.
                arguments.written(Place::Host);
                view.profiler()
                    .timed(template.name, || (twin.run)(threads))
                    .map_err(|failure| panicked(template, failure))
            }),
            // Before any data moves.
            Backend::Checked(_) if !is_checked => Err(self.unchecked(&view)),
            Backend::Checked(seed) => host(Launch::next(), false, &mut |twin| {
                let Some(check) = twin.check else { return Err(self.unchecked(&view)) };
                let lent = Lent::new(arguments);
                arguments.written(Place::Host);
                let checker = Checker::new(template, extent, *seed, lent.undefined());
                let result = view.profiler().timed(template.name, || check(&checker));
                let (race, undefined) = checker.finish();
                lent.settle(&undefined);
                result.map_err(|failure| panicked(template, failure))?;
                race.map_or(Ok(()), Err)
            }),
            Backend::Gpu(_) => {
                let queue = view.queue()?;
                let mut bindings = Vec::with_capacity(template.slots.len());
                // They come in the order of the slots.
                arguments.bind(&view, &mut bindings).map_err(|error| {
                    let slot = template.slots.get(bindings.len());
                    error.for_view(template.name, slot.map_or("?", |slot| slot.name))
                })?;
                gpu::launch(&queue, self.program, template, extent, &bindings)?;
                arguments.written(view.place());
                Ok(())
            }
        }
    }

    /// Why the checked accelerator cannot run it.
    fn unchecked(&self, view: &AcceleratorView) -> Error {
        Error::UnsupportedFeature {
            kernel: self.template.name.to_owned(),
            accelerator: view.accelerator().description(),
            feature: "the cargo feature `checked` of `amp-runtime`".to_owned(),
        }
    }

    fn warm(&self) -> CompletionFuture<'static> {
        let &Asked { template, program, arguments, on } = self;
        let view = match choose(template, arguments, on) {
            Ok(view) => view,
            Err(error) => return CompletionFuture::ready(Err(error)),
        };
        if let Backend::Missing(wish) = view.accelerator().backend() {
            return CompletionFuture::ready(Err(no_default(wish)));
        }
        if view.place() == Place::Host {
            return CompletionFuture::ready(Ok(()));
        }
        let mut prepared = Vec::with_capacity(template.slots.len());
        arguments.prepare(&mut prepared);
        let compile = move || {
            let queue = view.queue()?;
            let bindings = prepared.into_iter().map(|argument| argument(&view));
            gpu::warm_up(&queue, program, template, &bindings.collect::<Result<Vec<_>>>()?)
        };
        // On a thread of its own: a compiler takes longer than others should have to wait.
        CompletionFuture::new(Arc::default(), compile, |result| result)
    }
}

/// Where to run: on the view that was chosen, or where the arrays are, or where all data of the views is, or on the default.
fn choose(
    template: &Template,
    arguments: &dyn Given,
    on: Option<&AcceleratorView>,
) -> Result<AcceleratorView> {
    let mut chosen = on.cloned();
    let mut stranger = None;
    arguments.homes(0, &mut |slot, home| {
        let here = chosen.get_or_insert_with(|| home.clone());
        // The memory of the host is one place, whichever view of the CPU it is used on.
        if here.place() != home.place() && stranger.is_none() {
            stranger = Some((slot, here.accelerator().description(), home.accelerator().description()));
        }
    });
    match stranger {
        None => Ok(chosen.unwrap_or_else(|| where_all_is(arguments))),
        Some((slot, here, there)) => {
            let array = template.slots.get(slot).map_or("?", |slot| slot.name);
            Err(Error::AcceleratorMismatch {
                kernel: template.name.to_owned(),
                reason: format!(
                    "the array `{array}` lives on a view of `{there}`, the launch is on a view of `{here}`"
                ),
            })
        }
    }
}

/// The default view, unless all data is on another accelerator view, and it is not here. If kernels are to be checked, all are; if
/// `AMP_ACCELERATOR` fits nothing, no launch without a view goes anywhere.
fn where_all_is(arguments: &dyn Given) -> AcceleratorView {
    let default = Accelerator::default().default_view();
    if let Backend::Checked(_) | Backend::Missing(_) = default.accelerator().backend() {
        return default;
    }
    let mut whereabouts = Whereabouts::new(default);
    arguments.whereabouts(&mut whereabouts);
    whereabouts.best()
}

pub(crate) fn check_domain(template: &Template, extent: &[usize]) -> Result<()> {
    let invalid = |reason: String| Error::InvalidComputeDomain { kernel: template.name.to_owned(), reason };
    if let Some(dimension) = extent.iter().position(|&size| size == 0) {
        let cut = match template.tile {
            Some(_) => {
                " (`truncate()` leaves nothing of a dimension that is shorter than its tile; `pad()` makes one tile of it)"
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

pub(crate) fn check_tile(template: &Template, extent: &[usize], tile: &[usize]) -> Result<()> {
    let invalid = |reason: String| Error::InvalidComputeDomain { kernel: template.name.to_owned(), reason };
    let own = template.tile.unwrap_or_default();
    if own != tile {
        return Err(invalid(format!("the kernel's tile is {own:?}, the domain's is {tile:?}")));
    }
    // The same on every accelerator: what every GPU has, and what a thread's stack has room for.
    let items = tile.iter().fold(1u64, |product, &size| product.saturating_mul(size as u64));
    let bytes = template
        .tile_static
        .iter()
        .fold(0u64, |sum, variable| sum.saturating_add((variable.ty.words() as u64).saturating_mul(4)));
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
                "dimension {d} of {extent:?} does not divide by the tile's {tile}; use `pad()` or `truncate()`"
            )));
        }
    }
    Ok(())
}

fn panicked(template: &Template, failure: Failure) -> Error {
    let kernel = template.name.to_owned();
    let located = |message: String, place: Option<String>| match (place, template.file) {
        (Some(place), _) => line::at(place, message),
        (None, "") => message,
        (None, file) => line::in_kernel(line::shown(file, template.line), message),
    };
    match failure {
        Failure::Fault(fault) => {
            let view = template.slots.get(fault.slot).map_or("?", |slot| slot.name);
            let message = located(fault.message(view), fault.place.map(line::of));
            Error::KernelPanicked { kernel, index: fault.item, message }
        }
        Failure::Found(error) => *error,
        Failure::Panic { index, message, place } => {
            Error::KernelPanicked { kernel, index, message: located(message, place) }
        }
    }
}
