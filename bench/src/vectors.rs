//! Checks that the inner loops of kernels are vector code in an ordinary release build. `objdump` disassembles the
//! program, and each loop that does a kernel's arithmetic is classified by its instructions.
//!
//! A kernel's CPU code is compiled once for each level: a set of vector instructions, such as baseline x86-64 or
//! AVX2. It has loops for full rows, ends of rows and views with gaps. Remainder loops and loops over gaps may be
//! scalar. So the check demands, at each level, a least number of loops that compute with full vectors only.

mod assembly;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::comparison::BenchResult;
use assembly::{Arithmetic, Function};

/// A line of a kernel that must be vector code.
struct InnerLoop {
    name: &'static str,
    /// The end of the file's path in debug information.
    file: &'static str,
    source: &'static str,
    /// A substring of the line. It may occur in several kernels of the file: LLVM merges their code if it is
    /// equal, and keeps the line number of one of them.
    line: &'static str,
    /// The least number of loops with full vectors at each level. If the check finds fewer, find out which loop
    /// became scalar.
    loops: usize,
}

const INNER_LOOPS: &[InnerLoop] = &[
    InnerLoop {
        name: "saxpy",
        file: "programs/saxpy.rs",
        source: include_str!("../../amp-examples/src/programs/saxpy.rs"),
        line: "y[i] = a * x[i] + y[i]",
        loops: 3,
    },
    InnerLoop {
        name: "n-body",
        file: "programs/nbody.rs",
        source: include_str!("../../amp-examples/src/programs/nbody.rs"),
        line: "*acceleration += away * (other.w / (squared * squared.sqrt()));",
        loops: 4,
    },
    InnerLoop {
        name: "matrix product in tiles",
        file: "programs/matmul.rs",
        source: include_str!("../../amp-examples/src/programs/matmul.rs"),
        line: "sum += la[row][k] * lb[k][col];",
        loops: 2,
    },
];

/// A set of vector instructions that the CPU code of kernels is compiled for.
struct Level {
    name: &'static str,
    /// A substring of the mangled names of the functions that are compiled for this level.
    symbol: &'static str,
    /// The width of a full vector.
    bits: usize,
    whole: fn(&Arithmetic) -> usize,
}

/// All functions that run kernels contain the first symbol, so the level of a function is the last one whose
/// symbol its name contains.
const LEVELS: &[Level] = &[
    Level { name: "baseline", symbol: EXECUTOR, bits: 128, whole: |it| it.bits128 },
    #[cfg(target_arch = "x86_64")]
    Level { name: "v3", symbol: "12cpu_features2v3", bits: 256, whole: |it| it.bits256 },
    #[cfg(target_arch = "x86_64")]
    Level { name: "v4", symbol: "12cpu_features2v4", bits: 512, whole: |it| it.bits512 },
];

/// A substring of the mangled names of functions that run kernels. The check ignores other functions, even if they
/// contain an inlined device function with the same line.
const EXECUTOR: &str = "3amp6launch3cpu";

/// A range of addresses that belong to a line.
#[derive(Debug, PartialEq)]
struct AddressRange {
    start: u64,
    end: u64,
    /// The index of the kernel in `INNER_LOOPS`.
    of: usize,
}

/// The loops of one function that do the arithmetic of a kernel.
#[derive(Clone, Debug, Default, PartialEq)]
struct Loops {
    of: usize,
    /// The index of the level in `LEVELS`.
    level: usize,
    /// The number of loops that compute with full vectors only.
    whole: usize,
    /// The number of remainder loops, which compute with shorter vectors.
    shorter: usize,
    /// The number of loops with at least one scalar float instruction.
    single: usize,
}

/// Prints the classification of the inner loops of this program or of another one. Returns whether all are vector
/// code.
pub(crate) fn check(program: Option<&Path>, out: &mut dyn Write) -> BenchResult<bool> {
    let message = |error: std::io::Error| error.to_string();
    let unavailable = if !cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
        Some("this check does not know the vector instructions of this processor")
    } else if Command::new("objdump").arg("--version").output().is_err() {
        Some("objdump is not installed")
    } else {
        None
    };
    match (unavailable, program) {
        (None, _) => {}
        // A program on the command line must be checked.
        (Some(unavailable), Some(_)) => return Err(unavailable.to_owned()),
        (Some(unavailable), None) => {
            writeln!(out, "skipped: {unavailable}").map_err(message)?;
            return Ok(true);
        }
    }
    let own = std::env::current_exe().map_err(message)?;
    let program = program.unwrap_or(&own);
    let mut places = LineTable::default();
    objdump("--dwarf=decodedline", program, &mut |row| places.take(row))?;
    let places = places.sorted()?;
    let mut search = Search { places, function: None, found: Vec::new() };
    objdump("--disassemble", program, &mut |line| search.take(line))?;
    search.end();
    let mut all = true;
    for (of, inner) in INNER_LOOPS.iter().enumerate() {
        let found: Vec<_> = search.found.iter().filter(|loops| loops.of == of).cloned().collect();
        let (correct, summary) = judge(inner, &found);
        let verdict = if correct { "vector code" } else { "NOT vector code" };
        writeln!(out, "{:26} {verdict}: {summary}", inner.name).map_err(message)?;
        all &= correct;
    }
    Ok(all)
}

