//! The naive model: for each place and each element, what lies there, and whether it is the newest.

use crate::program::{Program, Source};

/// What is known about a place.
#[derive(Clone)]
struct Memory {
    newest: Vec<bool>,
    /// `None` where there may be anything.
    values: Vec<Option<u32>>,
}

/// The source with all its copies. Place 0 is the host.
pub(crate) struct Model {
    places: Vec<Memory>,
    /// The device that a place is on.
    devices: Vec<usize>,
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
    pub(crate) fn new(program: &Program, devices: &[usize]) -> Self {
        let size = program.extent[0] * program.extent[1];
        let empty = Memory { newest: vec![false; size], values: vec![Some(0); size] };
        let mut model = Model {
            places: vec![empty; devices.len()],
            devices: devices.to_vec(),
            moved: [0; 3],
            lent: false,
        };
        match program.source {
            Source::Slice => model.lend((0..size).map(initial).collect()),
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
        self.lent = true;
    }

    /// A new view of nothing.
    pub(crate) fn forget(&mut self) {
        for memory in &mut self.places {
            memory.newest.fill(false);
            memory.values.fill(Some(0));
        }
        self.moved = [0; 3];
    }

    /// Brings elements to a place; returns what is there then.
    pub(crate) fn bring(&mut self, place: usize, wanted: &[usize]) -> Vec<Option<u32>> {
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
