//! `docs/language/math.md`: the stated bound of each function, and the errors measured on the machine that wrote the page.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use amp::prelude::*;

use crate::math::measure::Case;

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

    /// A row for a function that is measured over all arguments, so that the page states no range.
    pub(super) fn stating(module: &str, name: &str, bound: f64) -> Self {
        let (module, name) = (module.to_owned(), name.to_owned());
        Row { module, name, range: String::new(), bound, cpu: None, gpu: None }
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
            "`docs/language/math.md` has no row `{}`; run `AMP_BLESS=1 cargo test -p amp-tests --test it math::`",
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
amp-tests --test it math::` writes it. The inputs are some 10,000 values of all exponents, with values near the turning points of the
functions. Without `AMP_BLESS`, the same command fails if an error exceeds its stated bound.

*Stated* is the bound that a function promises on the host and on the CPU accelerators. *CPU* and *GPU* are the largest measured
errors; 0 means that each result was the nearest `f32`. WGSL's bounds for GPUs are larger: 2.5 ULP for a division, 2^-11 for a
sine. A GPU may also flush values below 1.2e-38 to zero, so the GPU column excludes such values.

The GPU is: {device}.

Integer operations and exact functions of floats give the results of Rust on each accelerator; `tests/it/arithmetic` checks both.
The methods of `f64` have [a section of their own](#methods-of-f64).

## What drivers rearrange

A GPU rounds each `+`, `-` and `*` as IEEE 754 requires, but its driver may rearrange several operations as if floats were real
numbers. The result then differs from that of Rust, although the shader is correct. llvmpipe makes these changes:

| source | computed | difference |
|---|---|---|
| `(a + b) - a`, `a + (b - a)` | `b` | in the rounding error: compensated sums lose their compensation |
| `(a + 1.0) - 1.0` | `a` | in the rounding error |
| `a + 3.1 + 5.3`, `a * 3.1 * 5.3` | `a + 8.4`, `a * 16.43` | in the last place |
| `a * b + a * c` | `a * (b + c)` | in the last place, and where a product is infinite |
| `1.0 / (1.0 / a)` | `a` | in the last place |
| `a.mul_add(b, -(a * b))` | `0.0` | in the whole result: the product is rounded before the sum |
| `a + 0.0`, `0.0 - a` | `a`, `-a` | in the sign of zero |
| `a * 0.0` | `0.0` | in the sign of zero, and where `a` is infinite or NaN |

The CPU accelerators rearrange nothing. On a GPU, `strict_float` prevents rearrangement for the operators `+`, `-`, `*` and `/` of
`f32`, `f64` and glam's vectors of `f32`. Each result is then that of Rust, except for the device's rounding of divisions; a product and
a sum are not fused. Write the option on a kernel or on a device function; it does not apply to the functions that these call. Each
operation costs two more integer operations, which mix its operands with zeros that are known only at launch. `f16`, matrices, and the
arithmetic inside methods are not covered.

```rust
use amp::prelude::*;

/// Neumaier's sum: the rounding errors are summed separately.
#[device(strict_float)]
fn summed(x: &ArrayView<f32>, from: usize, to: usize) -> f32 {{
    let (mut sum, mut lost) = (0.0, 0.0);
    for k in from..to {{
        let grown = sum + x[k];
        if sum.abs() >= x[k].abs() {{
            lost += (sum - grown) + x[k];
        }} else {{
            lost += (x[k] - grown) + sum;
        }}
        sum = grown;
    }}
    sum + lost
}}

#[kernel(strict_float)]
fn differences(i: Index<1>, a: f32, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {{
    y[i] = (x[i] + a) - x[i];
}}

fn launch(x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) -> amp::Result<()> {{
    parallel_for_each(y.extent(), amp!(strict_float, |i: Index<1>| y[i] = (x[i] + 1.0) - x[i]))
}}
```

`precise_math::two_sum(a, b)` returns the rounded sum and its rounding error, which together are exactly `a + b`. It works on every
accelerator, for `f32` and `f64`. `fast_two_sum` needs half of the operations, but the magnitude of `a` must be at least that of `b`.
`two_prod` returns the rounded product of two `f32`s and its error. With these functions, Kahan's and Neumaier's sums take one line for
each addition, in any kernel:

```rust
use amp::precise_math;
use amp::prelude::*;

#[kernel]
fn sums(i: Index<1>, count: usize, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {{
    let (mut sum, mut lost) = (0.0f32, 0.0f32);
    for k in count * i[0]..count * (i[0] + 1) {{
        let (grown, error) = precise_math::two_sum(sum, x[k]);
        sum = grown;
        lost += error;
    }}
    y[i] = sum + lost;
}}
```

## `amp::precise_math`

These functions use the same algorithms on every accelerator, in `f32` only. The stated bounds are those of C++ AMP. On [an NVIDIA
H200](../performance/2026-11-27-h200.md#correctness), `remquo` gave wrong results; the cause is unknown.

{}
`sincos` is as exact as `sin` and `cos`; `frexp`, `ldexp`, `modf`, `remquo`, `ilogb`, `scalb`, `scalbn`, `fmin`, `fmax`, and the
questions (`isnan`, ..) are exact. The sums, products and errors of `two_sum`, `fast_two_sum` and `two_prod` are exact too. `fma` is rounded once on the CPU, and on a GPU as the device likes. `lgamma` is measured
outside of -11 to -2.2, where it crosses zero.

## `amp::fast_math`

The methods of `f32` of the same meaning are the same functions: `x.sin()` is `fast_math::sin(x)`, `x.ln()` is `log`,
`x.powf(y)` is `pow`. On the CPU they become vectors.

{}
Drivers promise absolute errors for logarithms near zero and for tiny angles, where a small absolute error is many ULP.

## Other methods of `f32`

On the CPU these methods call the standard library, which is inexact near the ends of some ranges. On a GPU they are amp's own.

{}
## Methods of `f64`

GPUs have no functions of `f64` besides `sqrt` and `fma`, so amp's own functions run there, on every device that has `f64`. They
need no 64-bit integers. On the CPU these methods call the standard library. The columns contain the distance from its results in
ULP, for values of all exponents, infinities, NaN, subnormal numbers and huge angles. The standard library's own error is up to 2 ULP.

The bounds hold if the device rounds `+`, `-`, `*`, `/` and `sqrt` of `f64` to the nearest value. `powi` multiplies repeatedly, as on the
host. `mul_add` may round twice. Signs, whole parts, remainders and classification are exact.

{}",
        table("precise_math", "| function | stated | CPU | GPU |"),
        table("fast_math", "| function | measured for | stated | CPU | GPU |"),
        table("f32", "| method | measured for | stated | CPU | GPU |"),
        table("f64", "| method | stated | CPU | GPU |"),
    )
}