/// Passes the output of objdump to `take`, line by line.
fn objdump(option: &str, program: &Path, take: &mut dyn FnMut(&str)) -> BenchResult<()> {
    let message = |error: std::io::Error| format!("objdump of {}: {error}", program.display());
    let mut objdump = Command::new("objdump")
        .args([option, "--no-show-raw-insn"])
        .arg(program)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(message)?;
    if let Some(output) = objdump.stdout.take() {
        for line in BufReader::with_capacity(1 << 16, output).lines() {
            take(&line.map_err(message)?);
        }
    }
    let status = objdump.wait().map_err(message)?;
    if status.success() { Ok(()) } else { Err(format!("objdump of {}: {status}", program.display())) }
}

/// Reads the line table of the debug information, as objdump prints it. A row has a line and the address where its
/// code starts. The code ends at the address of the next row.
#[derive(Default)]
struct LineTable {
    places: Vec<AddressRange>,
    /// The lines to find in the current file, with their kernels.
    here: Vec<(usize, usize)>,
    open: Option<(u64, usize)>,
}

impl LineTable {
    fn take(&mut self, row: &str) {
        if let Some(file) = row.trim_end().trim_end_matches("[++]").strip_suffix(':') {
            let inners = INNER_LOOPS.iter().enumerate().filter(|(_, inner)| file.ends_with(inner.file));
            self.here =
                inners.flat_map(|(of, inner)| inner.line_numbers().map(move |line| (line, of))).collect();
            return;
        }
        let mut words = row.split_whitespace().skip(1);
        let (Some(line), Some(address)) = (words.next(), words.next()) else { return };
        let Some(Ok(address)) = address.strip_prefix("0x").map(|digits| u64::from_str_radix(digits, 16))
        else {
            return;
        };
        if let Some((start, of)) = self.open.take_if(|(start, _)| *start != address) {
            self.places.push(AddressRange { start, end: address, of });
        }
        let found = line.parse::<usize>().ok().and_then(|line| self.here.iter().find(|it| it.0 == line));
        if let Some((_, of)) = found {
            self.open = Some((address, *of));
        }
    }

    fn sorted(mut self) -> BenchResult<Vec<AddressRange>> {
        for (of, inner) in INNER_LOOPS.iter().enumerate() {
            if inner.line_numbers().next().is_none() {
                return Err(format!("`{}` is not in {}", inner.line, inner.file));
            }
            if !self.places.iter().any(|place| place.of == of) {
                return Err(format!("no instruction belongs to {} in {}", inner.name, inner.file));
            }
        }
        self.places.sort_unstable_by_key(|place| place.start);
        Ok(self.places)
    }
}

impl InnerLoop {
    /// The numbers of the lines that contain `self.line`.
    fn line_numbers(&self) -> impl Iterator<Item = usize> {
        let lines = self.source.lines().enumerate();
        lines.filter(|(_, line)| line.contains(self.line)).map(|(n, _)| n + 1)
    }
}

/// Reads the disassembly and collects the loops of functions that run kernels.
struct Search {
    places: Vec<AddressRange>,
    function: Option<(usize, Function)>,
    found: Vec<Loops>,
}

impl Search {
    fn take(&mut self, line: &str) {
        if let Some(next) = Function::beginning(line) {
            self.end();
            let level = LEVELS.iter().rposition(|level| next.name.contains(level.symbol));
            let runs = next.name.contains(EXECUTOR);
            self.function = level.filter(|_| runs).map(|level| (level, next));
        } else if let Some((_, function)) = &mut self.function {
            function.take(line);
        }
    }

    /// Classifies the inner loops of the function that has been read, and adds them to `found`.
    fn end(&mut self) {
        let Some((level, function)) = self.function.take() else { return };
        let mut found: Vec<Loops> = Vec::new();
        for body in function.inner_loops() {
            let computing = function.code[body.clone()].iter().filter(|it| it.computes());
            let Some(of) = computing.filter_map(|it| self.kernel_at(it.address)).next() else { continue };
            let at = found.iter().position(|loops| loops.of == of).unwrap_or_else(|| {
                found.push(Loops { of, level, ..Loops::default() });
                found.len() - 1
            });
            let arithmetic = function.arithmetic(body);
            let whole = (LEVELS[level].whole)(&arithmetic);
            *match arithmetic {
                Arithmetic { single: 1.., .. } => &mut found[at].single,
                _ if whole == arithmetic.vectors() => &mut found[at].whole,
                _ => &mut found[at].shorter,
            } += 1;
        }
        self.found.extend(found);
    }

