//! The naive model: for each place and each element, what lies there, and whether it is the newest.

use crate::parts::position;
use crate::program::Source;

/// What is known about a place.
#[derive(Clone)]
struct Memory {
    newest: Vec<bool>,
    /// `None` where there may be anything.
    values: Vec<Option<u32>>,
}

/// The source with all its copies. Place 0 is the host.
#[derive(Clone)]
pub(crate) struct Model {
    places: Vec<Memory>,
    /// The device that a place is on.
    devices: Vec<usize>,
    /// The places but the host that have memory, in the order in which they came to it.
    order: Vec<usize>,
    /// Bytes from the host to devices, back, and within a device.
    pub moved: [u64; 3],
    /// Whether the host's memory is that of a slice.
    pub lent: bool,
}

/// What the element at a place of the source holds first.
pub(crate) fn initial(at: usize) -> u32 {
    at as u32 + 1
}

impl Model {
    /// As it is when a program begins.
    pub(crate) fn new(source: Source, size: usize, devices: &[usize]) -> Self {
        let empty = Memory { newest: vec![false; size], values: vec![Some(0); size] };
        let mut model = Model {
            places: vec![empty; devices.len()],
            devices: devices.to_vec(),
            order: Vec::new(),
            moved: [0; 3],
            lent: false,
        };
        match source {
            Source::Slice | Source::Vector => model.lend((0..size).map(initial).collect()),
            Source::Array(place) => {
                let all: Vec<_> = (0..size).collect();
                model.written(place, &all, |at| Some(initial(at)));
                if place != 0 {
                    model.moved[0] = 4 * size as u64;
                }
            }
            Source::Nothing => {}
        }
        model
    }

    /// A new view of a slice with these values.
    pub(crate) fn lend(&mut self, values: Vec<u32>) {
        let size = values.len();
        for memory in &mut self.places {
            *memory = Memory { newest: vec![false; size], values: vec![None; size] };
        }
        self.places[0] = Memory { newest: vec![true; size], values: values.into_iter().map(Some).collect() };
        self.moved = [0; 3];
        self.order.clear();
        self.lent = true;
    }

    /// A new view of nothing.
    pub(crate) fn forget(&mut self) {
        for memory in &mut self.places {
            memory.newest.fill(false);
            memory.values.fill(Some(0));
        }
        self.moved = [0; 3];
        self.order.clear();
    }

    /// Brings elements to a place; returns what is there then.
    pub(crate) fn bring(&mut self, place: usize, wanted: &[usize]) -> Vec<Option<u32>> {
        self.has_memory(place);
        for &at in wanted {
            if self.places[place].newest[at] {
                continue;
            }
            // The host is the first place.
            let newest = |from: &usize| self.places[*from].newest[at];
            let near = |from: &usize| self.devices[*from] == self.devices[place];
            let from = (0..self.places.len()).find(|from| near(from) && newest(from));
            let Some(from) = from.or((0..self.places.len()).find(newest)) else { continue };
            let value = self.places[from].values[at];
            // From one device to another it goes through the host.
            let steps = match from {
                0 => vec![(place, 0)],
                _ if place == 0 => vec![(0, 1)],
                _ if self.devices[from] == self.devices[place] => vec![(place, 2)],
                _ => vec![(0, 1), (place, 0)],
            };
            for (to, way) in steps {
                self.moved[way] += 4;
                self.places[to].newest[at] = true;
                self.places[to].values[at] = value;
            }
        }
        wanted.iter().map(|&at| self.places[place].values[at]).collect()
    }

    /// Brings elements to the host and lends them there: what was nowhere is what lies there.
    pub(crate) fn lend_on_host(&mut self, wanted: &[usize]) -> Vec<Option<u32>> {
        let values = self.bring(0, wanted);
        for &at in wanted {
            self.places[0].newest[at] = true;
        }
        values
    }

    /// What a launch finds.
    pub(crate) fn launch(&mut self, place: usize, wanted: &[usize]) -> Vec<Option<u32>> {
        if place == 0 { self.lend_on_host(wanted) } else { self.bring(place, wanted) }
    }

    /// A launch adds to elements.
    pub(crate) fn add(&mut self, place: usize, elements: &[usize], amount: u32) {
        let values = self.launch(place, elements);
        self.written(place, elements, |at| {
            values[position(elements, at)].map(|old| old.wrapping_add(amount))
        });
    }

