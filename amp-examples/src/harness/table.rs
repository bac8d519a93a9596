//! Tables of text with aligned columns.

use std::io::{self, Write};

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

/// A table of `N` columns.
#[derive(Debug)]
pub struct Table<const N: usize> {
    aligns: [Align; N],
    min_widths: [usize; N],
    rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    /// A table without rows.
    #[must_use]
    pub fn new(aligns: [Align; N]) -> Self {
        Table { aligns, min_widths: [0; N], rows: Vec::new() }
    }

    /// Sets the least width of each column, so that several tables line up.
    #[must_use]
    pub fn min_widths(self, min_widths: [usize; N]) -> Self {
        Table { min_widths, ..self }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: [String; N]) {
        self.rows.push(cells);
    }

    /// Writes the table, indented by two spaces and without spaces at the ends of lines.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let length = |cell: &String| cell.chars().count();
        let widths: [usize; N] = std::array::from_fn(|c| {
            self.rows.iter().map(|cells| length(&cells[c])).max().unwrap_or(0).max(self.min_widths[c])
        });
        for cells in &self.rows {
            let mut line = String::new();
            for ((cell, align), width) in cells.iter().zip(self.aligns).zip(widths) {
                line += match align {
                    Align::Left => format!("  {cell:<width$}"),
                    Align::Right => format!("  {cell:>width$}"),
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

    fn print(table: &Table<3>) -> String {
        let mut out = Vec::new();
        table.print(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new([Align::Left, Align::Right, Align::Left]);
        table.row(["a".into(), "1".into(), "x".into()]);
        table.row(["ébène".into(), "100".into(), String::new()]);
        assert_eq!(print(&table), "  a        1  x\n  ébène  100\n");
    }

    #[test]
    fn columns_have_their_least_width() {
        let mut table = Table::new([Align::Left, Align::Right, Align::Left]).min_widths([3, 2, 1]);
        table.row(["a".into(), "1".into(), "xyz".into()]);
        assert_eq!(print(&table), "  a     1  xyz\n");
    }
}
