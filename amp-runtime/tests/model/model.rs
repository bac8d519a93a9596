//! The naive model: for each location and each element, the value at the location, and whether the value is
//! the newest.

use crate::program::Source;
use crate::sections::position;

/// The elements of a source, as stored at one location.
#[derive(Clone)]
struct Memory {
    newest: Vec<bool>,
    /// The value of each element. `None` if the value is undefined.
    values: Vec<Option<u32>>,
}

/// A source with all its copies. Location 0 is the host.
#[derive(Clone)]
pub(crate) struct Model {
    locations: Vec<Memory>,
    /// The device of each location.
    devices: Vec<usize>,
    /// The locations other than the host that have memory, in the order of allocation.
    order: Vec<usize>,
    /// The transferred bytes: uploaded, downloaded, and copied within a device.
    pub moved: [u64; 3],
    /// Whether the host memory is a borrowed slice.
    pub borrowed: bool,
}

/// The initial value of an element.
pub(crate) fn initial(at: usize) -> u32 {
    at as u32 + 1
}

impl Model {
    /// Returns the state of a source at the start of a program.
    pub(crate) fn new(source: Source, size: usize, devices: &[usize]) -> Self {
        let empty = Memory { newest: vec![false; size], values: vec![Some(0); size] };
        let mut model = Model {
            locations: vec![empty; devices.len()],
            devices: devices.to_vec(),
            order: Vec::new(),
            moved: [0; 3],
            borrowed: false,
        };
        match source {
            Source::Slice | Source::Vector => model.new_slice_view((0..size).map(initial).collect()),
            Source::Array(location) => {
                let all: Vec<_> = (0..size).collect();
                model.written(location, &all, |at| Some(initial(at)));
                if location != 0 {
                    model.moved[0] = 4 * size as u64;
                }
            }
            Source::Nothing => {}
        }
        model
    }

    /// Replaces the view by a new view of a slice with these values.
    pub(crate) fn new_slice_view(&mut self, values: Vec<u32>) {
        let size = values.len();
        for memory in &mut self.locations {
            *memory = Memory { newest: vec![false; size], values: vec![None; size] };
        }
        self.locations[0] =
            Memory { newest: vec![true; size], values: values.into_iter().map(Some).collect() };
        self.moved = [0; 3];
        self.order.clear();
        self.borrowed = true;
    }

    /// Replaces the view by a new view without a source.
    pub(crate) fn new_sourceless_view(&mut self) {
        for memory in &mut self.locations {
            memory.newest.fill(false);
            memory.values.fill(Some(0));
        }
        self.moved = [0; 3];
        self.order.clear();
    }

    /// Makes elements resident at a location, and returns their values at this location.
    pub(crate) fn make_resident(&mut self, location: usize, elements: &[usize]) -> Vec<Option<u32>> {
        self.has_memory(location);
        for &at in elements {
            if self.locations[location].newest[at] {
                continue;
            }
            // The source of the transfer is preferably on the same device, and otherwise the host.
            let newest = |from: &usize| self.locations[*from].newest[at];
            let near = |from: &usize| self.devices[*from] == self.devices[location];
            let from = (0..self.locations.len()).find(|from| near(from) && newest(from));
            let Some(from) = from.or((0..self.locations.len()).find(newest)) else { continue };
            let value = self.locations[from].values[at];
            // Data of another device is first copied to the host.
            let steps = match from {
                0 => vec![(location, 0)],
                _ if location == 0 => vec![(0, 1)],
                _ if self.devices[from] == self.devices[location] => vec![(location, 2)],
                _ => vec![(0, 1), (location, 0)],
            };
            for (to, way) in steps {
                self.moved[way] += 4;
                self.locations[to].newest[at] = true;
                self.locations[to].values[at] = value;
            }
        }
        elements.iter().map(|&at| self.locations[location].values[at]).collect()
    }

    /// Downloads elements and borrows them on the host. If no location has the newest value of an element, as
    /// after a discard, the host's value becomes the newest.
    pub(crate) fn borrow_on_host(&mut self, elements: &[usize]) -> Vec<Option<u32>> {
        let values = self.make_resident(0, elements);
        for &at in elements {
            self.locations[0].newest[at] = true;
        }
        values
    }

    /// Makes elements resident for a launch, and returns the values that the launch reads.
    pub(crate) fn launch(&mut self, location: usize, elements: &[usize]) -> Vec<Option<u32>> {
        if location == 0 { self.borrow_on_host(elements) } else { self.make_resident(location, elements) }
    }

    /// Models a launch that adds to elements.
    pub(crate) fn add(&mut self, location: usize, elements: &[usize], amount: u32) {
        let values = self.launch(location, elements);
        self.written(location, elements, |at| {
            values[position(elements, at)].map(|old| old.wrapping_add(amount))
        });
    }

