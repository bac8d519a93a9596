//! Traps: code that records the first failure of a launch, such as an index out of range.
//!
//! Each place that may fail is a *site*. A work-item that fails keeps the number of the site and some details in
//! private variables. From then on, it goes on, but writes nothing more to views. So every element is old or new,
//! and no barrier is skipped. At its end, the first such work-item of a launch writes a record to the buffer
//! `amp_traps`. Drivers that execute both sides of a branch, such as Mesa's llvmpipe, so execute the atomic
//! operations and the stores once and not at each site.
//!
//! In a tiled kernel, a failed work-item sets `amp_tile_trapped` before a barrier. The other work-items of the tile
//! read it after the barrier, because they may depend on tile memory that the failed work-item did not write
//! correctly.
//!
//! Without [`Specialisation::trap`](crate::Specialisation::trap), none of this code exists.

use std::fmt::Write as _;

use super::checked_arithmetic;
use super::{LinkError, Linker};
use crate::{Capability, Message, Operation, Piece, Scalar, TypeInfo};

/// The number of records. A launch uses the record with the number `id % RECORDS`.
const RECORDS: usize = 16;
/// The size of a record in words, without the word that tells whether there is one.
const RECORD_WORDS: usize = 63;
/// The number of words for printed lines. Two more words are the number of words in use and the number of lost
/// lines. The first word of a line is the number of its words.
const OUTPUT_WORDS: usize = (64 << 10) - 2;
/// The word of a record that contains the id of the launch.
const LAUNCH: usize = 0;
/// The word of the record that contains the number of the site.
const SITE: usize = 1;
/// The number of the site of a work-item that has not failed itself.
const NO_SITE: u32 = u32::MAX;
/// The first word of the work-item's index. The details of the failure follow the index.
const ITEM: usize = 2;

/// The traps and the printed lines of a shader.
#[derive(Clone, Debug)]
pub struct Traps {
    /// The number of the binding of the records, if the shader has traps.
    pub binding: Option<u32>,
    /// The number of the binding of the printed lines, if the shader prints any.
    pub output_binding: Option<u32>,
    /// The word of the launch parameters that contains the id of the launch.
    pub word: usize,
    /// The rank of the kernel's domain.
    rank: usize,
    /// The sites. The record contains an index in this list.
    sites: Vec<Site>,
}

/// A source position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The file, such as `src/main.rs`.
    pub file: &'static str,
    /// The line.
    pub line: u32,
}

/// A place that may fail.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Site {
    at: Option<Position>,
    failure: Failure,
}

