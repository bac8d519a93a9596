//! Whether the inner loops of kernels are vector code in this very program, which is an ordinary release build: it is taken
//! apart with objdump, and the instructions of their lines are looked at.

use std::io::Write;
use std::process::Command;

use crate::contest::Outcome;

/// A line of a kernel that has to be vector code.
struct Inner {
    name: &'static str,
    /// The file, as debug information ends with it.
    file: &'static str,
    source: &'static str,
    /// The line, from its start.
    line: &'static str,
}

const INNER: &[Inner] = &[
    Inner {
        name: "saxpy",
        file: "programs/saxpy.rs",
        source: include_str!("../../amp-examples/src/programs/saxpy.rs"),
        line: "y[i] = a * x[i] + y[i];",
    },
    Inner {
        name: "n-body",
        file: "programs/nbody.rs",
        source: include_str!("../../amp-examples/src/programs/nbody.rs"),
        line: "*acceleration += away * (other.w * inverse * inverse * inverse);",
    },
    Inner {
        name: "matrix product in tiles",
        file: "programs/matmul.rs",
        source: include_str!("../../amp-examples/src/programs/matmul.rs"),
        line: "sum += la[row][k] * lb[k][col];",
    },
];

/// Prints what each inner loop is made of. Says whether all are vector code.
pub(crate) fn look(out: &mut dyn Write) -> Outcome<bool> {
    let told = |error: std::io::Error| error.to_string();
    if !cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
        writeln!(out, "skipped: nobody has said here what vector code of this processor looks like")
            .map_err(told)?;
        return Ok(true);
    }
    if Command::new("objdump").arg("--version").output().is_err() {
        writeln!(out, "skipped: there is no objdump on this machine").map_err(told)?;
        return Ok(true);
    }
    let lines = objdump(&["--dwarf=decodedline"])?;
    let code = objdump(&["-d", "--no-show-raw-insn"])?;
    let mut all = true;
    for inner in INNER {
        let places = places(&lines, inner)?;
        let mut found = Widths::default();
        for line in code.lines() {
            let Some((address, instruction)) = line.split_once(":\t") else { continue };
            let Ok(address) = u64::from_str_radix(address.trim(), 16) else { continue };
            let before = places.partition_point(|(start, _)| *start <= address);
            if before > 0 && address < places[before - 1].1 {
                found.count(instruction);
            }
        }
        let right = found.is_vector_code();
        all &= right;
        let verdict = if right { "vector code" } else { "NOT vector code" };
        writeln!(out, "{:26} {verdict}: {}", inner.name, found.told()).map_err(told)?;
    }
    Ok(all)
}

/// What objdump says of this program.
fn objdump(arguments: &[&str]) -> Outcome<String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("objdump").args(arguments).arg(program).output();
    let output = output.map_err(|error| format!("objdump does not run: {error}"))?;
    if !output.status.success() {
        return Err(format!("objdump: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Where the instructions of a line are, from an address up to another.
fn places(decoded: &str, inner: &Inner) -> Outcome<Vec<(u64, u64)>> {
    let wanted: Vec<usize> = inner
        .source
        .lines()
        .enumerate()
        .filter(|(_, line)| line.trim_start().starts_with(inner.line))
        .map(|(n, _)| n + 1)
        .collect();
    if wanted.is_empty() {
        return Err(format!("`{}` does not stand in {}", inner.line, inner.file));
    }
    let (mut places, mut here, mut open) = (Vec::new(), false, None);
    for row in decoded.lines() {
        if let Some(file) = row.trim_end().trim_end_matches("[++]").strip_suffix(':') {
            here = file.ends_with(inner.file);
            continue;
        }
        let mut words = row.split_whitespace().skip(1);
        let (Some(line), Some(address)) = (words.next(), words.next()) else { continue };
        let Some(Ok(address)) = address.strip_prefix("0x").map(|digits| u64::from_str_radix(digits, 16))
        else {
            continue;
        };
        if let Some(start) = open.take_if(|start| *start != address) {
            places.push((start, address));
        }
        if here && line.parse().is_ok_and(|line| wanted.contains(&line)) {
            open = Some(address);
        }
    }
    places.sort_unstable();
    if places.is_empty() {
        return Err(format!("no instruction of this program belongs to {} in {}", inner.name, inner.file));
    }
    Ok(places)
}

/// How often numbers are multiplied, by the bits of what is multiplied at once.
#[derive(Default)]
struct Widths {
    one: usize,
    bits128: usize,
    bits256: usize,
    bits512: usize,
}

impl Widths {
    fn count(&mut self, instruction: &str) {
        let Some((name, operands)) = instruction.split_once(char::is_whitespace) else { return };
        let count = match (name, name.strip_prefix('v').unwrap_or(name)) {
            ("fmul" | "fmla", _) if operands.contains(".4s") => &mut self.bits128,
            ("fmul" | "fmadd", _) | (_, "mulss") => &mut self.one,
            (_, "mulps") if operands.contains("%zmm") => &mut self.bits512,
            (_, "mulps") if operands.contains("%ymm") => &mut self.bits256,
            (_, "mulps") => &mut self.bits128,
            _ => return,
        };
        *count += 1;
    }

    /// There are the vectors of each level that the runtime compiles.
    fn is_vector_code(&self) -> bool {
        match cfg!(target_arch = "x86_64") {
            true => self.bits128 > 0 && self.bits256 > 0 && self.bits512 > 0,
            false => self.bits128 > 0,
        }
    }

    fn told(&self) -> String {
        let Widths { one, bits128, bits256, bits512 } = self;
        format!(
            "products of 512 bits {bits512} times, of 256 bits {bits256}, of 128 bits {bits128}, of one number {one}"
        )
    }
}
