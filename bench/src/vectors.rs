//! Whether the inner loops of kernels are vector code in an ordinary release build: the program is taken apart with objdump,
//! and of each loop that does a kernel's arithmetic it is asked what computes in it.
//!
//! A twin is compiled once for each level of the processor, and has a loop for each of its forms: for whole rows, for ends of
//! rows, for views with gaps. Those for gaps go element by element, and so do the last few of a loop of vectors. So a number
//! of loops has to be there, at each level, that compute with whole vectors of it and with nothing else.

mod assembly;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::contest::Outcome;
use assembly::{Arithmetic, Function};

/// A line of a kernel that has to be vector code.
struct Inner {
    name: &'static str,
    /// The file, as debug information ends with it.
    file: &'static str,
    source: &'static str,
    /// What its lines have in them. Kernels that become the same code LLVM takes for one, with the lines of either.
    line: &'static str,
    /// Loops of whole vectors that there are at least, at each level. Where the twin or the compiler was changed and there
    /// are fewer, look which one has become something else.
    loops: usize,
}

const INNER: &[Inner] = &[
    Inner {
        name: "saxpy",
        file: "programs/saxpy.rs",
        source: include_str!("../../amp-examples/src/programs/saxpy.rs"),
        line: "y[i] = a * x[i] + y[i]",
        loops: 3,
    },
    Inner {
        name: "n-body",
        file: "programs/nbody.rs",
        source: include_str!("../../amp-examples/src/programs/nbody.rs"),
        line: "*acceleration += away * (other.w / (squared * squared.sqrt()));",
        loops: 4,
    },
    Inner {
        name: "matrix product in tiles",
        file: "programs/matmul.rs",
        source: include_str!("../../amp-examples/src/programs/matmul.rs"),
        line: "sum += la[row][k] * lb[k][col];",
        loops: 2,
    },
];

/// What twins are compiled for.
struct Level {
    name: &'static str,
    /// What the names of its functions have in them, if not those of the executor alone.
    symbol: &'static str,
    /// Its whole vectors.
    bits: usize,
    whole: fn(&Arithmetic) -> usize,
}

/// The last one whose symbol is in a name is the level.
const LEVELS: &[Level] = &[
    Level { name: "baseline", symbol: EXECUTOR, bits: 128, whole: |it| it.bits128 },
    #[cfg(target_arch = "x86_64")]
    Level { name: "v3", symbol: "5level2v3", bits: 256, whole: |it| it.bits256 },
    #[cfg(target_arch = "x86_64")]
    Level { name: "v4", symbol: "5level2v4", bits: 512, whole: |it| it.bits512 },
];

/// What twins run in has this in its name: others may call the device functions of a kernel as well.
const EXECUTOR: &str = "3amp3cpu";

/// Where the instructions of a line are.
#[derive(Debug, PartialEq)]
struct Place {
    start: u64,
    end: u64,
    /// Whose line it is, by its number in the list.
    of: usize,
}

/// The loops of one function that do the arithmetic of a kernel.
#[derive(Clone, Debug, Default, PartialEq)]
struct Loops {
    of: usize,
    /// The number of the level.
    level: usize,
    /// Whole vectors, and nothing else.
    whole: usize,
    /// Shorter vectors, for what is left.
    shorter: usize,
    /// At least one number by itself.
    single: usize,
}

