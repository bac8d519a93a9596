//! Runs a program with amp and with the model, and compares.

use std::panic::{AssertUnwindSafe, catch_unwind};

use amp::prelude::*;

use crate::Places;
use crate::model::{Model, initial};
use crate::program::{Act, Program, Recast, Source, Step};

/// What was different, if anything was.
pub(crate) fn run(program: &Program, places: &Places) -> Result<(), String> {
    match catch_unwind(AssertUnwindSafe(|| run_source(program, places))) {
        Ok(result) => result,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            Err(text.or(panic.downcast_ref::<&str>().map(|it| (*it).to_owned())).unwrap_or_default())
        }
    }
}

fn run_source(program: &Program, places: &Places) -> Result<(), String> {
    let mut model = Model::new(program, &places.devices);
    let size = program.extent[0] * program.extent[1];
    let mut values: Vec<u32> = (0..size).map(initial).collect();
    let all: Vec<usize> = (0..size).collect();
    let array =
        |place: usize| Array::from_slice_on(&places.views[place], program.extent, &values).map_err(text);
    let mut array = if let Source::Array(place) = program.source { Some(array(place)?) } else { None };
    // Each part is what happens to one view of the source.
    for steps in program.steps.split_inclusive(|step| matches!(step.act, Act::Recreate)) {
        let mut view = match (program.source, &mut array) {
            (Source::Slice, _) => ArrayViewMut::with_extent(program.extent, &mut values).map_err(text)?,
            (Source::Array(_), Some(array)) => array.as_view_mut(),
            _ => ArrayViewMut::without_source(program.extent).map_err(text)?,
        };
        for (number, step) in steps.iter().enumerate() {
            let context = |what: String| format!("step {number} of a view ({:?}): {what}", step.act);
            run_step(step, &mut view, program.extent, &mut model, &places.views).map_err(context)?;
            let moved = view.transfers();
            let moved = [moved.uploaded_bytes, moved.downloaded_bytes, moved.device_copied_bytes];
            if moved != model.moved {
                return Err(context(format!("{moved:?} bytes were moved, not {:?}", model.moved)));
            }
        }
        drop(view);
        match (program.source, &array) {
            (Source::Slice, _) => {
                let found = model.bring(0, &all);
                compare("the source", &values, &found)?;
                model.lend(values.clone());
            }
            (Source::Array(_), Some(array)) => {
                compare("the array", &array.to_vec().map_err(text)?, &model.copy_out(&all))?;
            }
            _ => model.forget(),
        }
    }
    Ok(())
}

fn run_step(
    step: &Step,
    view: &mut ArrayViewMut<'_, u32, 2>,
    whole: [usize; 2],
    model: &mut Model,
    places: &[AcceleratorView],
) -> Result<(), String> {
    let (mut origin, mut extent) = ([0, 0], whole);
    for (start, size) in &step.sections {
        origin = [origin[0] + start[0], origin[1] + start[1]];
        extent = *size;
    }
    let row = step.row.filter(|&row| row < extent[0]);
    let elements = |rows: std::ops::Range<usize>| -> Vec<usize> {
        let columns = origin[1]..origin[1] + extent[1];
        rows.flat_map(|i| columns.clone().map(move |j| (origin[0] + i) * whole[1] + j)).collect()
    };
    with_section(view, &step.sections, &mut |section| match row {
        Some(row) => {
            let mut row_view = section.project_mut(row).map_err(text)?;
            act(step, &mut row_view, &elements(row..row + 1), model, places)
        }
        None => {
            let elements = elements(0..extent[0]);
            if elements.is_empty() || !is_contiguous(&elements) {
                return act(step, section, &elements, model, places);
            }
            match step.recast {
                Recast::AsTheyAre => act(step, section, &elements, model, places),
                Recast::Flat => {
                    let mut flat = section.view_as_mut([elements.len()]).map_err(text)?;
                    act(step, &mut flat, &elements, model, places)
                }
                Recast::Twice if elements.len().is_multiple_of(2) && elements[0].is_multiple_of(2) => {
                    let mut pairs = section.reinterpret_as_mut::<UVec2>().map_err(text)?;
                    let mut back = pairs.reinterpret_as_mut().map_err(text)?;
                    act(step, &mut back, &elements, model, places)
                }
                Recast::Twice => {
                    let mut floats = section.reinterpret_as_mut::<f32>().map_err(text)?;
                    let mut back = floats.reinterpret_as_mut().map_err(text)?;
                    act(step, &mut back, &elements, model, places)
                }
            }
        }
    })
}

