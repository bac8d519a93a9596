//! A copy: nothing but memory.

use amp::prelude::*;
use amp_examples::frame::{Verdict, data};
use rayon::prelude::*;

use super::{CHUNK, Case, timed, told};
use crate::contest::{Contestant, Standings, Turn, Work, hold};

pub(super) const CASE: Case = Case { name: "copy", about: "copy: to = from", hold: run };

#[kernel]
fn copy(i: Index<1>, from: &ArrayView<f32>, to: &mut ArrayViewMut<f32>) {
    to[i] = from[i];
}

/// What the system's own copy makes of each chunk, which no loop over elements beats.
fn by_copy(from: &[f32], to: &mut [f32]) {
    to.par_chunks_mut(CHUNK).zip(from.par_chunks(CHUNK)).for_each(|(to, from)| to.copy_from_slice(from));
}

/// The same loop that the kernel is.
fn by_hand(from: &[f32], to: &mut [f32]) {
    to.par_iter_mut().with_min_len(CHUNK).zip(from).for_each(|(to, from)| *to = *from);
}

fn run(quick: bool) -> Result<Standings, String> {
    let n = if quick { 1 << 20 } else { 1 << 24 };
    let from = data::numbers(&[n], 1).map_err(told)?;
    let from = &from;
    let cpu = Accelerator::cpu().default_view();
    let judge = |to: &[f32]| {
        if to == &from[..] { Verdict::Right } else { Verdict::Wrong("the copy differs".to_owned()) }
    };

    let peer = |copy: fn(&[f32], &mut [f32])| {
        let mut to = vec![0.0; n];
        move || {
            to.fill(f32::NAN);
            let time = timed(|| {
                copy(from, &mut to);
                Ok(())
            })?;
            Ok(Turn { time, verdict: judge(&to) })
        }
    };
    let mut to = vec![0.0; n];
    let kernel = move || {
        to.fill(f32::NAN);
        let time = timed(|| {
            let mut to = ArrayViewMut::new(&mut to);
            to.discard_data();
            cpu.parallel_for_each(to.extent(), copy(&ArrayView::new(from), &mut to))?;
            to.finish()
        })?;
        Ok(Turn { time, verdict: judge(&to) })
    };
    let contestants = vec![
        Contestant { name: "rayon by hand", turn: Box::new(peer(by_hand)) },
        Contestant { name: "rayon, memcpy", turn: Box::new(peer(by_copy)) },
        Contestant { name: "amp kernel", turn: Box::new(kernel) },
    ];
    hold(n.to_string(), Work::Bytes(8.0 * n as f64), quick, contestants).map_err(|error| error.to_string())
}