/// Prints what inner loops are made of, in this program or in another one. Says whether all are vector code.
pub(crate) fn look(program: Option<&Path>, out: &mut dyn Write) -> Outcome<bool> {
    let told = |error: std::io::Error| error.to_string();
    let lacks = if !cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
        Some("nobody has said here what vector code of this processor looks like")
    } else if Command::new("objdump").arg("--version").output().is_err() {
        Some("there is no objdump on this machine")
    } else {
        None
    };
    match (lacks, program) {
        (None, _) => {}
        // Who names a program wants an answer.
        (Some(lacks), Some(_)) => return Err(lacks.to_owned()),
        (Some(lacks), None) => {
            writeln!(out, "skipped: {lacks}").map_err(told)?;
            return Ok(true);
        }
    }
    let own = std::env::current_exe().map_err(told)?;
    let program = program.unwrap_or(&own);
    let mut places = Places::default();
    objdump("--dwarf=decodedline", program, &mut |row| places.take(row))?;
    let places = places.sorted()?;
    let mut search = Search { places, function: None, found: Vec::new() };
    objdump("--disassemble", program, &mut |line| search.take(line))?;
    search.end();
    let mut all = true;
    for (of, inner) in INNER.iter().enumerate() {
        let found: Vec<_> = search.found.iter().filter(|loops| loops.of == of).cloned().collect();
        let (right, told_of) = judge(inner, &found);
        let verdict = if right { "vector code" } else { "NOT vector code" };
        writeln!(out, "{:26} {verdict}: {told_of}", inner.name).map_err(told)?;
        all &= right;
    }
    Ok(all)
}

/// Hands on what objdump says of a program, line by line.
fn objdump(wish: &str, program: &Path, take: &mut dyn FnMut(&str)) -> Outcome<()> {
    let told = |error: std::io::Error| format!("objdump of {}: {error}", program.display());
    let mut objdump = Command::new("objdump")
        .args([wish, "--no-show-raw-insn"])
        .arg(program)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(told)?;
    if let Some(output) = objdump.stdout.take() {
        for line in BufReader::with_capacity(1 << 16, output).lines() {
            take(&line.map_err(told)?);
        }
    }
    let status = objdump.wait().map_err(told)?;
    if status.success() { Ok(()) } else { Err(format!("objdump of {}: {status}", program.display())) }
}

/// Reads where the instructions of the lines are, from an address up to the next row's.
#[derive(Default)]
struct Places {
    places: Vec<Place>,
    /// The lines that are wanted in the file whose rows come now.
    here: Vec<(usize, usize)>,
    open: Option<(u64, usize)>,
}

impl Places {
    fn take(&mut self, row: &str) {
        if let Some(file) = row.trim_end().trim_end_matches("[++]").strip_suffix(':') {
            let inners = INNER.iter().enumerate().filter(|(_, inner)| file.ends_with(inner.file));
            self.here = inners.flat_map(|(of, inner)| inner.wanted().map(move |line| (line, of))).collect();
            return;
        }
        let mut words = row.split_whitespace().skip(1);
        let (Some(line), Some(address)) = (words.next(), words.next()) else { return };
        let Some(Ok(address)) = address.strip_prefix("0x").map(|digits| u64::from_str_radix(digits, 16))
        else {
            return;
        };
        if let Some((start, of)) = self.open.take_if(|(start, _)| *start != address) {
            self.places.push(Place { start, end: address, of });
        }
        let wanted = line.parse::<usize>().ok().and_then(|line| self.here.iter().find(|it| it.0 == line));
        if let Some((_, of)) = wanted {
            self.open = Some((address, *of));
        }
    }

    fn sorted(mut self) -> Outcome<Vec<Place>> {
        for (of, inner) in INNER.iter().enumerate() {
            if inner.wanted().next().is_none() {
                return Err(format!("`{}` does not stand in {}", inner.line, inner.file));
            }
            if !self.places.iter().any(|place| place.of == of) {
                return Err(format!("no instruction belongs to {} in {}", inner.name, inner.file));
            }
        }
        self.places.sort_unstable_by_key(|place| place.start);
        Ok(self.places)
    }
}

impl Inner {
    /// The numbers of the line.
    fn wanted(&self) -> impl Iterator<Item = usize> {
        let lines = self.source.lines().enumerate();
        lines.filter(|(_, line)| line.contains(self.line)).map(|(n, _)| n + 1)
    }
}

/// Goes through all functions, and keeps what it finds of those that run kernels.
struct Search {
    places: Vec<Place>,
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

