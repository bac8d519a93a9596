//! Random programs with copies in flight. The programs write to arrays, launch over them, borrow them and
//! drop them while copies of them are pending. They poll the futures, drop them, or wait for them on any
//! thread. In every case, a program must read the same values as if each call had finished immediately.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::thread::{self, JoinHandle};

use amp::prelude::*;

use crate::Locations;
use crate::program::Random;
use crate::run::{caught, compare};
use crate::view::{Done, text};

const ARRAYS: usize = 4;

/// A random program: the length of all arrays, the location of each array, and the steps.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub len: usize,
    pub locations: [usize; ARRAYS],
    pub moves: Vec<Step>,
}

/// A step of a program. `array`, `from` and `to` are indices of arrays. `flight` is the index of a pending
/// copy, modulo the number of pending copies.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Copies `count` elements asynchronously: from index `at` of the array `from` to index `goal` of the
    /// array `to`.
    Copy {
        from: usize,
        at: usize,
        to: usize,
        goal: usize,
        count: usize,
    },
    /// Copies all elements of an array to a vector, asynchronously.
    Take {
        array: usize,
    },
    /// Copies a slice into an array, asynchronously.
    Give {
        array: usize,
        value: u32,
    },
    Look {
        array: usize,
    },
    Lend {
        array: usize,
    },
    Write {
        array: usize,
        value: u32,
    },
    Element {
        array: usize,
        at: usize,
        value: u32,
    },
    Add {
        array: usize,
        location: usize,
        value: u32,
    },
    Fill {
        array: usize,
        location: usize,
        value: u32,
    },
    Bring {
        array: usize,
        location: usize,
    },
    /// Replaces an array by a new one.
    Remake {
        array: usize,
        location: usize,
        value: u32,
    },
    Poll {
        flight: usize,
    },
    Forget {
        flight: usize,
    },
    Wait {
        flight: usize,
    },
    /// Waits for a pending copy on another thread.
    Send {
        flight: usize,
    },
    /// Borrows the elements mutably on the host, waits for a pending copy, and then writes the elements.
    WaitAround {
        flight: usize,
        array: usize,
        value: u32,
    },
}

impl Program {
    /// Generates the program of a seed.
    pub(crate) fn random(seed: u64, locations: usize) -> Program {
        let random = &mut Random::new(seed);
        let len = 1 + random.below(if cfg!(miri) { 4 } else { 24 });
        let homes = [(); ARRAYS].map(|()| random.below(locations));
        let moves = 5 + random.below(if cfg!(miri) { 12 } else { 40 });
        let moves = (0..moves).map(|n| Step::random(random, len, locations, 1000 * (n as u32 + 1))).collect();
        Program { len, locations: homes, moves }
    }
}

impl Step {
    fn random(random: &mut Random, len: usize, locations: usize, value: u32) -> Step {
        let (array, location) = (random.below(ARRAYS), random.below(locations));
        let flight = random.below(8);
        match random.below(26) {
            0..7 => {
                let to = (array + 1 + random.below(ARRAYS - 1)) % ARRAYS;
                let (at, count) = random.part(len);
                Step::Copy { from: array, at, to, goal: random.below(len - count + 1), count }
            }
            7 => Step::Take { array },
            8 => Step::Give { array, value },
            9 => Step::Look { array },
            10 => Step::Lend { array },
            11 => Step::Write { array, value },
            12 => Step::Element { array, at: random.below(len), value },
            13..16 => Step::Add { array, location, value },
            16 => Step::Fill { array, location, value },
            17 => Step::Bring { array, location },
            18 => Step::Remake { array, location, value },
            19 | 20 => Step::Poll { flight },
            21 => Step::Forget { flight },
            22 => Step::Wait { flight },
            23 => Step::Send { flight },
            _ => Step::WaitAround { flight, array, value },
        }
    }
}

/// A pending copy, with the elements that it must return.
struct Flight {
    future: Pin<Box<dyn Future<Output = amp::Result<Vec<u32>>> + Send>>,
    expected: Vec<Option<u32>>,
}

impl Flight {
    fn new<R>(future: CompletionFuture<'static, R>, make: fn(R) -> Vec<u32>, expected: &[u32]) -> Flight
    where
        R: Send + 'static,
    {
        let future = Box::pin(async move { future.await.map(make) });
        Flight { future, expected: known(expected) }
    }

    fn wait(self) -> Done {
        let found = pollster::block_on(self.future).map_err(text)?;
        compare("what was in flight", &found, &self.expected)
    }
}

/// Runs a program. Returns an error with the first difference from the model, if there is one.
pub(crate) fn run(program: &Program, locations: &Locations) -> Done {
    caught(|| fly(program, locations))
}

/// The arrays, with their expected elements.
struct Arrays<'p> {
    views: &'p [AcceleratorView],
    len: usize,
    arrays: Vec<Array<u32>>,
    models: Vec<Vec<u32>>,
    flights: Vec<Flight>,
    threads: Vec<JoinHandle<Done>>,
}

fn fly(program: &Program, locations: &Locations) -> Done {
    let mut world = Arrays {
        views: &locations.views,
        len: program.len,
        arrays: Vec::new(),
        models: Vec::new(),
        flights: Vec::new(),
        threads: Vec::new(),
    };
    for location in program.locations {
        let (array, model) = world.array(location, 1)?;
        world.arrays.push(array);
        world.models.push(model);
    }
    for (number, step) in program.moves.iter().enumerate() {
        world.step(step).map_err(|what| format!("move {number} ({step:?}): {what}"))?;
    }
    for thread in world.threads.drain(..) {
        thread.join().map_err(|_| "a thread panicked")??;
    }
    world.flights.drain(..).try_for_each(Flight::wait)?;
    (0..ARRAYS).try_for_each(|array| world.look(array))
}

