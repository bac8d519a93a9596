//! `y = a * x + y`: bound by memory.

use amp::prelude::*;
use amp_examples::frame::{close, data};
use amp_examples::programs::saxpy;
use rayon::prelude::*;

use super::{CHUNK, Case, timed, told};
use crate::contest::{Contestant, Standings, Turn, Work, hold};

pub(super) const CASE: Case = Case { name: "saxpy", about: "saxpy: y = a * x + y", hold: run };

fn by_hand(a: f32, x: &[f32], y: &mut [f32]) {
    y.par_chunks_mut(CHUNK).zip(x.par_chunks(CHUNK)).for_each(|(y, x)| saxpy::serial(a, x, y));
}

fn run(quick: bool) -> Result<Standings, String> {
    let n = if quick { 1 << 20 } else { 1 << 24 };
    let a = 2.5;
    let xs = data::numbers(&[n], 1).map_err(told)?;
    let start = data::numbers(&[n], 2).map_err(told)?;
    let mut expected = start.clone();
    saxpy::serial(a, &xs, &mut expected);
    let (xs, start, expected) = (&xs, &start, &expected);
    let cpu = Accelerator::cpu().default_view();

    let mut ys = start.clone();
    let hand = move || {
        ys.copy_from_slice(start);
        let time = timed(|| {
            by_hand(a, xs, &mut ys);
            Ok(())
        })?;
        Ok(Turn { time, verdict: close(&ys, expected) })
    };
    let mut ys = start.clone();
    let kernel = move || {
        ys.copy_from_slice(start);
        let time = timed(|| {
            let mut y = ArrayViewMut::new(&mut ys);
            saxpy::named(&cpu, a, &ArrayView::new(xs), &mut y)?;
            y.finish()
        })?;
        Ok(Turn { time, verdict: close(&ys, expected) })
    };
    let contestants = vec![
        Contestant { name: "rayon by hand", turn: Box::new(hand) },
        Contestant { name: "amp kernel", turn: Box::new(kernel) },
    ];
    hold(n.to_string(), Work::Bytes(12.0 * n as f64), quick, contestants).map_err(|error| error.to_string())
}