    /// Models the first uses of elements in an unknown order. If no location has the newest value of an
    /// element and the values differ, the element becomes undefined.
    pub(crate) fn mark_unordered(&mut self, elements: &[usize]) {
        for &at in elements {
            let first = self.locations[0].values[at];
            let agree = self.locations.iter().all(|location| location.values[at] == first);
            if !agree && !self.locations.iter().any(|location| location.newest[at]) {
                self.locations[0].values[at] = None;
            }
        }
    }

    /// The newest values of all elements.
    pub(crate) fn values(&self) -> Vec<Option<u32>> {
        let all: Vec<_> = (0..self.locations[0].newest.len()).collect();
        self.clone().copy_to_vec(&all)
    }

    /// Models that the host overwrites all elements.
    pub(crate) fn rewritten(&mut self, values: &[u32]) {
        let all: Vec<_> = (0..values.len()).collect();
        self.written(0, &all, |at| Some(values[at]));
    }

    fn has_memory(&mut self, location: usize) {
        if location != 0 && !self.order.contains(&location) {
            self.order.push(location);
        }
    }

    /// Copies the elements `from` to the elements `to` of another source. `later` selects the asynchronous
    /// copy.
    pub(crate) fn copy_across(&mut self, from: &[usize], target: &mut Model, to: &[usize], later: bool) {
        let newest = |location: usize, at: usize| self.locations[location].newest[at];
        let host = from.iter().all(|&at| newest(0, at));
        let device = self.order.iter().copied().find(|&location| from.iter().all(|&at| newest(location, at)));
        // A copy is made within one device or through the host. An asynchronous copy copies each element
        // within a location that has its newest value.
        let locations: Vec<usize> = match device.filter(|_| !host) {
            Some(location) => vec![location; from.len()],
            None if later => {
                let devices = |at: usize| self.order.iter().copied().find(|&location| newest(location, at));
                from.iter().map(|&at| if newest(0, at) { 0 } else { devices(at).unwrap_or(0) }).collect()
            }
            None => vec![0; from.len()],
        };
        if from.is_empty() {
            return;
        }
        for &location in &self.order {
            if locations.contains(&location) {
                target.has_memory(location);
            }
        }
        let over_host: Vec<usize> =
            from.iter().zip(&locations).filter(|(_, location)| **location == 0).map(|(at, _)| *at).collect();
        self.copy_to_vec(&over_host);
        for ((&at, &to), &location) in from.iter().zip(to).zip(&locations) {
            let value = self.clone_of(location, at);
            target.written(location, &[to], |_| value);
            target.moved[2] += if location == 0 { 0 } else { 4 };
        }
    }

    /// The newest value of an element. If no location has it, the value at this location.
    fn clone_of(&self, location: usize, at: usize) -> Option<u32> {
        let newest = (0..self.locations.len()).find(|&it| self.locations[it].newest[at]);
        self.locations[newest.unwrap_or(location)].values[at]
    }

    /// Whether a location has the newest value of an element.
    pub(crate) fn is_newest(&self, location: usize, at: usize) -> bool {
        self.locations[location].newest[at]
    }

    /// Whether one device has the newest values of all elements. The device must be that of `location`. If
    /// `location` is the host, any device may have them.
    pub(crate) fn device_has_newest(&self, location: usize, elements: &[usize]) -> bool {
        let all = |it: usize| elements.iter().all(|&at| self.is_newest(it, at));
        (1..self.locations.len())
            .any(|it| (location == 0 || self.devices[it] == self.devices[location]) && all(it))
    }

    /// Whether the host, and no other location, has the newest value of an element.
    pub(crate) fn only_on_host(&self, at: usize) -> bool {
        self.is_newest(0, at) && !self.locations[1..].iter().any(|it| it.newest[at])
    }

    /// Returns the newest values of elements, without making them resident on the host.
    pub(crate) fn copy_to_vec(&mut self, elements: &[usize]) -> Vec<Option<u32>> {
        let before = self.locations.clone();
        let values = self.make_resident(0, elements);
        self.locations = before;
        values
    }

    /// Models that elements are written at a location.
    pub(crate) fn written(
        &mut self,
        location: usize,
        elements: &[usize],
        value: impl Fn(usize) -> Option<u32>,
    ) {
        self.has_memory(location);
        for &at in elements {
            for memory in &mut self.locations {
                memory.newest[at] = false;
            }
            self.locations[location].newest[at] = true;
            self.locations[location].values[at] = value(at);
        }
    }

    /// Models that elements are discarded. The host's values remain; a device may use other memory later.
    pub(crate) fn discarded(&mut self, elements: &[usize]) {
        for &at in elements {
            for (location, memory) in self.locations.iter_mut().enumerate() {
                memory.newest[at] = false;
                if location != 0 {
                    memory.values[at] = None;
                }
            }
        }
    }
}
