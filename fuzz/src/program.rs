//! The text of a program, and the module that is compiled.

use std::collections::BTreeSet;

use crate::generate::{CAPTURES, GENERIC, Shape};

/// A program as text.
#[derive(Clone)]
pub(crate) struct Program {
    /// The name of its module, also in reports.
    pub name: String,
    /// The text.
    pub text: String,
    /// The launch.
    pub shape: Shape,
}

/// Imports the traits of operators, which generated impls and bounds name without a path.
const OPERATORS: &str =
    "use std::ops::{Add, AddAssign, BitOrAssign, BitXor, Mul, MulAssign, Neg, Not, Range, Rem, Shl, Sub};\n";

/// The views that a kernel may read, and those that it may write: name, element type, and rank if it differs from
/// that of the domain.
const READ: [(&str, &str, Option<usize>); 12] = [
    ("ac", "Bits", Some(1)),
    ("ai", "i32", Some(1)),
    ("au", "u32", Some(1)),
    ("af", "f32", Some(1)),
    ("ap", "Point", Some(1)),
    ("ab", "u8", Some(1)),
    ("ah", "i16", Some(1)),
    ("ag", "f16", Some(1)),
    ("av", "IVec3", Some(1)),
    ("ao", "Vector", Some(1)),
    ("ax", "i32", Some(2)),
    ("bi", "i32", None),
];
pub(crate) const WRITTEN: [(&str, &str, Option<usize>); 9] = [
    ("xb", "u8", None),
    ("xh", "i16", None),
    ("xc", "Bits", None),
    ("xi", "i32", None),
    ("xu", "u32", None),
    ("xf", "f32", None),
    ("xp", "Point", None),
    ("xo", "Vector", None),
    ("hu", "u32", Some(1)),
];

