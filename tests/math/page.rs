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

For integers, kernels mean what Rust means on each accelerator, and so do functions of floats that are exact; `tests/methods` checks both.
The methods of `f64` that devices have (`sqrt`, `mul_add`, .. see [the language](../language.md#methods)) are the device's, whose
`mul_add` may round twice. Signs, whole parts, remainders and classification of `f64` are exact. The other methods of `f64` are refused,
because no device has them.

## What drivers rearrange

A GPU rounds each `+`, `-` and `*` as IEEE 754 says, but its driver may rearrange several of them, as if numbers were real numbers. The
shader is right, and the result differs from that of Rust. These were seen on llvmpipe:

| written | computed | differs |
|---|---|---|
| `(a + b) - a`, `a + (b - a)` | `b` | in what is rounded: compensated sums compute nothing |
| `(a + 1.0) - 1.0` | `a` | likewise |
| `a + 3.1 + 5.3`, `a * 3.1 * 5.3` | `a + 8.4`, `a * 16.43` | in the last place |
| `a * b + a * c` | `a * (b + c)` | in the last place, and where a product is infinite |
| `1.0 / (1.0 / a)` | `a` | in the last place |
| `a.mul_add(b, -(a * b))` | `0.0` | in all of it: the product is rounded, and then the sum |
| `a + 0.0`, `0.0 - a` | `a`, `-a` | in the sign of zero |
| `a * 0.0` | `0.0` | in the sign of zero, and where `a` is infinite or NaN |

The CPU accelerators rearrange nothing. On a GPU, `strict_float` prevents it for the operators `+`, `-`, `*` and `/` of `f32`, `f64` and
glam's vectors of `f32`: each result is what Rust computes, up to the device's division, and a product and a sum are not fused. Write it on
a kernel or on a device function; it does not reach into the functions that are called. An operation costs two operations on integers
more, which mix its operands with zeros that only the launch knows. `f16`, matrices, and the arithmetic in methods are not covered.

```rust
use amp::prelude::*;

/// Neumaier's sum: what each addition leaves out is summed on its own.
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

let kernel = amp!(strict_float, |i: Index<1>| y[i] = (x[i] + 1.0) - x[i]);
```

`precise_math::two_sum(a, b)` returns a sum as it is rounded and what the rounding left out, whose sum is exactly `a + b`, on every
accelerator, for `f32` and `f64`. `fast_two_sum` does the same with half of the operations, if `a` is not the smaller of the two, and
`two_prod` the same for a product of `f32`. With them, Kahan's and Neumaier's sums are a line each, in any kernel:

```rust
let (mut sum, mut lost) = (0.0f32, 0.0f32);
for k in from..to {{
    let (grown, error) = precise_math::two_sum(sum, x[k]);
    sum = grown;
    lost += error;
}}
y[i] = sum + lost;
```

## `amp::precise_math`

The same algorithm everywhere, in `f32` only. What is stated is what C++ AMP demands. On [an NVIDIA
H200](../performance/2026-11-27-h200.md#whether-all-is-right-there) `remquo` gave wrong results; why is not known yet.

{}
`sincos` is as exact as `sin` and `cos`; `frexp`, `ldexp`, `modf`, `remquo`, `ilogb`, `scalb`, `scalbn`, `fmin`, `fmax`, and the
questions (`isnan`, ..) are exact, and so are `two_sum`, `fast_two_sum` and `two_prod` with their errors. `fma` is rounded once on the CPU, and on a GPU as the device likes. `lgamma` is measured
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
