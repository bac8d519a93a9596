//! `Kernel::explain`: a report on how amp compiled a kernel. For the CPU, it states whether the accesses to a
//! view are plain or atomic and why, and how often each access checks its index. For the GPU, it contains the
//! linked WGSL and the required features.

use std::fmt;

use amp_shader::{Access, AccessPath, Capture, CaptureKind, Entry, Specialisation, Template, link};

use crate::abi::program::Program;
use crate::launch::bound_captures::DynCaptures;

/// A report on a compiled kernel: see [`Kernel::explain`](crate::Kernel::explain). Its `Display` is readable
/// text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The kernel's name.
    pub kernel: String,
    /// The source file of the kernel.
    pub file: String,
    /// The line where the kernel begins.
    pub line: u32,
    /// The extent of the kernel's tile; `None` for an untiled kernel.
    pub tile: Option<Vec<usize>>,
    /// The captures, in the order in which a launch binds them.
    pub captures: Vec<ExplainedCapture>,
    /// Bytes of tile memory.
    pub tile_static_bytes: u64,
    /// The names of the features that the kernel needs and that not every GPU supports.
    pub needs: Vec<String>,
    /// The WGSL of the linked shader, or the reason why there is none.
    pub wgsl: Result<String, String>,
}

/// A capture of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainedCapture {
    /// The variable's name in the kernel.
    pub name: String,
    /// The kind of the capture: a value, a read view or a written view.
    pub kind: &'static str,
    /// Whether the CPU accesses the elements by relaxed atomics. LLVM vectorises plain loads and stores.
    /// Atomic loads and stores use vectors only if the work-items of a row access adjacent elements.
    pub atomic: bool,
    /// The reason why the accesses are plain or atomic.
    pub why: String,
    /// The accesses on the CPU, in the order of their lines.
    pub accesses: Vec<ExplainedAccess>,
}

/// One access to a view on the CPU.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainedAccess {
    /// The line in the kernel's file.
    pub line: u32,
    /// Whether the access writes the element.
    pub stores: bool,
    /// A description of the elements that the work-items of a row access.
    pub what: &'static str,
    /// How often the CPU checks the index against the extent.
    pub check: BoundsCheck,
}

/// How often the CPU checks the index of an access. A row is a run of up to 64 work-items along the last
/// dimension, or a row of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoundsCheck {
    /// Once for each row.
    Row,
    /// For each work-item.
    WorkItem,
}

impl Explanation {
    /// The empty report of a kernel that amp's macro rejected. It is never shown, because the program does
    /// not compile.
    pub(crate) fn unavailable() -> Self {
        Explanation {
            kernel: String::new(),
            file: String::new(),
            line: 0,
            tile: None,
            captures: Vec::new(),
            tile_static_bytes: 0,
            needs: Vec::new(),
            wgsl: Err("it does not compile".to_owned()),
        }
    }

    pub(crate) fn of(program: &Program, arguments: &dyn DynCaptures, entries: &[Entry]) -> Self {
        let captures = program.captures(arguments);
        let template = &Template { captures: &captures, entries, ..program.template };
        let accesses = program.accesses;
        let linked = link(template, &Specialisation::default());
        let atomic = template.atomic_captures();
        let captures = template.captures.iter().enumerate().map(|(n, capture)| {
            let mut found: Vec<_> = accesses.iter().filter(|access| access.capture == n).collect();
            found.sort_by_key(|access| access.line);
            explained_capture(capture, atomic[n], &found)
        });
        let bytes = template.tile_static_words() as u64 * 4;
        Explanation {
            kernel: template.name.to_owned(),
            file: template.file.to_owned(),
            line: template.line,
            tile: template.tile.map(<[usize]>::to_vec),
            captures: captures.collect(),
            tile_static_bytes: bytes,
            needs: linked.as_ref().map_or(Vec::new(), |linked| {
                linked.needs.iter().map(|needed| needed.name().to_owned()).collect()
            }),
            wgsl: linked.map(|linked| linked.wgsl).map_err(|error| error.to_string()),
        }
    }
}