impl Program {
    /// The module: the kernel, the same text in plain Rust, and the launch.
    pub(crate) fn module(&self) -> String {
        let (name, rank) = (&self.name, self.shape.rank);
        let words: BTreeSet<_> = self.text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let (mut captures, mut read, mut written) = (String::new(), Vec::new(), Vec::new());
        let mut capture = |view: &'static str, list: &mut Vec<_>, reference: &str, of: &str, dimensions| {
            if words.contains(view) {
                list.push(view);
                captures += &format!("{view}: {reference}<{of}, {}>, ", Option::unwrap_or(dimensions, rank));
            }
        };
        READ.iter().for_each(|(view, of, rank)| capture(view, &mut read, "&ArrayView", of, *rank));
        WRITTEN
            .iter()
            .for_each(|(view, of, rank)| capture(view, &mut written, "&mut ArrayViewMut", of, *rank));
        let captures = captures.trim_end_matches(", ");
        let (parameter, argument) = match &self.shape.generic {
            None => (String::new(), String::new()),
            Some((bounds, argument)) => (format!("<S: {bounds}>"), format!("<{argument}>")),
        };
        let text = self.text.replace(GENERIC, &parameter);
        let kernel = text.replace(CAPTURES, captures).replace("method", &format!("of_{name}_"));
        // Parameters of the plain function are `mut`, so that calls can reborrow them by `&mut`.
        let make_mutable =
            |text: String, view: &&str| text.replace(&format!("{view}: &"), &format!("mut {view}: &"));
        let captures = written.iter().fold(captures.to_owned(), make_mutable);
        let plain: String = text
            .replace(CAPTURES, &captures)
            .replace("method", &format!("plain_{name}_"))
            .lines()
            .filter(|line| *line != "#[device]" && !line.starts_with("#[kernel"))
            .map(|line| plain(line) + "\n")
            .collect();
        let plain = match self.shape.op {
            Some(_) => plain.replace("pub fn kernel(", "pub fn kernel_with_op("),
            None => plain,
        } + &self.plain_caller(&captures, &read, &written);
        let (shape, domain) = match self.shape.tile {
            None => (format!("{rank}{argument}"), "Extent"),
            Some((tile, cut)) => (format!("{rank}{argument}, {tile}, {cut}"), "TiledExtent"),
        };
        let op = self.shape.op.map_or_else(String::new, |op| format!("amp::op!({op}), "));
        let turbofish = if argument.is_empty() { String::new() } else { format!("::{argument}") };
        let mut bound: String = read.iter().map(|view| format!("{view}, ")).collect();
        written.iter().for_each(|view| bound += &format!("mut {view}, "));
        let signature = format!(
            "(on: &AcceleratorView, domain: {domain}<{rank}>, views: Views<'_, {rank}>) -> amp::Result<()>"
        );
        let head = match argument.is_empty() {
            true => format!("pub fn launch{signature}"),
            false => format!(
                "pub fn launch{signature} {{\nlaunch_generic{turbofish}(on, domain, views)\n}}\n\
                 fn launch_generic{parameter}{signature}"
            ),
        };
        let launch = format!("{head} {{\nlet (n, k) = (5u32, 7u32);\nlet Views {{ {bound}.. }} = views;\n");
        let kernel = match self.closure(&kernel, &launch) {
            Some(closure) => closure,
            None => {
                let mut arguments: String = read.iter().map(|view| format!("&{view}, ")).collect();
                written.iter().for_each(|view| arguments += &format!("&mut {view}, "));
                format!(
                    "{kernel}{launch}on.parallel_for_each(domain, kernel{turbofish}(n, {op}{arguments}))\n}}\n"
                )
            }
        };
        let (read, written) = (read.join(" "), written.join(" "));
        format!(
            "//! The random program {name}.\n\npub mod kernel {{\nuse amp::prelude::*;\n\
             use crate::harness::{{Bits, Pair, Point, Shade, Vector, Views}};\n{OPERATORS}{kernel}}}\n\npub mod reference {{\nuse amp::prelude::*;\n\
             use crate::harness::{{Meeting as TileBarrier, Slice as ArrayView, Slice as ArrayViewMut}};\n\
             use crate::harness::{{Bits, Pair, Point, Shade, Tiled as TiledIndex, Vector}};\n{OPERATORS}{plain}}}\n\n\
             crate::program!({shape}; {read}; {written});\n"
        )
    }

    /// The plain function that passes the closure of the launch, if the kernel has a parameter for one.
    fn plain_caller(&self, captures: &str, read: &[&str], written: &[&str]) -> String {
        let Some(op) = self.shape.op else { return String::new() };
        let index = if self.shape.tile.is_none() { "Index" } else { "TiledIndex" };
        let names: Vec<_> = read.iter().chain(written).copied().collect();
        let (rank, names) = (self.shape.rank, names.join(", "));
        format!(
            "pub fn kernel(i: {index}<{rank}>, n: u32, {captures}) {{\nlet k = 7u32;\n\
             kernel_with_op(i, n, {op}, {names})\n}}\n"
        )
    }

    /// The kernel rewritten as a closure in `amp!`, if the program's shape demands a closure.
    fn closure(&self, kernel: &str, launch: &str) -> Option<String> {
        let at = kernel.find("#[kernel").filter(|_| self.shape.closure)?;
        let (functions, kernel) = kernel.split_at(at);
        let body = kernel.splitn(3, '\n').nth(2)?.trim_end().strip_suffix('}')?;
        let rank = self.shape.rank;
        let head = match self.shape.tile {
            None => format!("|i: Index<{rank}>|"),
            Some((tile, _)) => format!("tile = {tile}, |t: TiledIndex<{rank}>|"),
        };
        Some(format!("{functions}{launch}on.parallel_for_each(domain, amp!({head} {{\n{body}}}))\n}}\n"))
    }
}

/// A line of a kernel in plain Rust. There, each work-item is a thread with its own copy of tile memory. The
/// method `meet` stands for a barrier and merges the copies.
fn plain(line: &str) -> String {
    if let Some(declared) = line.strip_prefix("#[tile_static] ") {
        return declared.replace(';', " = Default::default();").replacen(" = Default::default();", ";", 1);
    }
    let Some((wait, shared)) = line.split_once(".wait(); // shares ") else { return line.to_owned() };
    let shared: String =
        shared.split(' ').map(|name| format!("(\"{}\", &mut {name}), ", name.trim_matches('*'))).collect();
    format!("{wait}.meet(&mut [{}]);", shared.trim_end_matches(", "))
}
