//! Columns that stand under one another.

use std::io::{self, Write};

/// Where the text of a column stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

/// A table, each line as many cells as there are columns.
#[derive(Debug)]
pub struct Table<const N: usize> {
    sides: [Side; N],
    lines: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    /// A table with these columns and no lines.
    #[must_use]
    pub fn new(sides: [Side; N]) -> Self {
        Table { sides, lines: Vec::new() }
    }

    /// Adds a line.
    pub fn line(&mut self, cells: [String; N]) {
        self.lines.push(cells);
    }

    /// Writes it, a little indented, without spaces at the ends of lines.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let length = |cell: &String| cell.chars().count();
        let widths: [usize; N] =
            std::array::from_fn(|c| self.lines.iter().map(|cells| length(&cells[c])).max().unwrap_or(0));
        for cells in &self.lines {
            let mut line = String::new();
            for ((cell, side), width) in cells.iter().zip(self.sides).zip(widths) {
                line += match side {
                    Side::Left => format!("  {cell:<width$}"),
                    Side::Right => format!("  {cell:>width$}"),
                }
                .as_str();
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_under_one_another() {
        let mut table = Table::new([Side::Left, Side::Right, Side::Left]);
        table.line(["a".into(), "1".into(), "x".into()]);
        table.line(["ébène".into(), "100".into(), String::new()]);
        let mut out = Vec::new();
        table.print(&mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "  a        1  x\n  ébène  100\n");
    }
}