/// Makes sections of sections, since each borrows the one around it.
fn with_section(
    view: &mut ArrayViewMut<'_, u32, 2>,
    sections: &[([usize; 2], [usize; 2])],
    run: &mut dyn FnMut(&mut ArrayViewMut<'_, u32, 2>) -> Result<(), String>,
) -> Result<(), String> {
    match sections {
        [] => run(view),
        [(origin, extent), rest @ ..] => {
            with_section(&mut view.section_mut(*origin, *extent).map_err(text)?, rest, run)
        }
    }
}

fn is_contiguous(elements: &[usize]) -> bool {
    elements.windows(2).all(|pair| pair[0] + 1 == pair[1])
}

fn act<const N: usize>(
    step: &Step,
    view: &mut ArrayViewMut<'_, u32, N>,
    elements: &[usize],
    model: &mut Model,
    places: &[AcceleratorView],
) -> Result<(), String>
where
    for<'a> ArrayViewMut<'a, u32, N>: Kernels<N>,
{
    let extent = view.extent();
    let width = extent[N - 1];
    let contiguous = is_contiguous(elements);
    let some = !elements.is_empty();
    let later = step.later;
    match step.act {
        Act::CopyOut => {
            let copied = if later { view.to_vec_async().wait() } else { view.to_vec() };
            compare("the copy", &copied.map_err(text)?, &model.copy_out(elements))?;
        }
        Act::Read => {
            let guard = if later { view.read_async().wait() } else { view.read() };
            compare("the guard", &guard.map_err(text)?, &model.lend_on_host(elements))?;
        }
        Act::ReadElement if some => {
            let known = model.known(0, elements[0]);
            let found = view[[0; N]];
            let wanted =
                if known { model.lend_on_host(&elements[..1]) } else { model.lend_on_host(elements) };
            compare("the element", &[found], &wanted[..1])?;
        }
        Act::Write(value) => {
            let guard = if later { view.write_async().wait() } else { view.write() };
            let mut guard = guard.map_err(text)?;
            compare("the guard", &guard, &model.lend_on_host(elements))?;
            for (number, element) in guard.iter_mut().enumerate() {
                *element = value + number as u32;
            }
            drop(guard);
            model.written(0, elements, |at| Some(value + position(elements, at) as u32));
        }
        Act::WriteElement(value) if some => {
            let last = elements.len() - 1;
            let around = if contiguous { elements } else { &elements[last + 1 - width..] };
            let alone = around.iter().all(|&at| model.only_on_host(at));
            view[std::array::from_fn(|d| extent[d] - 1)] = value;
            let values = model.lend_on_host(if alone { around } else { elements });
            let values = &values[values.len() - around.len()..];
            model.written(0, around, |at| {
                if at == elements[last] { Some(value) } else { values[position(around, at)] }
            });
        }
        Act::LaunchRead(place) if some => {
            let mut out = ArrayViewMut::without_source(extent).map_err(text)?;
            view.launch_read(&places[place], &mut out).map_err(text)?;
            compare("the kernel's copy", &out.to_vec().map_err(text)?, &launch(model, place, elements))?;
        }
        Act::LaunchWrite(place, value) if some => {
            view.launch_write(&places[place], value).map_err(text)?;
            launch(model, place, elements);
            model.written(place, elements, |at| Some(value + (position(elements, at) % width) as u32));
        }
        Act::LaunchAdd(place, value) if some => {
            view.launch_add(&places[place], value).map_err(text)?;
            let values = launch(model, place, elements);
            model.written(place, elements, |at| {
                let number = position(elements, at);
                let added = if (number % width).is_multiple_of(2) { value } else { 0 };
                values[number].map(|old| old.wrapping_add(added))
            });
        }
        Act::LaunchNegate(place) if some && contiguous => {
            let mut signed = view.reinterpret_as_mut::<i32>().map_err(text)?;
            let kernel = amp!(|i: Index<1>| signed[i] = signed[i].wrapping_neg());
            places[place].parallel_for_each([elements.len()], kernel).map_err(text)?;
            let values = launch(model, place, elements);
            model.written(place, elements, |at| values[position(elements, at)].map(u32::wrapping_neg));
        }
        Act::CopyFrom(place, value) if some => {
            let values: Vec<u32> = (0..elements.len()).map(|number| value + number as u32).collect();
            let array = Array::from_slice_on(&places[place], extent, &values).map_err(text)?;
            let copied = if later { copy_async(&array, view).wait() } else { copy(&array, view) };
            copied.map_err(text)?;
            model.written(place, elements, |at| Some(value + position(elements, at) as u32));
            // It stays on the device.
            if place != 0 {
                model.moved[2] += 4 * elements.len() as u64;
            }
        }
        Act::CopyTo(place) if some => {
            let mut array = Array::new_on(&places[place], extent).map_err(text)?;
            let copied = if later { copy_async(view, &mut array).wait() } else { copy(view, &mut array) };
            copied.map_err(text)?;
            let there = place != 0 && model.device_knows(place, elements);
            let on_the_way =
                later && model.device_knows(0, elements) && !elements.iter().all(|&at| model.known(0, at));
            let before = model.moved;
            let wanted = model.copy_out(elements);
            // What is copied within a device counts for the array.
            if there || on_the_way {
                model.moved = before;
            }
            compare("the array", &array.to_vec().map_err(text)?, &wanted)?;
        }
        Act::SynchronizeTo(place) => {
            let at = &places[place];
            let done = if later { view.synchronize_to_async(at).wait() } else { view.synchronize_to(at) };
            done.map_err(text)?;
            model.bring(place, elements);
        }
        Act::Discard => {
            view.discard_data();
            model.discarded(elements);
        }
        Act::Synchronize => {
            let done = if later { view.synchronize_async().wait() } else { view.synchronize() };
            done.map_err(text)?;
            if model.lent {
                model.bring(0, elements);
            }
        }
        _ => {}
    }
    Ok(())
}

/// What a launch finds.
fn launch(model: &mut Model, place: usize, elements: &[usize]) -> Vec<Option<u32>> {
    if place == 0 { model.lend_on_host(elements) } else { model.bring(place, elements) }
}

fn position(elements: &[usize], at: usize) -> usize {
    elements.iter().position(|&it| it == at).unwrap_or_default()
}

fn compare(what: &str, found: &[u32], wanted: &[Option<u32>]) -> Result<(), String> {
    let same = found.len() == wanted.len()
        && found.iter().zip(wanted).all(|(found, wanted)| wanted.is_none_or(|wanted| wanted == *found));
    if same { Ok(()) } else { Err(format!("{what} has {found:?}, not {wanted:?}")) }
}

fn text(error: amp::Error) -> String {
    error.to_string()
}

/// What the launches do, in each rank.
trait Kernels<const N: usize> {
    fn launch_read(&self, on: &AcceleratorView, out: &mut ArrayViewMut<'_, u32, N>) -> amp::Result<()>;
    fn launch_write(&mut self, on: &AcceleratorView, value: u32) -> amp::Result<()>;
    fn launch_add(&mut self, on: &AcceleratorView, value: u32) -> amp::Result<()>;
}

impl Kernels<1> for ArrayViewMut<'_, u32, 1> {
    fn launch_read(&self, on: &AcceleratorView, out: &mut ArrayViewMut<'_, u32>) -> amp::Result<()> {
        let view = self;
        on.parallel_for_each(out.extent(), amp!(|i: Index<1>| out[i] = view[i]))
    }

    fn launch_write(&mut self, on: &AcceleratorView, value: u32) -> amp::Result<()> {
        let view = self;
        on.parallel_for_each(view.extent(), amp!(|i: Index<1>| view[i] = value + i[0] as u32))
    }

    fn launch_add(&mut self, on: &AcceleratorView, value: u32) -> amp::Result<()> {
        let view = self;
        on.parallel_for_each(
            view.extent(),
            amp!(|i: Index<1>| if i[0] % 2 == 0 {
                view[i] = view[i].wrapping_add(value);
            }),
        )
    }
}

impl Kernels<2> for ArrayViewMut<'_, u32, 2> {
    fn launch_read(&self, on: &AcceleratorView, out: &mut ArrayViewMut<'_, u32, 2>) -> amp::Result<()> {
        let view = self;
        on.parallel_for_each(out.extent(), amp!(|i: Index<2>| out[i] = view[i]))
    }

    fn launch_write(&mut self, on: &AcceleratorView, value: u32) -> amp::Result<()> {
        let view = self;
        on.parallel_for_each(view.extent(), amp!(|i: Index<2>| view[i] = value + i[1] as u32))
    }

    fn launch_add(&mut self, on: &AcceleratorView, value: u32) -> amp::Result<()> {
        let view = self;
        on.parallel_for_each(
            view.extent(),
            amp!(|i: Index<2>| if i[1] % 2 == 0 {
                view[i] = view[i].wrapping_add(value);
            }),
        )
    }
}
