//! Runs one step of a program, with amp and with the model.

use crate::Locations;
use crate::model::Model;
use crate::program::{Operation, Step};
use crate::run::compare;
use crate::sections::{is_contiguous, position};
use crate::view::{Done, View, text};

/// Applies a step to a view of these elements, and to the model.
pub(crate) fn act(
    step: &Step,
    view: &mut dyn View,
    elements: &[usize],
    model: &mut Model,
    locations: &Locations,
) -> Done {
    let locations = &locations.views;
    let contiguous = is_contiguous(elements);
    let some = !elements.is_empty();
    let later = step.later;
    match step.act {
        Operation::CopyOut => {
            compare("the copy", &view.to_vec(later).map_err(text)?, &model.copy_to_vec(elements))?;
        }
        Operation::Read => {
            let expected = model.borrow_on_host(elements);
            let mut result = Ok(());
            view.read(later, &mut |found| result = compare("the guard", found, &expected)).map_err(text)?;
            result?;
        }
        Operation::ReadElement if some => {
            let known = model.is_newest(0, elements[0]);
            let found = view.first();
            let expected =
                if known { model.borrow_on_host(&elements[..1]) } else { model.borrow_on_host(elements) };
            compare("the element", &[found], &expected[..1])?;
        }
        Operation::Write(value) => {
            let expected = model.borrow_on_host(elements);
            let mut result = Ok(());
            let write = &mut |guard: &mut [u32]| {
                result = compare("the guard", guard, &expected);
                guard.iter_mut().zip(value..).for_each(|(element, value)| *element = value);
            };
            view.write(later, write).map_err(text)?;
            result?;
            model.written(0, elements, |at| Some(value + position(elements, at) as u32));
        }
        Operation::WriteElement(value) if some => {
            let last = elements.len() - 1;
            let width = view.width();
            let around = if contiguous { elements } else { &elements[last + 1 - width..] };
            let alone = around.iter().all(|&at| model.only_on_host(at));
            view.set_last(value);
            let values = model.borrow_on_host(if alone { around } else { elements });
            let values = &values[values.len() - around.len()..];
            model.written(0, around, |at| {
                if at == elements[last] { Some(value) } else { values[position(around, at)] }
            });
        }
        Operation::LaunchRead(location) if some => {
            let found = view.launch_read(&locations[location]).map_err(text)?;
            compare("the kernel's copy", &found, &model.launch(location, elements))?;
        }
        Operation::LaunchWrite(location, value) if some => {
            let width = view.width();
            view.launch_write(&locations[location], value).map_err(text)?;
            model.launch(location, elements);
            model.written(location, elements, |at| Some(value + (position(elements, at) % width) as u32));
        }
        Operation::LaunchAdd(location, value) if some => {
            let width = view.width();
            view.launch_add(&locations[location], value).map_err(text)?;
            let values = model.launch(location, elements);
            model.written(location, elements, |at| {
                let number = position(elements, at);
                let added = if (number % width).is_multiple_of(2) { value } else { 0 };
                values[number].map(|old| old.wrapping_add(added))
            });
        }
        Operation::LaunchNegate(location) if some && contiguous => {
            view.launch_negate(&locations[location]).map_err(text)?;
            let values = model.launch(location, elements);
            model.written(location, elements, |at| values[position(elements, at)].map(u32::wrapping_neg));
        }
        Operation::CopyFrom(location, value) if some => {
            let values: Vec<u32> = (value..).take(elements.len()).collect();
            view.copy_from(&locations[location], &values, later).map_err(text)?;
            model.written(location, elements, |at| Some(value + position(elements, at) as u32));
            // The source of the copy is an array on a device, so the data is copied within the device.
            if location != 0 {
                model.moved[2] += 4 * elements.len() as u64;
            }
        }
        Operation::CopyTo(location) if some => {
            let found = view.copy_to(&locations[location], later).map_err(text)?;
            let there = location != 0 && model.device_has_newest(location, elements);
            let before = model.moved;
            let expected = model.copy_to_vec(elements);
            // A copy within a device counts as a transfer of the array and not of the source. So does every
            // asynchronous copy.
            if there || later {
                model.moved = before;
            }
            compare("the array", &found, &expected)?;
        }
        Operation::SynchronizeTo(location) => {
            view.synchronize_to(&locations[location], later).map_err(text)?;
            model.make_resident(location, elements);
        }
        Operation::Discard => {
            view.discard();
            model.discarded(elements);
        }
        Operation::Synchronize => {
            view.synchronize(later).map_err(text)?;
            if model.borrowed {
                model.make_resident(0, elements);
            }
        }
        _ => {}
    }
    Ok(())
}
