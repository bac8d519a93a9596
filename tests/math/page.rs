//! `docs/language/math.md`: the stated bound of each function, and the errors measured on the machine that wrote the page.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use amp::prelude::*;

use super::measure::Case;

/// A function, with its largest error on the CPU and on the first GPU.
#[derive(Clone)]
pub(super) struct Row {
    module: String,
    name: String,
    range: String,
    bound: f64,
    cpu: Option<f64>,
    gpu: Option<(String, f64)>,
}

static ALL: Mutex<Vec<Row>> = Mutex::new(Vec::new());

impl Row {
    pub(super) fn new(module: &str, case: &Case) -> Self {
        Row {
            module: module.to_owned(),
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

    /// The columns that do not depend on the machine.
    fn stated(&self) -> String {
        let bound = match self.bound {
            0.0 => "exact".to_owned(),
            f64::INFINITY => "none".to_owned(),
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

/// Compares the stated bounds with the page. With `AMP_BLESS=1`, writes the page with all errors measured so far.
pub(super) fn keep(rows: Vec<Row>) {
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    all.retain(|known| !rows.iter().any(|row| row.module == known.module && row.name == known.name));
    all.extend(rows.iter().cloned());
    all.sort_by(|a, b| a.name.cmp(&b.name));
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/language/math.md");
    if std::env::var_os("AMP_BLESS").is_some_and(|bless| bless != "0") {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, page(&all)).unwrap();
        return;
    }
    let page = fs::read_to_string(&path).unwrap_or_default();
    for row in &rows {
        assert!(
            page.contains(&row.stated()),
            "`docs/language/math.md` has no row `{}`; run `AMP_BLESS=1 cargo test -p amp-tests --test math`",
            row.stated()
        );
    }
}

fn page(all: &[Row]) -> String {
    let table = |module: &str, head: &str| -> String {
        let rows: String = all.iter().filter(|row| row.module == module).map(Row::text).collect();
        let columns = head.matches('|').count() - 1;
        format!("{head}\n|{}\n{rows}", "---|".repeat(columns))
    };
    let device = all.iter().find_map(|row| row.gpu.as_ref()).map_or("none", |(device, _)| device);
    format!(
        "\
# Mathematics

This page lists the errors of the functions of `f32` in ULP, units in the last place of the result. `AMP_BLESS=1 cargo test -p
amp-tests --test math` writes it. The inputs are some 10,000 values of all exponents, with values near the turning points of the
functions. Without `AMP_BLESS`, the same command fails if an error exceeds its stated bound.

*Stated* is the bound that a function promises on the host and on the CPU accelerators. *CPU* and *GPU* are the largest measured
errors; 0 means that each result was the nearest `f32`. WGSL's bounds for GPUs are larger: 2.5 ULP for a division, 2^-11 for a
sine. A GPU may also flush values below 1.2e-38 to zero, so the GPU column excludes such values.

The GPU is: {device}.

Where a result is exact, and for integers, kernels mean what Rust means on each accelerator, which `tests/methods` holds them to.
The methods of `f64` that devices have (`sqrt`, `mul_add`, .. see [the language](../language.md#methods)) are the device's, whose
`mul_add` may round twice; signs, whole parts, remainders and what asks what a number is are exact; the others are refused, because no
device has them.

## `amp::precise_math`

These functions use the same algorithms on every accelerator, in `f32` only. The stated bounds are those of C++ AMP. On [an NVIDIA
H200](../performance/2026-11-27-h200.md#whether-all-is-right-there), `remquo` gave wrong results; the cause is unknown.

{}
`sincos` is as exact as `sin` and `cos`; `frexp`, `ldexp`, `modf`, `remquo`, `ilogb`, `scalb`, `scalbn`, `fmin`, `fmax`, and the
questions (`isnan`, ..) are exact. `fma` is rounded once on the CPU, and on a GPU as the device likes. `lgamma` is measured
outside of -11 to -2.2, where it crosses zero.

## `amp::fast_math`

The methods of `f32` of the same meaning are the same functions: `x.sin()` is `fast_math::sin(x)`, `x.ln()` is `log`,
`x.powf(y)` is `pow`. On the CPU they become vectors.

{}
Drivers promise absolute errors for logarithms near zero and for tiny angles, where a small absolute error is many ULP.

## Other methods of `f32`

On the CPU these methods call the standard library, which is inexact near the ends of some ranges. On a GPU they are amp's own.

{}",
        table("precise_math", "| function | stated | CPU | GPU |"),
        table("fast_math", "| function | measured for | stated | CPU | GPU |"),
        table("f32", "| method | measured for | stated | CPU | GPU |"),
    )
}
