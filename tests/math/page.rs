//! `docs/language/math.md`: what each function states, and what was measured where the page was written.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use amp::prelude::*;

use super::measure::Case;

/// One function, with its worst error on the CPU and on the first GPU.
#[derive(Clone)]
pub(super) struct Row {
    room: String,
    name: String,
    range: String,
    bound: f64,
    cpu: Option<f64>,
    gpu: Option<(String, f64)>,
}

static ALL: Mutex<Vec<Row>> = Mutex::new(Vec::new());

impl Row {
    pub(super) fn new(room: &str, case: &Case) -> Self {
        Row {
            room: room.to_owned(),
            name: case.name.to_owned(),
            range: case.range.to_owned(),
            bound: case.bound,
            cpu: None,
            gpu: None,
        }
    }

    pub(super) fn measured(&mut self, accelerator: &Accelerator, error: f64) {
        if accelerator.device_path().starts_with("cpu") {
            self.cpu = Some(self.cpu.unwrap_or(0.0).max(error));
        } else if self.gpu.is_none() {
            self.gpu = Some((accelerator.description().to_owned(), error));
        }
    }

    /// What does not depend on the machine.
    fn stated(&self) -> String {
        let bound = match self.bound {
            0.0 => "exact".to_owned(),
            f64::INFINITY => "nothing".to_owned(),
            bound => bound.to_string(),
        };
        match self.range.as_str() {
            "" => format!("| `{}` | {bound} |", self.name),
            range => format!("| `{}` | {range} | {bound} |", self.name),
        }
    }

    fn text(&self) -> String {
        let gpu = self.gpu.as_ref().map_or_else(String::new, |(_, error)| ulp(*error));
        format!("{} {} | {gpu} |\n", self.stated(), self.cpu.map_or_else(String::new, ulp))
    }
}

fn ulp(error: f64) -> String {
    match error {
        0.0 => "0".to_owned(),
        error if error.is_infinite() => "special values differ".to_owned(),
        error if error >= 1000.0 => format!("{error:.0e}"),
        error => format!("{error:.2}"),
    }
}

/// Compares with the page what it states; where it is blessed, writes it anew, with all that was measured so far.
pub(super) fn keep(rows: Vec<Row>) {
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    all.retain(|known| !rows.iter().any(|row| row.room == known.room && row.name == known.name));
    all.extend(rows.iter().cloned());
    all.sort_by(|a, b| a.name.cmp(&b.name));
    let place = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/language/math.md");
    if std::env::var_os("AMP_BLESS").is_some_and(|bless| bless != "0") {
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(&place, page(&all)).unwrap();
        return;
    }
    let page = fs::read_to_string(&place).unwrap_or_default();
    for row in &rows {
        assert!(
            page.contains(&row.stated()),
            "`docs/language/math.md` does not say `{}`; run `AMP_BLESS=1 cargo test -p amp-tests --test math`",
            row.stated()
        );
    }
}

fn page(all: &[Row]) -> String {
    let table = |room: &str, head: &str| -> String {
        let rows: String = all.iter().filter(|row| row.room == room).map(Row::text).collect();
        let columns = head.matches('|').count() - 1;
        format!("{head}\n|{}\n{rows}", "---|".repeat(columns))
    };
    let device = all.iter().find_map(|row| row.gpu.as_ref()).map_or("none", |(device, _)| device);
    format!(
        "\
# Mathematics

How exact the functions of `f32` are, in ULP: units in the last place of the result. `AMP_BLESS=1 cargo test -p amp-tests --test
math` writes this page, from a sweep over some 10,000 numbers of all exponents with those where functions turn; without
`AMP_BLESS` the same command fails where a function is worse than stated.

*Stated* is what a function promises on the host and on the CPU accelerators. *CPU* and *GPU* are the worst errors that
were seen; 0 says that each result was the number nearest to the exact one. A GPU owes less than it happens to do: WGSL lets it
be off by 2.5 ULP in a division, by 2^-11 in a sine, and take numbers below 1.2e-38 for zero; such numbers are left out there.

The GPU is: {device}.

Where a result is exact, and for integers, kernels mean what Rust means on each accelerator, which `tests/methods` holds them to.
The methods of `f64` that devices have (`sqrt`, `mul_add`, .. see [the language](../language.md#methods)) are the device's, whose
`mul_add` may round twice; signs, whole parts, remainders and what asks what a number is are exact; the others are refused, because no
device has them.

## `amp::precise_math`

The same algorithm everywhere, in `f32` only. What is stated is what C++ AMP demands. On [an NVIDIA
H200](../performance/2026-11-27-h200.md#whether-all-is-right-there) `remquo` gave wrong results; why is not known yet.

{}
`sincos` is as exact as `sin` and `cos`; `frexp`, `ldexp`, `modf`, `remquo`, `ilogb`, `scalb`, `scalbn`, `fmin`, `fmax`, and the
questions (`isnan`, ..) are exact. `fma` is rounded once on the CPU, and on a GPU as the device likes. `lgamma` is measured
outside of -11 to -2.2, where it crosses zero.

## `amp::fast_math`

The methods of `f32` of the same meaning are the same functions: `x.sin()` is `fast_math::sin(x)`, `x.ln()` is `log`,
`x.powf(y)` is `pow`. On the CPU they become vectors.

{}
Where a logarithm is near zero, or an angle tiny, many ULP can be a small error: drivers promise absolute ones there.

## Other methods of `f32`

On the CPU they are those of the standard library, which near one end is not exact itself; on a GPU amp's own.

{}",
        table("precise_math", "| function | stated | CPU | GPU |"),
        table("fast_math", "| function | measured for | stated | CPU | GPU |"),
        table("f32", "| method | measured for | stated | CPU | GPU |"),
    )
}