impl Arrays<'_> {
    fn numbers(&self, value: u32) -> Vec<u32> {
        (value..).take(self.len).collect()
    }

    fn array(&self, location: usize, value: u32) -> Done<(Array<u32>, Vec<u32>)> {
        let numbers = self.numbers(value);
        let array = Array::from_slice_on(&self.views[location], [self.len], &numbers).map_err(text)?;
        Ok((array, numbers))
    }

    fn look(&self, array: usize) -> Done {
        let found = self.arrays[array].to_vec().map_err(text)?;
        compare("the array", &found, &known(&self.models[array]))
    }

    /// Borrows all elements of an array mutably, calls `before`, and then writes the elements.
    fn write(&mut self, array: usize, value: u32, before: impl FnOnce(&mut Vec<Flight>) -> Done) -> Done {
        let numbers = self.numbers(value);
        let mut guard = self.arrays[array].write().map_err(text)?;
        before(&mut self.flights)?;
        compare("the guard", &guard, &known(&self.models[array]))?;
        guard.copy_from_slice(&numbers);
        self.models[array] = numbers;
        Ok(())
    }

    /// Begins to copy `count` elements: from index `at` of the array `from` to index `goal` of the array
    /// `to`.
    fn copy(&mut self, from: usize, at: usize, to: usize, goal: usize, count: usize) -> Done {
        let [source, target] = self.arrays.get_disjoint_mut([from, to]).map_err(|error| error.to_string())?;
        let copied = if count == self.len {
            copy_async(source, target)
        } else {
            let mut target = target.as_view_mut();
            let mut target = target.section_mut([goal], [count]).map_err(text)?;
            copy_async(&source.as_view().section([at], [count]).map_err(text)?, &mut target)
        };
        let values = self.models[from][at..at + count].to_vec();
        self.models[to][goal..goal + count].copy_from_slice(&values);
        self.flights.push(Flight::new(copied, |()| Vec::new(), &[]));
        Ok(())
    }

    /// Removes and returns one of the pending copies. `None` if no copy is pending.
    fn take(flights: &mut Vec<Flight>, flight: usize) -> Option<Flight> {
        let many = flights.len();
        (many > 0).then(|| flights.swap_remove(flight % many))
    }

    fn step(&mut self, step: &Step) -> Done {
        match *step {
            Step::Copy { from, at, to, goal, count } => self.copy(from, at, to, goal, count)?,
            Step::Take { array } => {
                let taken = self.arrays[array].to_vec_async();
                self.flights.push(Flight::new(taken, |values| values, &self.models[array]));
            }
            Step::Give { array, value } => {
                let numbers = self.numbers(value);
                let given = self.arrays[array].copy_from_async(&numbers);
                self.models[array] = numbers;
                self.flights.push(Flight::new(given, |()| Vec::new(), &[]));
            }
            Step::Look { array } => self.look(array)?,
            Step::Lend { array } => {
                let guard = self.arrays[array].read().map_err(text)?;
                compare("the guard", &guard, &known(&self.models[array]))?;
            }
            Step::Write { array, value } => self.write(array, value, |_| Ok(()))?,
            Step::Element { array, at, value } => {
                self.arrays[array].as_view_mut()[at] = value;
                self.models[array][at] = value;
            }
            Step::Add { array, location, value } => {
                let mut view = self.arrays[array].as_view_mut();
                let launched =
                    self.views[location].parallel_for_each(self.len, amp!(|i: Index<1>| view[i] += value));
                launched.map_err(text)?;
                self.models[array].iter_mut().for_each(|element| *element += value);
            }
            Step::Fill { array, location, value } => {
                let mut view = self.arrays[array].as_view_mut();
                view.discard_data();
                let kernel = amp!(|i: Index<1>| view[i] = value + i[0] as u32);
                self.views[location].parallel_for_each(self.len, kernel).map_err(text)?;
                drop(view);
                self.models[array] = self.numbers(value);
            }
            Step::Bring { array, location } => {
                self.arrays[array].as_view().synchronize_to(&self.views[location]).map_err(text)?;
            }
            Step::Remake { array, location, value } => {
                (self.arrays[array], self.models[array]) = self.array(location, value)?;
            }
            Step::Poll { flight } => {
                let Some(mut it) = Self::take(&mut self.flights, flight) else { return Ok(()) };
                match it.future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
                    Poll::Pending => self.flights.push(it),
                    Poll::Ready(found) => {
                        compare("what was in flight", &found.map_err(text)?, &it.expected)?;
                    }
                }
            }
            Step::Forget { flight } => drop(Self::take(&mut self.flights, flight)),
            Step::Wait { flight } => Self::take(&mut self.flights, flight).map_or(Ok(()), Flight::wait)?,
            Step::Send { flight } => {
                let waiting = Self::take(&mut self.flights, flight).map(|it| thread::spawn(|| it.wait()));
                self.threads.extend(waiting);
            }
            Step::WaitAround { flight, array, value } => {
                self.write(array, value, |flights| Self::take(flights, flight).map_or(Ok(()), Flight::wait))?
            }
        }
        Ok(())
    }
}

fn known(values: &[u32]) -> Vec<Option<u32>> {
    values.iter().copied().map(Some).collect()
}