/// The kind of a failure.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Failure {
    /// An operation on integers fails. The detail is the reason.
    Arithmetic { operation: Operation },
    /// An index is outside a view. The details are the index and the view's extent.
    Index { view: &'static str, rank: usize },
    /// No failure, but a printed line. The details are the words of the values.
    Line { text: &'static str, values: Vec<(Option<&'static str>, &'static TypeInfo)> },
    /// A subscript is outside an array. The details are the subscript and the length.
    Item,
    /// An assertion fails. The details are the words of the message's values.
    Message { text: &'static str, formatted: bool, values: Vec<(Option<&'static str>, &'static TypeInfo)> },
}

/// A failure that a shader recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct Trap {
    /// The source position, if it is known.
    pub at: Option<Position>,
    /// The index of the work-item.
    pub item: Vec<usize>,
    /// The failure.
    pub failure: TrapFailure,
}

/// A value of a message: its name, its type and its words. There are no words if a device cannot record a value
/// of the type.
pub type RecordedValue = (Option<&'static str>, &'static TypeInfo, Vec<u32>);

/// The failure that a trap reports.
#[derive(Clone, Debug, PartialEq)]
pub enum TrapFailure {
    /// The work-item accessed a view at an index outside its extent.
    Index {
        /// The name of the view.
        view: &'static str,
        /// The index.
        index: Vec<u32>,
        /// The extent of the view.
        extent: Vec<u32>,
    },
    /// The work-item used a subscript outside an array.
    Item {
        /// The subscript.
        index: u32,
        /// The length of the array.
        length: u32,
    },
    /// An assertion failed or a panic was reached.
    Message {
        /// The text, or a format string.
        text: &'static str,
        /// Whether the text is a format string.
        formatted: bool,
        /// The values of the format string.
        values: Vec<RecordedValue>,
    },
}

impl Failure {
    /// The number of words of the details.
    fn words(&self) -> usize {
        match self {
            Failure::Arithmetic { .. } => 1,
            Failure::Item => 2,
            Failure::Index { rank, .. } => 2 * rank,
            Failure::Message { values, .. } => {
                values.iter().map(|(_, ty)| word_count(ty).unwrap_or_default()).sum()
            }
            Failure::Line { .. } => 0,
        }
    }
}

impl Traps {
    /// The size of the records in bytes.
    pub const BYTES: u64 = Traps::offset(RECORDS);

    /// The offset of a record in bytes. Its first word is zero if no work-item has failed.
    pub const fn offset(record: usize) -> u64 {
        (4 * (RECORD_WORDS + 1) * record) as u64
    }

    /// The records with a failure, with their numbers.
    pub fn records(words: &[u32]) -> impl Iterator<Item = (usize, &[u32])> {
        words.chunks(RECORD_WORDS + 1).enumerate().filter(|(_, record)| record.first() != Some(&0))
    }

    /// The id of the launch in a record.
    pub fn launch(record: &[u32]) -> u32 {
        record.get(1 + LAUNCH).copied().unwrap_or_default()
    }

    /// The size of the buffer for printed lines in bytes.
    pub const OUTPUT_BYTES: u64 = 4 * (OUTPUT_WORDS as u64 + 2);

    /// The printed lines in the buffer: the id of the launch, and the words of the line.
    pub fn launches(output: &[u32]) -> impl Iterator<Item = (u32, &[u32])> {
        let mut rest = output.get(2..).unwrap_or_default();
        std::iter::from_fn(move || {
            let count = *rest.first()? as usize;
            let (line, behind) = rest.split_at_checked(count).filter(|_| count > 0)?;
            rest = behind;
            Some((*line.get(2)?, line))
        })
    }

    /// The number of lines that did not fit into the buffer.
    pub fn lost_lines(output: &[u32]) -> u32 {
        output.get(1).copied().unwrap_or_default()
    }

    /// Decodes a printed line of this shader: the index of the work-item, the format string and the values.
    pub fn line(&self, line: &[u32]) -> Option<(Vec<u32>, &'static str, Vec<RecordedValue>)> {
        let Failure::Line { text, values } = &self.sites.get(*line.get(1)? as usize)?.failure else {
            return None;
        };
        let (item, words) = line.get(3..)?.split_at_checked(self.rank)?;
        Some((item.to_vec(), text, split(values, words)))
    }

    /// Decodes a record of this shader.
    pub fn decode(&self, record: &[u32]) -> Option<Trap> {
        let words = record.get(1..)?;
        let Site { at, failure } = self.sites.get(*words.get(SITE)? as usize)?;
        let (item, details) = words.get(ITEM..)?.split_at_checked(self.rank)?;
        let failure = match failure {
            Failure::Arithmetic { operation } => TrapFailure::Message {
                text: checked_arithmetic::message(*operation, *details.first()?),
                formatted: false,
                values: Vec::new(),
            },
            Failure::Index { view, rank } => {
                let (index, rest) = details.split_at_checked(*rank)?;
                TrapFailure::Index { view, index: index.to_vec(), extent: rest.get(..*rank)?.to_vec() }
            }
            Failure::Line { .. } => return None,
            Failure::Item => TrapFailure::Item { index: *details.first()?, length: *details.get(1)? },
            Failure::Message { text, formatted, values } => {
                TrapFailure::Message { text, formatted: *formatted, values: split(values, details) }
            }
        };
        Some(Trap { at: *at, item: item.iter().map(|at| *at as usize).collect(), failure })
    }
}

/// The values whose words are in a list.
fn split(values: &[(Option<&'static str>, &'static TypeInfo)], mut words: &[u32]) -> Vec<RecordedValue> {
    let values = values.iter().map(|(name, ty)| {
        let (own, rest) = words.split_at_checked(word_count(ty).unwrap_or(0)).unwrap_or((&[], &[]));
        words = rest;
        (*name, *ty, own.to_vec())
    });
    values.collect()
}

/// The number of words that record a value of this type. `None` if the device cannot record it.
fn word_count(ty: &TypeInfo) -> Option<usize> {
    match ty {
        TypeInfo::Scalar(Scalar::F16) => None,
        TypeInfo::Scalar(Scalar::I64 | Scalar::U64 | Scalar::F64) => Some(2),
        TypeInfo::Scalar(_) => Some(1),
        TypeInfo::Vector(Scalar::F32 | Scalar::I32 | Scalar::U32, lanes) => Some(*lanes as usize),
        TypeInfo::Index(rank) => Some(*rank),
        _ => None,
    }
}

/// The WGSL expressions for the words of the variable `name`.
fn word_texts(ty: &TypeInfo, name: &str) -> Vec<String> {
    let word = |scalar: Scalar, value: String| match scalar {
        Scalar::Bool => format!("select(0u, 1u, {value})"),
        Scalar::I32 | Scalar::Isize | Scalar::I8 | Scalar::I16 | Scalar::F32 => {
            format!("bitcast<u32>({value})")
        }
        _ => value,
    };
    match ty {
        TypeInfo::Scalar(Scalar::F64) => {
            vec![format!("u32(bitcast<u64>({name}))"), format!("u32(bitcast<u64>({name}) >> 32u)")]
        }
        TypeInfo::Scalar(Scalar::I64 | Scalar::U64) => {
            vec![format!("u32(u64({name}))"), format!("u32(u64({name}) >> 32u)")]
        }
        TypeInfo::Scalar(scalar) => vec![word(*scalar, name.to_owned())],
        TypeInfo::Vector(scalar, lanes) => {
            (0..*lanes).map(|lane| word(*scalar, format!("{name}[{lane}]"))).collect()
        }
        TypeInfo::Index(rank) => (0..*rank).map(|d| format!("{name}[{d}]")).collect(),
        _ => Vec::new(),
    }
}

impl Linker<'_> {
    /// Whether the shader has traps.
    pub(super) fn has_traps(&self) -> bool {
        self.reports.traps
    }

    /// Whether the shader tests the subscripts of this view or subview.
    pub(super) fn checks_index(&self, capture: usize) -> bool {
        self.has_traps() && !self.proved && !self.is_value(capture) && !self.is_slice_of_array(capture)
    }

    /// Records the source line of the code that follows.
    pub(super) fn go_to_line(&mut self, line: u32) {
        (self.at, self.is_at_call) = (Some(Position { file: self.file, line }), false);
    }

    pub(super) fn site(&mut self, failure: Failure) -> usize {
        self.has_site_of_caller |= self.is_at_call;
        self.may_fail |= !matches!(failure, Failure::Line { .. });
        let site = Site { at: self.at, failure };
        let known = self.sites.iter().position(|known| *known == site);
        known.unwrap_or_else(|| {
            self.sites.push(site);
            self.sites.len() - 1
        })
    }

    /// The text before the subscripts in the call that tests them and computes the position of an element:
    /// `try_x(7u, `.
    pub(super) fn checked_position_call(&mut self, capture: usize) -> String {
        let rank = self.rank(capture);
        let site = self.site(Failure::Index { view: self.capture(capture).name, rank });
        match self.subview_layout_arguments(capture) {
            Some(layout) => {
                let name = self.checked_finder_of_rank(rank);
                format!("{name}({site}u, {}, ", layout.join(", "))
            }
            None => {
                self.checked_captures.insert(capture);
                format!("try_{}({site}u, ", self.capture_name(capture))
            }
        }
    }

    /// The text after the subscripts of a checked access: the constant offsets, which `Piece::Offset` has
    /// left.
    pub(super) fn end_checked_position(&mut self, capture: usize) -> String {
        if !self.checks_index(capture) {
            return String::new();
        }
        let offsets = self.pending_offset.take();
        let offset = |d: usize| offsets.and_then(|all| all.get(d)).map_or(0, |step| step.cast_unsigned());
        (0..self.rank(capture)).map(|d| format!(", {}u", offset(d))).collect()
    }

    /// Prints a function `try_VIEW` for each view whose subscripts the shader tests.
    pub(super) fn checked_position_functions(&mut self) -> String {
        let mut out = String::new();
        for capture in self.checked_captures.clone() {
            let rank = self.template.captures[capture].rank;
            let name = self.capture_name(capture);
            let extents: Vec<_> = (0..rank).map(|d| self.view_extent(capture, d)).collect();
            let subscripts: Vec<_> = (0..rank).map(|d| format!("j{d}")).collect();
            let place = format!("at_{name}({})", subscripts.join(", "));
            out += &self.checked_function(&format!("try_{name}"), &[], &extents, &place);
        }
        out
    }

    /// Declares the function that tests the subscripts of an element of a subview, and returns its name.
    fn checked_finder_of_rank(&mut self, rank: usize) -> String {
        let finder = self.finder_of_rank(rank);
        let name = format!("amp_try_place{rank}");
        let strides: Vec<_> = (1..rank).map(|d| format!("s{}", d - 1)).collect();
        let extents: Vec<_> = (0..rank).map(|d| format!("e{d}")).collect();
        let known: Vec<_> = std::iter::once("at".to_owned()).chain(strides).collect();
        let subscripts = (0..rank).map(|d| format!("j{d}"));
        let place =
            format!("{finder}({})", known.iter().cloned().chain(subscripts).collect::<Vec<_>>().join(", "));
        let text = self.checked_function(&name, &[known, extents.clone()].concat(), &extents, &place);
        self.support.insert(name.clone(), text);
        name
    }

    /// Prints a function that tests subscripts against extents. If one is out of range, the function records
    /// the trap and returns zero.
    fn checked_function(&self, name: &str, layout: &[String], extents: &[String], place: &str) -> String {
        let rank = extents.len();
        let declare = |prefix: &str| (0..rank).map(|d| format!(", {prefix}{d}: u32")).collect::<String>();
        let layout: String = layout.iter().map(|name| format!(", {name}: u32")).collect();
        let sums: String = (0..rank).map(|d| format!("let j{d} = i{d} + o{d}; ")).collect();
        let outside: Vec<_> =
            extents.iter().enumerate().map(|(d, extent)| format!("(j{d} >= {extent})")).collect();
        let mut record = String::new();
        for (d, extent) in extents.iter().enumerate() {
            let _ = write!(record, "amp_details[{}] = j{d}; amp_details[{}] = {extent}; ", d, rank + d);
        }
        format!(
            "fn {name}(site: u32{layout}{}{}) -> u32 {{ {sums}if ({}) {{ if (amp_fails(site)) {{ {record}}} return 0u; }} return {place}; }}\n",
            declare("i"),
            declare("o"),
            outside.join(" | "),
        )
    }

    /// The number of words for the details of a failure.
    fn details(&self) -> usize {
        RECORD_WORDS - ITEM - self.template.rank
    }

    /// The text before the subscript of an array of this length: `amp_try_item(7u, 4u, `. `None` if the
    /// shader does not test it.
    pub(super) fn checked_item_call(&mut self, length: &str) -> Option<String> {
        if !self.has_traps() || self.proved {
            return None;
        }
        let site = self.site(Failure::Item);
        let text = "fn amp_try_item(site: u32, length: u32, index: u32) -> u32 { if (index >= length) { if (amp_fails(site)) { amp_details[0] = index; amp_details[1] = length; } return 0u; } return index; }\n";
        self.support.insert("amp_try_item".to_owned(), text.to_owned());
        Some(format!("amp_try_item({site}u, {length}, "))
    }

    /// Prints an assertion.
    pub(super) fn assertion(
        &mut self,
        condition: Option<&[Piece]>,
        message: &Message,
    ) -> Result<String, LinkError> {
        if !self.has_traps() {
            return Ok(String::new());
        }
        let mut out = String::new();
        // The bounds proofs of the kernel do not cover the accesses in assertions, because shaders without
        // traps have no assertions.
        let proved = std::mem::replace(&mut self.proved, false);
        self.has_assertions |= condition.is_some() || !message.values.is_empty();
        let condition = condition.map(|condition| self.text(condition)).transpose()?;
        let mut values = Vec::new();
        let (mut at, mut record) = (0, String::new());
        for (n, (name, ty, value)) in message.values.iter().enumerate() {
            let ty = self.ty(*ty);
            values.push((*name, ty));
            let Some(count) = word_count(ty).filter(|count| at + count <= self.details()) else { continue };
            let value = self.text(value)?;
            let _ = write!(record, "let amp_value{n} = {value}; ");
            for (k, word) in self.words(ty, &format!("amp_value{n}")).iter().enumerate() {
                let _ = write!(record, "amp_details[{}] = {word}; ", at + k);
            }
            at += count;
        }
        self.proved = proved;
        // A record that is too short for the values contains none of them.
        let fits = values.iter().map(|(_, ty)| word_count(ty).unwrap_or(0)).sum::<usize>() <= self.details();
        let values = if fits { values } else { Vec::new() };
        let formatted = message.formatted && (fits || message.values.is_empty());
        let site = self.site(Failure::Message { text: message.text, formatted, values });
        let fail = match record.as_str() {
            "" => format!("_ = amp_fails({site}u);"),
            record => format!("if (amp_fails({site}u)) {{ {record}}}"),
        };
        let _ = match condition {
            Some(condition) => writeln!(out, "if (!({condition})) {{ {fail} }}"),
            None => writeln!(out, "{fail}"),
        };
        Ok(out)
    }

    /// The declarations of the traps.
    pub(super) fn trap_declarations(&self) -> String {
        if !self.has_traps() {
            return String::new();
        }
        let rank = self.template.rank;
        let binding = self.trap_binding();
        let tile = match self.template.tile {
            Some(_) => "var<workgroup> amp_tile_trapped: atomic<u32>;\n",
            None => "",
        };
        let launch = super::word(self.layout.trap.unwrap_or_default());
        let used = self.sites.iter().map(|site| site.failure.words()).max().unwrap_or_default().max(1);
        let mut record = String::new();
        let item = (0..rank).map(|d| format!("amp_work_item[{d}]"));
        let details = (0..used).map(|n| format!("amp_details[{n}]"));
        for (n, word) in
            [launch.clone(), "amp_site".to_owned()].into_iter().chain(item).chain(details).enumerate()
        {
            let _ = writeln!(record, "        amp_traps[at].words[{n}] = {word};");
        }
        format!(
            "struct AmpTrap {{ state: atomic<u32>, words: array<u32, {RECORD_WORDS}> }}
@group(0) @binding({binding}) var<storage, read_write> amp_traps: array<AmpTrap, {RECORDS}>;
var<private> amp_trapped: bool;
var<private> amp_site: u32 = {NO_SITE}u;
var<private> amp_details: array<u32, {used}>;
var<private> amp_work_item: array<u32, {rank}>;
{tile}fn amp_fails(site: u32) -> bool {{
    if (amp_trapped) {{ return false; }}
    amp_trapped = true;
    amp_site = site;
    return true;
}}
fn amp_report() {{
    if (amp_site == {NO_SITE}u) {{ return; }}
    let at = {launch} % {RECORDS}u;
    if (atomicLoad(&amp_traps[at].state) == 0u && atomicExchange(&amp_traps[at].state, 1u) == 0u) {{
{record}    }}
}}
"
        )
    }

    /// The number of the binding of the records.
    fn trap_binding(&self) -> u32 {
        self.storage().len() as u32 + 1
    }

    /// The traps and lines of the shader; `None` if it has none.
    pub(super) fn traps(&mut self) -> Option<Traps> {
        let word = self.layout.trap?;
        let (traps, lines) = (self.has_traps(), self.reports.lines);
        let binding = traps.then(|| self.trap_binding());
        let output_binding = lines.then(|| self.output_binding());
        let rank = self.template.rank;
        Some(Traps { binding, output_binding, word, rank, sites: std::mem::take(&mut self.sites) })
    }

    /// The number of the binding of the printed lines.
    fn output_binding(&self) -> u32 {
        self.trap_binding() + u32::from(self.has_traps())
    }

    /// Prints the statement of a line: it appends the site, the work-item's index and the values to the
    /// buffer. After a failure, a work-item prints nothing.
    pub(super) fn print(&mut self, message: &Message) -> Result<String, LinkError> {
        self.has_lines = true;
        if !self.reports.lines {
            return Ok(String::new());
        }
        let mut values = Vec::new();
        let mut before = String::new();
        let mut words = Vec::new();
        for (n, (name, ty, value)) in message.values.iter().enumerate() {
            let ty = self.ty(*ty);
            values.push((*name, ty));
            if word_count(ty).is_some() {
                let value = self.text(value)?;
                let _ = write!(before, "let amp_value{n} = {value}; ");
                words.extend(self.words(ty, &format!("amp_value{n}")));
            }
        }
        let site = self.site(Failure::Line { text: message.text, values });
        let item = (0..self.template.rank).map(|d| format!("amp_work_item[{d}]"));
        let words: Vec<_> = [format!("{site}u"), super::word(self.layout.trap.unwrap_or_default())]
            .into_iter()
            .chain(item)
            .chain(words)
            .collect();
        let count = words.len() + 1;
        let mut stores = format!("amp_output.words[amp_line] = {count}u; ");
        for (n, word) in words.iter().enumerate() {
            let _ = write!(stores, "amp_output.words[amp_line + {}u] = {word}; ", n + 1);
        }
        let guard = if self.has_traps() { "!amp_trapped" } else { "true" };
        Ok(format!(
            "{{ {before}if ({guard}) {{ let amp_line = amp_reserve({count}u); if (amp_line < {OUTPUT_WORDS}u) {{ {stores}}} }} }}\n"
        ))
    }

    /// The declarations for printed lines.
    pub(super) fn output_declarations(&self) -> String {
        if !self.reports.lines {
            return String::new();
        }
        let (binding, rank) = (self.output_binding(), self.template.rank);
        let item = match self.has_traps() {
            true => String::new(),
            false => format!("var<private> amp_work_item: array<u32, {rank}>;\n"),
        };
        format!(
            "struct AmpOutput {{ cursor: atomic<u32>, lost: atomic<u32>, words: array<u32, {OUTPUT_WORDS}> }}
@group(0) @binding({binding}) var<storage, read_write> amp_output: AmpOutput;
{item}fn amp_reserve(count: u32) -> u32 {{
    if (atomicLoad(&amp_output.cursor) < {OUTPUT_WORDS}u) {{
        let at = atomicAdd(&amp_output.cursor, count);
        if (at + count <= {OUTPUT_WORDS}u) {{ return at; }}
    }}
    atomicAdd(&amp_output.lost, 1u);
    return {OUTPUT_WORDS}u;
}}
"
        )
    }

    /// The WGSL expressions for the words of the variable `name`.
    fn words(&mut self, ty: &TypeInfo, name: &str) -> Vec<String> {
        if let TypeInfo::Scalar(Scalar::F64) = ty {
            self.need(Capability::I64);
        }
        word_texts(ty, name)
    }
}