    /// A function has come to its end.
    fn end(&mut self) {
        let Some((level, function)) = self.function.take() else { return };
        let mut found: Vec<Loops> = Vec::new();
        for body in function.inner_loops() {
            let computing = function.code[body.clone()].iter().filter(|it| it.computes());
            let Some(of) = computing.filter_map(|it| self.whose(it.address)).next() else { continue };
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

    fn whose(&self, address: u64) -> Option<usize> {
        let before = self.places.partition_point(|place| place.start <= address);
        let place = self.places[..before].last().filter(|place| address < place.end)?;
        Some(place.of)
    }
}

/// Whether the loops of a kernel are what they have to be, and what they are.
fn judge(inner: &Inner, found: &[Loops]) -> (bool, String) {
    let mut right = true;
    let mut told = Vec::new();
    for (n, level) in LEVELS.iter().enumerate() {
        let here = || found.iter().filter(|loops| loops.level == n);
        let sum = |part: fn(&Loops) -> usize| here().map(part).sum::<usize>();
        let (whole, rest) = (sum(|it| it.whole), sum(|it| it.shorter + it.single));
        // And no kernel's loops are hidden by those of another that has the same line.
        right &= whole >= inner.loops && here().all(|loops| loops.whole > 0);
        let wanted = if whole < inner.loops { format!(", not {}", inner.loops) } else { String::new() };
        told.push(format!(
            "{} {whole} loops of {} bits{wanted} and {rest} for edges",
            level.name, level.bits
        ));
    }
    (right, told.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of the line table, of saxpy's file; the lines before the first one are of another.
    fn table(rows: &[(usize, u64)]) -> String {
        let mut text =
            String::from("core/num.rs:\nnum.rs   10   0x10   x\namp-examples/src/programs/saxpy.rs:\n");
        for (line, address) in rows {
            text += &format!("saxpy.rs    {line}    {address:#x}    x\n");
        }
        text
    }

    const CODE: &str = include_str!("vectors/saxpy.txt");

    /// What is found of saxpy in some code.
    fn judged(code: &str) -> (bool, String) {
        let line = INNER[0].wanted().next().unwrap();
        let mut places = Places::default();
        for row in table(&[(line - 1, 0x1000), (line, 0x1001), (line + 1, 0x9000)]).lines() {
            places.take(row);
        }
        assert_eq!(places.places, [Place { start: 0x1001, end: 0x9000, of: 0 }]);
        let mut search = Search { places: places.places, function: None, found: Vec::new() };
        code.lines().for_each(|line| search.take(line));
        search.end();
        assert!(search.found.iter().all(|loops| loops.of == 0));
        judge(&Inner { loops: 1, ..INNER[0] }, &search.found)
    }

    #[test]
    fn loops_of_whole_vectors_are_found_at_each_level() {
        let (right, told) = judged(CODE);
        assert!(right, "{told}");
        for (n, level) in LEVELS.iter().enumerate() {
            // The rest of 256 bits at the highest level, and a loop of single numbers at each.
            let (bits, rest) = (level.bits, if n == 2 { 2 } else { 1 });
            assert!(
                told.contains(&format!("{} 1 loops of {bits} bits and {rest} for edges", level.name)),
                "{told}"
            );
        }
    }

    /// In each function, each instruction alone that computes with whole vectors, and all of them, for a single number.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn a_loop_of_single_numbers_is_none() {
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
                let (right, told) = judged(&code);
                assert!(!right && told.contains(&format!("{} 0 loops", level.name)), "{told}");
            }
            // No loop at all is none either.
            let (right, told) = judged(&with(body.replace("jne", "nop")));
            assert!(!right && told.contains(&format!("{} 0 loops", level.name)), "{told}");
        }
        // Short vectors are no whole ones, and the arithmetic of somebody else is nobody's.
        assert!(!judged(&CODE.replace("%zmm", "%ymm")).0);
        assert!(!judged(&CODE.replace("3amp3cpu", "5bench")).0);
    }
}
