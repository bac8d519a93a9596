//! `docs/language/math.md`.

use amp::prelude::*;

use super::measure::Case;

/// One function, with its worst error on each kind of accelerator.
pub(super) struct Row {
    name: String,
    bound: f64,
    worst: Vec<(String, f64)>,
}

impl Row {
    pub(super) fn new(room: &str, case: &Case) -> Self {
        Row { name: format!("{room}::{}", case.name), bound: case.bound, worst: Vec::new() }
    }

    pub(super) fn measured(&mut self, accelerator: &Accelerator, error: f64) {
        self.worst.push((accelerator.description().to_owned(), error));
    }
}

pub(super) fn keep(_room: &str, rows: &[Row]) {
    for row in rows {
        println!("{} {} {:?}", row.name, row.bound, row.worst);
    }
}
