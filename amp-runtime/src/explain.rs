//! What amp has made of a kernel, for people who want to know why it is as fast as it is.

use std::fmt;

use amp_shader::{Access, SlotKind, Specialisation, Template, link};

use crate::kernel::{Domain, Kernel};

/// What amp has made of a kernel: see [`explain`].
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
    /// The way, and why it is this one.
    pub way: &'static str,
}

/// Explains a kernel: how its twin on the CPU reaches each view, and why; its shader; what it needs of a GPU.
///
/// The fast ways are those that become vectors: the work-item's own element of a written view, and elements side by side or
/// one for a whole row of a view that is read.
///
/// ```
/// use amp::prelude::*;
///
/// #[kernel]
/// fn gather(i: Index<1>, at: &ArrayView<u32>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
///     y[i] = x[at[i] as usize];
/// }
/// let (at, x) = ([2, 0, 1], [1.0, 2.0, 3.0]);
/// let mut y = [0.0; 3];
/// let (at, x, mut y) = (ArrayView::new(&at), ArrayView::new(&x), ArrayViewMut::new(&mut y));
/// let explained = amp::explain(&gather(&at, &x, &mut y));
/// assert!(explained.captures[1].accesses[0].way.starts_with("each work-item by itself"));
/// assert!(explained.wgsl.is_ok_and(|wgsl| wgsl.contains("@compute")));
/// ```
pub fn explain<D: Domain>(kernel: &impl Kernel<D>) -> Explanation {
    kernel.explained()
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
        let captures = template.slots.iter().enumerate().map(|(n, slot)| {
            let of_slot = accesses.iter().filter(|access| access.slot == n);
            let mut accesses: Vec<_> = of_slot
                .map(|it| ExplainedAccess { line: it.line, stores: it.stores, way: it.way.words() })
                .collect();
            accesses.sort_by_key(|access| access.line);
            let kind = match slot.kind {
                SlotKind::Value => "a value",
                SlotKind::Read => "a view that is read",
                SlotKind::Write => "a view that is written",
            };
            ExplainedCapture { name: slot.name.to_owned(), kind, accesses }
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
                linked.needs.iter().map(|scalar| scalar.rust().to_owned()).collect()
            }),
            wgsl: linked.map(|linked| linked.wgsl).map_err(|error| error.to_string()),
        }
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
        for capture in &self.captures {
            writeln!(f, "  `{}`, {}", capture.name, capture.kind)?;
            for access in &capture.accesses {
                let does = if access.stores { "stores" } else { "reads" };
                writeln!(f, "    line {} {does} {}", access.line, access.way)?;
            }
        }
        match &self.wgsl {
            Ok(wgsl) => write!(f, "\non a GPU:\n{wgsl}"),
            Err(why) => writeln!(f, "\non a GPU it cannot run: {why}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let explained = explain(&kernel);
        let found: Vec<_> = explained
            .captures
            .iter()
            .flat_map(|capture| {
                capture.accesses.iter().map(|it| {
                    let way = it.way.split([',', ':']).next().unwrap_or_default();
                    (&*capture.name, it.line - line, it.stores, way)
                })
            })
            .collect();
        let apart = "each work-item by itself and checked";
        let words = "word by word with relaxed atomics";
        let mut expected = [
            ("x", 2, false, "elements of a whole row side by side"),
            ("x", 2, false, "one element for the whole row"),
            ("x", 3, false, apart),
            ("x", 4, false, apart),
            ("z", 3, false, words),
            ("z", 7, true, words),
            ("y", 6, true, "the work-item's own element"),
        ];
        expected.sort_by_key(|(name, ..)| {
            explained.captures.iter().position(|capture| capture.name == *name)
        });
        assert_eq!(found, expected);
        assert!(explained.captures.iter().any(|it| it.accesses.iter().any(|it| it.way.contains("another access"))));
        let text = explained.to_string();
        assert!(text.contains("reads one element for the whole row") && text.contains("@compute"), "{text}");
    }
}