    fn kernel_at(&self, address: u64) -> Option<usize> {
        let before = self.places.partition_point(|place| place.start <= address);
        let place = self.places[..before].last().filter(|place| address < place.end)?;
        Some(place.of)
    }
}

/// Whether the loops of a kernel are vector code, and a summary of them.
fn judge(inner: &InnerLoop, found: &[Loops]) -> (bool, String) {
    let mut right = true;
    let mut message = Vec::new();
    for (n, level) in LEVELS.iter().enumerate() {
        let here = || found.iter().filter(|loops| loops.level == n);
        let sum = |part: fn(&Loops) -> usize| here().map(part).sum::<usize>();
        let (whole, rest) = (sum(|it| it.whole), sum(|it| it.shorter + it.single));
        // Each function must have a loop with full vectors. Otherwise, a vectorised kernel could hide a scalar one
        // that contains the same line.
        right &= whole >= inner.loops && here().all(|loops| loops.whole > 0);
        let wanted = if whole < inner.loops { format!(", not {}", inner.loops) } else { String::new() };
        message.push(format!(
            "{} {whole} loops of {} bits{wanted} and {rest} for edges",
            level.name, level.bits
        ));
    }
    (right, message.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line table with rows of saxpy's file, after a row of another file.
    fn table(rows: &[(usize, u64)]) -> String {
        let mut text =
            String::from("core/num.rs:\nnum.rs   10   0x10   x\namp-examples/src/programs/saxpy.rs:\n");
        for (line, address) in rows {
            text += &format!("saxpy.rs    {line}    {address:#x}    x\n");
        }
        text
    }

    const CODE: &str = include_str!("vectors/saxpy.txt");

    /// The verdict and the summary for saxpy, given its disassembly.
    fn saxpy_verdict(code: &str) -> (bool, String) {
        let line = INNER_LOOPS[0].line_numbers().next().unwrap();
        let mut places = LineTable::default();
        for row in table(&[(line - 1, 0x1000), (line, 0x1001), (line + 1, 0x9000)]).lines() {
            places.take(row);
        }
        assert_eq!(places.places, [AddressRange { start: 0x1001, end: 0x9000, of: 0 }]);
        let mut search = Search { places: places.places, function: None, found: Vec::new() };
        code.lines().for_each(|line| search.take(line));
        search.end();
        assert!(search.found.iter().all(|loops| loops.of == 0));
        judge(&InnerLoop { loops: 1, ..INNER_LOOPS[0] }, &search.found)
    }

    #[test]
    fn loops_with_full_vectors_are_found_at_each_level() {
        let (right, message) = saxpy_verdict(CODE);
        assert!(right, "{message}");
        for (n, level) in LEVELS.iter().enumerate() {
            // The highest level has a remainder loop of 256 bits; all levels have a scalar loop.
            let (bits, rest) = (level.bits, if n == 2 { 2 } else { 1 });
            assert!(
                message.contains(&format!("{} 1 loops of {bits} bits and {rest} for edges", level.name)),
                "{message}"
            );
        }
    }

    /// Replaces each vector instruction of a function by a scalar one, one at a time and all together.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn scalar_loops_are_not_vector_code() {
        for level in LEVELS {
            let start = CODE.find(&format!("<{}", level.name)).unwrap_or_else(|| panic!("{}", level.name));
            let start = start + CODE[start..].find('\n').unwrap();
            let end = start + CODE[start..].find("\n\n").unwrap_or(CODE.len() - start);
            let with = |body: String| format!("{}{body}{}", &CODE[..start], &CODE[end..]);
            let body = &CODE[start..end];
            let all = with(body.replace("mulps", "mulss").replace("addps", "addss"));
            for code in
                [all, with(body.replacen("mulps", "mulss", 1)), with(body.replacen("addps", "addss", 1))]
            {
                let (right, message) = saxpy_verdict(&code);
                assert!(!right && message.contains(&format!("{} 0 loops", level.name)), "{message}");
            }
            // Code without a loop is not vector code.
            let (right, message) = saxpy_verdict(&with(body.replace("jne", "nop")));
            assert!(!right && message.contains(&format!("{} 0 loops", level.name)), "{message}");
        }
        // Shorter vectors are not full ones, and functions of other crates do not count.
        assert!(!saxpy_verdict(&CODE.replace("%zmm", "%ymm")).0);
        assert!(!saxpy_verdict(&CODE.replace("3amp6launch3cpu", "5bench")).0);
    }
}