    /// Who uses elements first, and where, nobody knows: what is newest nowhere is what lies there.
    pub(crate) fn raced_for(&mut self, elements: &[usize]) {
        for &at in elements {
            let first = self.places[0].values[at];
            let agree = self.places.iter().all(|place| place.values[at] == first);
            if !agree && !self.places.iter().any(|place| place.newest[at]) {
                self.places[0].values[at] = None;
            }
        }
    }

    /// The newest of all elements.
    pub(crate) fn values(&self) -> Vec<Option<u32>> {
        let all: Vec<_> = (0..self.places[0].newest.len()).collect();
        self.clone().copy_out(&all)
    }

    /// All elements were written on the host.
    pub(crate) fn rewritten(&mut self, values: &[u32]) {
        let all: Vec<_> = (0..values.len()).collect();
        self.written(0, &all, |at| Some(values[at]));
    }

    fn has_memory(&mut self, place: usize) {
        if place != 0 && !self.order.contains(&place) {
            self.order.push(place);
        }
    }

    /// Elements are copied to as many of another source, of which a view says where they are.
    pub(crate) fn copy_across(&mut self, from: &[usize], target: &mut Model, to: &[usize], later: bool) {
        let newest = |place: usize, at: usize| self.places[place].newest[at];
        let host = from.iter().all(|&at| newest(0, at));
        let device = self.order.iter().copied().find(|&place| from.iter().all(|&at| newest(place, at)));
        // All of it on a device, or all of it over the host; later, each element from where it is.
        let places: Vec<usize> = match device.filter(|_| !host) {
            Some(place) => vec![place; from.len()],
            None if later => {
                let devices = |at: usize| self.order.iter().copied().find(|&place| newest(place, at));
                from.iter().map(|&at| if newest(0, at) { 0 } else { devices(at).unwrap_or(0) }).collect()
            }
            None => vec![0; from.len()],
        };
        if from.is_empty() {
            return;
        }
        for &place in &self.order {
            if places.contains(&place) {
                target.has_memory(place);
            }
        }
        let over_host: Vec<usize> =
            from.iter().zip(&places).filter(|(_, place)| **place == 0).map(|(at, _)| *at).collect();
        self.copy_out(&over_host);
        for ((&at, &to), &place) in from.iter().zip(to).zip(&places) {
            let value = self.clone_of(place, at);
            target.written(place, &[to], |_| value);
            target.moved[2] += if place == 0 { 0 } else { 4 };
        }
    }

    /// What a copy of an element at a place is.
    fn clone_of(&self, place: usize, at: usize) -> Option<u32> {
        let newest = (0..self.places.len()).find(|&it| self.places[it].newest[at]);
        self.places[newest.unwrap_or(place)].values[at]
    }

    /// Whether a place has the newest of an element.
    pub(crate) fn known(&self, place: usize, at: usize) -> bool {
        self.places[place].newest[at]
    }

    /// Whether there is a device that has the newest of all elements: that of a place, if it is not the host.
    pub(crate) fn device_knows(&self, place: usize, elements: &[usize]) -> bool {
        let all = |it: usize| elements.iter().all(|&at| self.known(it, at));
        (1..self.places.len()).any(|it| (place == 0 || self.devices[it] == self.devices[place]) && all(it))
    }

    /// Whether the host has the newest of an element, and nobody else.
    pub(crate) fn only_on_host(&self, at: usize) -> bool {
        self.known(0, at) && !self.places[1..].iter().any(|it| it.newest[at])
    }

    /// A copy is made, and nothing stays on the host.
    pub(crate) fn copy_out(&mut self, wanted: &[usize]) -> Vec<Option<u32>> {
        let before = self.places.clone();
        let values = self.bring(0, wanted);
        self.places = before;
        values
    }

    /// Elements were written at a place.
    pub(crate) fn written(&mut self, place: usize, elements: &[usize], value: impl Fn(usize) -> Option<u32>) {
        self.has_memory(place);
        for &at in elements {
            for memory in &mut self.places {
                memory.newest[at] = false;
            }
            self.places[place].newest[at] = true;
            self.places[place].values[at] = value(at);
        }
    }

    /// Elements are of no interest any more. The host's stay as they are; a device may use other memory.
    pub(crate) fn discarded(&mut self, elements: &[usize]) {
        for &at in elements {
            for (place, memory) in self.places.iter_mut().enumerate() {
                memory.newest[at] = false;
                if place != 0 {
                    memory.values[at] = None;
                }
            }
        }
    }
}
