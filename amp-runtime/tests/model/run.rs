//! Runs a program with amp and with the model, and compares the results.

use std::panic::{AssertUnwindSafe, catch_unwind};

use amp::prelude::*;

use crate::Locations;
use crate::model::{Model, initial};
use crate::program::{Operation, Program, Recast, Section, SectionOperation, Source, Step};
use crate::sections::{SubBox, is_contiguous};
use crate::view::{Done, Kernels, Rank, View, text};

/// Runs a program. Returns an error with the first difference from the model, if there is one.
pub(crate) fn run(program: &Program, locations: &Locations) -> Done {
    let run = || match program.extent.len() {
        1 => run_program::<1>(program, locations),
        2 => run_program::<2>(program, locations),
        3 => run_program::<3>(program, locations),
        _ => run_program::<4>(program, locations),
    };
    caught(run)
}

/// Runs a closure and converts a panic to an error.
pub(crate) fn caught(run: impl FnOnce() -> Done) -> Done {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(result) => result,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            Err(text.or(panic.downcast_ref::<&str>().map(|it| (*it).to_owned())).unwrap_or_default())
        }
    }
}

/// A source of a running program, with its view.
enum Live<'a, const N: usize> {
    Lent(ArrayViewMut<'a, u32, N>),
    Owned(ArrayViewMut<'static, u32, N>),
    Array(Array<u32, N>),
    Nothing(ArrayViewMut<'static, u32, N>),
}

impl<const N: usize> Live<'_, N> {
    fn with<R>(&mut self, run: impl FnOnce(&mut ArrayViewMut<'_, u32, N>) -> R) -> R {
        match self {
            Live::Lent(view) => run(view),
            Live::Owned(view) | Live::Nothing(view) => run(view),
            Live::Array(array) => run(&mut array.as_view_mut()),
        }
    }
}

fn run_program<const N: usize>(program: &Program, locations: &Locations) -> Done
where
    for<'a> ArrayViewMut<'a, u32, N>: View,
    Rank: Kernels<N>,
{
    let extent: [usize; N] = std::array::from_fn(|d| program.extent[d]);
    let size = extent.iter().product();
    let first: Vec<u32> = (0..size).map(initial).collect();
    let all: Vec<usize> = (0..size).collect();
    let mut models = program.sources.map(|source| Model::new(source, size, &locations.devices));
    let mut values = [first.clone(), first.clone()];
    let live = |source, values| -> Done<Live<'_, N>> {
        Ok(match source {
            Source::Slice => Live::Lent(ArrayViewMut::with_extent(extent, values).map_err(text)?),
            Source::Vector => Live::Owned(ArrayViewMut::from_vec(extent, first.clone()).map_err(text)?),
            Source::Array(location) => {
                Live::Array(Array::from_slice_on(&locations.views[location], extent, &first).map_err(text)?)
            }
            Source::Nothing => Live::Nothing(ArrayViewMut::without_source(extent).map_err(text)?),
        })
    };
    let [values_a, values_b] = &mut values;
    let mut sources = [live(program.sources[0], values_a)?, live(program.sources[1], values_b)?];
    for (number, step) in program.steps.iter().enumerate() {
        let context = |what: String| format!("step {number} ({:?}): {what}", step.act);
        match &step.act {
            Operation::Recreate => recreate(step, &mut sources[step.source], &mut models[step.source], &all),
            Operation::CopyAcross(origin) => {
                copy_across(step, origin, &mut sources, &mut models, &program.extent)
            }
            _ => {
                let model = &mut models[step.source];
                sources[step.source].with(|view| run_step(step, view, &program.extent, model, locations))
            }
        }
        .map_err(context)?;
        for (source, model) in sources.iter_mut().zip(&models) {
            let moved = source.with(|view| view.transfers());
            let moved = [moved.uploaded_bytes, moved.downloaded_bytes, moved.device_copied_bytes];
            if moved != model.moved {
                return Err(context(format!("{moved:?} bytes were moved, not {:?}", model.moved)));
            }
        }
    }
    for (at, source) in sources.into_iter().enumerate() {
        match source {
            // The view is dropped, finished, or finished by a future.
            Live::Lent(view) => match program.steps.len() % 3 {
                0 => drop(view),
                1 => view.finish().map_err(text)?,
                _ => view.finish_async().wait().map_err(text)?,
            },
            Live::Array(array) => {
                compare("the array", &array.to_vec().map_err(text)?, &models[at].copy_to_vec(&all))?;
            }
            Live::Owned(view) => {
                compare("the vector", &view.into_vec().map_err(text)?, &models[at].make_resident(0, &all))?;
            }
            Live::Nothing(_) => {}
        }
    }
    for ((source, model), values) in program.sources.iter().zip(&mut models).zip(&values) {
        if let Source::Slice = source {
            compare("the slice", values, &model.make_resident(0, &all))?;
        }
    }
    Ok(())
}

/// Ends the view of a source, checks the source, and creates a new view.
fn recreate<const N: usize>(step: &Step, source: &mut Live<'_, N>, model: &mut Model, all: &[usize]) -> Done {
    match source {
        // A borrowed slice can only be checked after its view ends.
        Live::Lent(_) => {}
        Live::Array(array) => {
            let found = if step.later { array.to_vec_async().wait() } else { array.to_vec() };
            compare("the array", &found.map_err(text)?, &model.copy_to_vec(all))?;
        }
        Live::Nothing(view) => {
            *view = ArrayViewMut::without_source(view.extent()).map_err(text)?;
            model.new_sourceless_view();
        }
        Live::Owned(view) => {
            let extent = view.extent();
            let nothing = ArrayViewMut::without_source(extent).map_err(text)?;
            let old = std::mem::replace(view, nothing);
            let values = if step.later { old.into_vec_async().wait() } else { old.into_vec() };
            let values = values.map_err(text)?;
            compare("the vector", &values, &model.make_resident(0, all))?;
            *view = ArrayViewMut::from_vec(extent, values.clone()).map_err(text)?;
            model.new_slice_view(values);
        }
    }
    Ok(())
}

/// Copies a section of one source to a section of the other.
fn copy_across<const N: usize>(
    step: &Step,
    origin: &[usize],
    sources: &mut [Live<'_, N>; 2],
    models: &mut [Model; 2],
    whole: &[usize],
) -> Done {
    let part = SubBox::of(whole, &step.sections);
    let goal = SubBox::section(whole, origin, &part.extent);
    let array = |numbers: &[usize]| -> [usize; N] { std::array::from_fn(|d| numbers[d]) };
    let [a, b] = sources;
    let (from, to) = if step.source == 0 { (a, b) } else { (b, a) };
    from.with(|from| {
        to.with(|to| {
            let from = from.section(array(&part.origin), array(&part.extent)).map_err(text)?;
            let mut to = to.section_mut(array(&goal.origin), array(&goal.extent)).map_err(text)?;
            let copied = if step.later { copy_async(&from, &mut to).wait() } else { copy(&from, &mut to) };
            copied.map_err(text)
        })
    })?;
    let [a, b] = models;
    let (from, to) = if step.source == 0 { (a, b) } else { (b, a) };
    from.copy_across(&part.elements(whole), to, &goal.elements(whole), step.later);
    Ok(())
}

fn run_step<const N: usize>(
    step: &Step,
    view: &mut ArrayViewMut<'_, u32, N>,
    whole: &[usize],
    model: &mut Model,
    locations: &Locations,
) -> Done
where
    for<'a> ArrayViewMut<'a, u32, N>: View,
    Rank: Kernels<N>,
{
    match &step.act {
        Operation::Sections(extent, origins, glances) => {
            let parts: Vec<_> = origins.iter().map(|origin| SubBox::section(whole, origin, extent)).collect();
            return with_sections_alive(view, &parts, glances, whole, model, locations);
        }
        Operation::Count(parts, counts, threads) => {
            return count(view, parts, counts, *threads, whole, model, locations);
        }
        _ => {}
    }
    let part = SubBox::of(whole, &step.sections);
    with_sections(view, &step.sections, &mut |view| {
        if let Some(index) = step.slice.filter(|&index| index < part.extent[0]) {
            let elements = part.projection(index).elements(whole);
            return view.slice(index, &mut |view| crate::step::act(step, view, &elements, model, locations));
        }
        let elements = part.elements(whole);
        let mut act = |view: &mut dyn View| crate::step::act(step, view, &elements, model, locations);
        if elements.is_empty() || !is_contiguous(&elements) {
            return act(view);
        }
        let even = elements.len().is_multiple_of(2) && elements[0].is_multiple_of(2);
        match step.recast {
            Recast::AsTheyAre => act(view),
            Recast::Flat => view.flat(elements.len(), &mut act),
            Recast::Twice => view.twice(even, &mut act),
        }
    })
}

/// Creates nested sections, and calls `run` with the innermost one. The function is recursive, because each
/// section borrows its parent.
fn with_sections(
    view: &mut dyn View,
    sections: &[Section],
    run: &mut dyn FnMut(&mut dyn View) -> Done,
) -> Done {
    match sections {
        [] => run(view),
        [(origin, extent), rest @ ..] => {
            view.section(origin, extent, &mut |view| with_sections(view, rest, run))
        }
    }
}

/// Creates several sections that are alive at the same time, and runs operations on them.
fn with_sections_alive<const N: usize>(
    view: &ArrayViewMut<'_, u32, N>,
    parts: &[SubBox],
    glances: &[SectionOperation],
    whole: &[usize],
    model: &mut Model,
    locations: &Locations,
) -> Done
where
    Rank: Kernels<N>,
{
    let array = |numbers: &[usize]| -> [usize; N] { std::array::from_fn(|d| numbers[d]) };
    let views = parts.iter().map(|part| view.section(array(&part.origin), array(&part.extent)));
    let views = views.collect::<amp::Result<Vec<_>>>().map_err(text)?;
    let elements: Vec<_> = parts.iter().map(|part| part.elements(whole)).collect();
    for glance in glances {
        match *glance {
            SectionOperation::Guards => {
                let guards = views.iter().map(|view| view.read()).collect::<amp::Result<Vec<_>>>();
                for (guard, elements) in guards.map_err(text)?.iter().zip(&elements) {
                    compare("a guard of many", guard, &model.borrow_on_host(elements))?;
                }
            }
            SectionOperation::CopyOut(at) => {
                let found = views[at].to_vec_async().wait().map_err(text)?;
                compare("the copy", &found, &model.copy_to_vec(&elements[at]))?;
            }
            SectionOperation::SynchronizeTo(location, at) => {
                views[at].synchronize_to(&locations.views[location]).map_err(text)?;
                model.make_resident(location, &elements[at]);
            }
            SectionOperation::LaunchTwo(location, a, b) if !elements[a].is_empty() => {
                let found =
                    Rank::launch_two(&locations.views[location], &views[a], &views[b]).map_err(text)?;
                let (x, y) = (model.launch(location, &elements[a]), model.launch(location, &elements[b]));
                let both = |(x, y): (&Option<u32>, &Option<u32>)| {
                    Some(x.as_ref()?.wrapping_mul(3).wrapping_add((*y)?))
                };
                compare("what was made of two", &found, &x.iter().zip(&y).map(both).collect::<Vec<_>>())?;
            }
            SectionOperation::LaunchTwo(..) => {}
        }
    }
    Ok(())
}

/// Runs launches that add to atomic views.
fn count<const N: usize>(
    view: &mut ArrayViewMut<'_, u32, N>,
    parts: &[Section],
    counts: &[(usize, usize, u32)],
    threads: bool,
    whole: &[usize],
    model: &mut Model,
    locations: &Locations,
) -> Done
where
    Rank: Kernels<N>,
{
    let array = |numbers: &[usize]| -> [usize; N] { std::array::from_fn(|d| numbers[d]) };
    let parts: Vec<_> = parts.iter().map(|(origin, extent)| SubBox::section(whole, origin, extent)).collect();
    let elements: Vec<_> = parts.iter().map(|part| part.elements(whole)).collect();
    if threads {
        // Each queue allocates its memory in this order. Otherwise the threads would determine the order in
        // which copies search the queues for a source.
        let nothing = view.section([0; N], [0; N]).map_err(text)?;
        for (_, location, _) in counts {
            nothing.synchronize_to(&locations.views[*location]).map_err(text)?;
            model.make_resident(*location, &[]);
        }
    }
    {
        let all = view.as_atomic();
        let views = parts.iter().map(|part| all.section(array(&part.origin), array(&part.extent)));
        let views = views.collect::<amp::Result<Vec<_>>>().map_err(text)?;
        let launch = |&(part, location, amount): &(usize, usize, u32)| {
            if elements[part].is_empty() {
                return Ok(());
            }
            Rank::launch_count(&locations.views[location], views[part], amount).map_err(text)
        };
        if threads {
            std::thread::scope(|scope| {
                let all: Vec<_> = counts.iter().map(|count| scope.spawn(|| launch(count))).collect();
                all.into_iter().try_for_each(|it| it.join().unwrap_or_else(|_| Err("a panic".into())))
            })?;
        } else {
            counts.iter().try_for_each(launch)?;
        }
    }
    if threads {
        counts.iter().for_each(|(part, ..)| model.mark_unordered(&elements[*part]));
    }
    for (part, location, amount) in counts {
        // An empty section has no launch and allocates no memory.
        if elements[*part].is_empty() {
            continue;
        }
        let location = if threads { 0 } else { *location };
        model.add(location, &elements[*part], *amount);
    }
    if threads {
        // The order of concurrent launches is unknown, so their transfers are unknown, too. The host
        // overwrites all elements, so that the state is known again.
        let before = model.values();
        let guard = view.write().map_err(text)?;
        compare("what was counted", &guard, &before)?;
        model.rewritten(&guard);
        drop(guard);
        let moved = view.transfers();
        model.moved = [moved.uploaded_bytes, moved.downloaded_bytes, moved.device_copied_bytes];
    }
    Ok(())
}

pub(crate) fn compare(what: &str, found: &[u32], expected: &[Option<u32>]) -> Done {
    let same = found.len() == expected.len()
        && found
            .iter()
            .zip(expected)
            .all(|(found, expected)| expected.is_none_or(|expected| expected == *found));
    if same { Ok(()) } else { Err(format!("{what} has {found:?}, not {expected:?}")) }
}
