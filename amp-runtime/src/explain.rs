//! What amp has made of a kernel, for people who want to know why it is as fast as it is.

use std::fmt;

use amp_shader::{Access, Slot, SlotKind, Specialisation, Template, Way, link};

/// What amp has made of a kernel: see [`Kernel::explain`](crate::Kernel::explain). Printed, it is a page to read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The kernel's name.
    pub kernel: String,
    /// The file that it stands in.
    pub file: String,
    /// The line that it starts at.
    pub line: u32,
    /// The extent of its tile, if it has one.
    pub tile: Option<Vec<usize>>,
    /// What it captures, in the order in which a launch takes them.
    pub captures: Vec<ExplainedCapture>,
    /// Bytes of tile memory.
    pub tile_static_bytes: u64,
    /// Types that not every GPU computes with, and that it needs.
    pub needs: Vec<String>,
    /// The shader, as a GPU gets it. If there is none, why.
    pub wgsl: Result<String, String>,
}

/// Something that a kernel captures.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainedCapture {
    /// Its name in the kernel.
    pub name: String,
    /// Whether it is a value, a view that is read, or one that is written.
    pub kind: &'static str,
    /// Whether the CPU reaches its elements by relaxed atomics. Plain loads and stores become vectors; of those, only what is side by
    /// side and reached by all work-items of a row.
    pub atomic: bool,
    /// Why they are plain, or atomic.
    pub why: String,
    /// How the CPU reaches its elements, access by access in the order of their lines.
    pub accesses: Vec<ExplainedAccess>,
}

/// One access to a view on the CPU.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainedAccess {
    /// The line in the kernel's file.
    pub line: u32,
    /// Whether the element is stored to.
    pub stores: bool,
    /// Which elements the work-items of a row reach, in words.
    pub what: &'static str,
    /// How often the index is checked.
    pub check: BoundsCheck,
}

/// How often the CPU checks the index of an access. A row is a run of up to 64 work-items along the last dimension, or a row
/// of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoundsCheck {
    /// Once for a whole row.
    Row,
    /// For each work-item.
    WorkItem,
}

impl Explanation {
    /// Of a kernel that does not compile.
    pub(crate) fn nothing() -> Self {
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

    pub(crate) fn of(template: &Template, accesses: &[Access]) -> Self {
        let linked = link(template, &Specialisation::default());
        let atomic = template.atomic_slots();
        let captures = template.slots.iter().enumerate().map(|(n, slot)| {
            let mut found: Vec<_> = accesses.iter().filter(|access| access.slot == n).collect();
            found.sort_by_key(|access| access.line);
            capture(slot, atomic[n], &found)
        });
        let bytes = template.tile_static.iter().map(|variable| variable.ty.words() as u64 * 4);
        Explanation {
            kernel: template.name.to_owned(),
            file: template.file.to_owned(),
            line: template.line,
            tile: template.tile.map(<[usize]>::to_vec),
            captures: captures.collect(),
            tile_static_bytes: bytes.sum(),
            needs: linked.as_ref().map_or(Vec::new(), |linked| {
                linked.needs.iter().map(|needed| needed.name().to_owned()).collect()
            }),
            wgsl: linked.map(|linked| linked.wgsl).map_err(|error| error.to_string()),
        }
    }
}

fn capture(slot: &Slot, atomic: bool, accesses: &[&Access]) -> ExplainedCapture {
    let lines = |ways: &[Way]| {
        let found = accesses.iter().filter(|it| ways.contains(&it.way));
        let mut lines: Vec<_> = found.map(|it| it.line).collect();
        lines.dedup();
        let lines: Vec<_> = lines.iter().map(u32::to_string).collect();
        (!lines.is_empty()).then(|| lines.join(", "))
    };
    let (kind, why) = match slot.kind {
        SlotKind::Value => ("a value", "each work-item has it".to_owned()),
        SlotKind::Read => ("a view that is read", "nobody writes to it during the launch".to_owned()),
        SlotKind::Write => {
            let others = lines(&[Way::Words, Way::WordsInRow]);
            let why = match (lines(&[Way::Atomic]), others, lines(&[Way::LentWords])) {
                (Some(lines), ..) => format!("the kernel asks for atomic operations (line {lines})"),
                (None, Some(lines), _) => {
                    format!("a work-item touches an element that is not at its own index (line {lines})")
                }
                (None, None, Some(lines)) => {
                    format!("a device function may touch any element (line {lines})")
                }
                (None, None, None) => "each work-item touches only the element at its own index".to_owned(),
            };
            ("a view that is written", why)
        }
    };
    let told = accesses.iter().map(|it| ExplainedAccess {
        line: it.line,
        stores: it.stores,
        what: it.way.words(),
        check: if it.way.is_checked_by_row() { BoundsCheck::Row } else { BoundsCheck::WorkItem },
    });
    ExplainedCapture {
        name: slot.name.to_owned(),
        kind,
        atomic: atomic || accesses.iter().any(|it| it.way.is_atomic()),
        why,
        accesses: told.collect(),
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, at {}:{}", self.kernel, self.file, self.line)?;
        if let Some(tile) = &self.tile {
            writeln!(f, "in tiles of {tile:?}, with {} bytes of tile memory", self.tile_static_bytes)?;
        }
        if !self.needs.is_empty() {
            writeln!(f, "needs a GPU that computes with {}", self.needs.join(", "))?;
        }
        writeln!(f, "\non the CPU:")?;
        self.captures.iter().try_for_each(|capture| write!(f, "{capture}"))?;
        match &self.wgsl {
            Ok(wgsl) => write!(f, "\non a GPU:\n{wgsl}"),
            Err(why) => writeln!(f, "\non a GPU it cannot run: {why}"),
        }
    }
}

impl fmt::Display for ExplainedCapture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = if self.atomic { "relaxed atomics" } else { "plain loads and stores" };
        match self.accesses[..] {
            [] => writeln!(f, "  `{}`, {}", self.name, self.kind)?,
            _ => writeln!(f, "  `{}`, {}: {how}, for {}", self.name, self.kind, self.why)?,
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
    use crate::kernel::Kernel;
    use crate::prelude::*;

    #[test]
    fn each_access_is_told_with_its_reason() {
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
        let told = [
            "`x`, a view that is read: plain loads and stores, for nobody writes to it during the launch"
                .to_owned(),
            "`y`, a view that is written: plain loads and stores, for each work-item touches only".to_owned(),
            format!(
                "`z`, a view that is written: relaxed atomics, for a work-item touches an element that is not at its own index (line {})",
                line + 3
            ),
            format!("line {} reads one element for the whole row; checked once for a row", line + 2),
            "@compute".to_owned(),
        ];
        for words in told {
            assert!(text.contains(&words), "no {words:?} in:\n{text}");
        }
    }
}