fn explained_capture(capture: &Capture, atomic: bool, accesses: &[&Access]) -> ExplainedCapture {
    let lines = |ways: &[AccessPath]| {
        let found = accesses.iter().filter(|it| ways.contains(&it.path));
        let mut lines: Vec<_> = found.map(|it| it.line).collect();
        lines.dedup();
        let lines: Vec<_> = lines.iter().map(u32::to_string).collect();
        (!lines.is_empty()).then(|| lines.join(", "))
    };
    let (kind, why) = match capture.kind {
        CaptureKind::Value => ("a value", "each work-item has a copy".to_owned()),
        CaptureKind::Read => ("a read view", "no work-item writes to it".to_owned()),
        CaptureKind::Write => {
            let others = lines(&[AccessPath::AtomicScattered, AccessPath::AtomicRow]);
            let why = match (lines(&[AccessPath::Atomic]), others, lines(&[AccessPath::PassedAtomic])) {
                (Some(lines), ..) => format!("the kernel uses atomic operations (line {lines})"),
                (None, Some(lines), _) => {
                    format!("a work-item accesses an element that is not at its own index (line {lines})")
                }
                (None, None, Some(lines)) => {
                    format!("a device function may access any element (line {lines})")
                }
                (None, None, None) => "each work-item accesses only the element at its own index".to_owned(),
            };
            ("a written view", why)
        }
    };
    let explained = accesses.iter().map(|it| ExplainedAccess {
        line: it.line,
        stores: it.stores,
        what: it.path.description(),
        check: if it.path.is_checked_by_row() { BoundsCheck::Row } else { BoundsCheck::WorkItem },
    });
    ExplainedCapture {
        name: capture.name.to_owned(),
        kind,
        atomic: atomic || accesses.iter().any(|it| it.path.is_atomic()),
        why,
        accesses: explained.collect(),
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, at {}:{}", self.kernel, self.file, self.line)?;
        if let Some(tile) = &self.tile {
            writeln!(f, "tile {tile:?}, {} bytes of tile memory", self.tile_static_bytes)?;
        }
        if !self.needs.is_empty() {
            writeln!(f, "needs a GPU that supports {}", self.needs.join(", "))?;
        }
        writeln!(f, "\non the CPU:")?;
        self.captures.iter().try_for_each(|capture| write!(f, "{capture}"))?;
        match &self.wgsl {
            Ok(wgsl) => write!(f, "\non a GPU:\n{wgsl}"),
            Err(why) => writeln!(f, "\nno GPU can run it: {why}"),
        }
    }
}

impl fmt::Display for ExplainedCapture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = if self.atomic { "relaxed atomics" } else { "plain loads and stores" };
        match self.accesses[..] {
            [] => writeln!(f, "  `{}`, {}", self.name, self.kind)?,
            _ => writeln!(f, "  `{}`, {}: {how}, because {}", self.name, self.kind, self.why)?,
        }
        self.accesses.iter().try_for_each(|access| writeln!(f, "    {access}"))
    }
}

impl fmt::Display for ExplainedAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let does = if self.stores { "stores to" } else { "reads" };
        let check = match self.check {
            BoundsCheck::Row => "once for a row",
            BoundsCheck::WorkItem => "for each work-item",
        };
        write!(f, "line {} {does} {}; checked {check}", self.line, self.what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launch::kernel::Kernel;
    use crate::prelude::*;

    #[test]
    fn explanation_lists_each_access_with_its_reason() {
        let (xs, mut ys, mut zs) = ([1.0f32; 100], [0.0f32; 100], [0u32; 100]);
        let x = ArrayView::new(&xs);
        let (mut y, mut z) = (ArrayViewMut::new(&mut ys), ArrayViewMut::new(&mut zs));
        let line = line!();
        let kernel = amp!(|i: Index<1>| {
            let mut sum = x[i] + x[0];
            if x[i[0] / 2] > 2.0 && z[99 - i[0]] > 0 {
                sum += x[i[0] + 1];
            }
            y[i] = sum;
            z[i] = 1;
        });
        let explained = kernel.explain();
        let mut found: Vec<_> = explained
            .captures
            .iter()
            .flat_map(|capture| {
                capture.accesses.iter().map(|it| {
                    let what = it.what.split(':').next().unwrap_or_default();
                    (&*capture.name, it.line - line, it.stores, what, it.check == BoundsCheck::Row)
                })
            })
            .collect();
        found.sort_by_key(|(name, line, ..)| (*name, *line));
        let expected = [
            ("x", 2, false, "elements side by side", true),
            ("x", 2, false, "one element for the whole row", true),
            ("x", 3, false, "elements anywhere", false),
            ("x", 4, false, "elements of some work-items", false),
            ("y", 6, true, "the work-item's own element", true),
            ("z", 3, false, "elements of other work-items", false),
            ("z", 7, true, "the work-item's own element", false),
        ];
        assert_eq!(found, expected);
        let text = explained.to_string();
        let expected_text = [
            "`x`, a read view: plain loads and stores, because no work-item writes to it".to_owned(),
            "`y`, a written view: plain loads and stores, because each work-item accesses only".to_owned(),
            format!(
                "`z`, a written view: relaxed atomics, because a work-item accesses an element that is not at its own index (line {})",
                line + 3
            ),
            format!("line {} reads one element for the whole row; checked once for a row", line + 2),
            "@compute".to_owned(),
        ];
        for words in expected_text {
            assert!(text.contains(&words), "no {words:?} in:\n{text}");
        }
    }
}
