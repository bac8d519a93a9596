//! Computes the nesting depth of a shader's control flow, as drivers count it.
//!
//! Drivers inline every function and keep a stack of execution masks. The stack of Mesa's llvmpipe has 80
//! entries: deeper branches execute wrongly, without an error. So this module counts the depth in the WGSL
//! text, by llvmpipe's rules:
//!
//! - a branch, a loop and each `else if` is a level;
//! - statements after an `if` that contains a `return` or a `continue` are a level deeper, because the driver
//!   moves them into an `else`. In a loop the driver turns a `return` into a `break`, which adds no level;
//! - a loop whose body ends in a `break` or `return` runs at most once, so the driver removes it. Its other
//!   `break`s count like a `return`;
//! - the right side of `&&` and `||` is a level;
//! - a call adds the depth of its function.

use std::collections::HashMap;

/// The largest nesting depth that a kernel may have.
pub const NESTING_LIMIT: u32 = 72;

/// The largest nesting depth that a shader may have. The test whether a work-item is in the domain adds one
/// level to that of the kernel. The rest of llvmpipe's 80 entries is reserved for loops that drivers unroll.
pub const SHADER_NESTING_LIMIT: u32 = NESTING_LIMIT + 1;

/// The largest nesting depth in a WGSL text, and the offset at which the text reaches that depth. The text
/// consists of functions, or of the statements of one function.
#[must_use]
pub fn nesting(wgsl: &str) -> (u32, usize) {
    let mut reader = Reader { text: wgsl, ..Reader::default() };
    while reader.block(0).more {}
    reader.functions.insert("", reader.own);
    let mut found = HashMap::new();
    let all = reader.functions.keys().map(|name| resolved(name, &reader.functions, &mut found));
    all.max_by_key(|(depth, at)| (*depth, std::cmp::Reverse(*at))).unwrap_or_default()
}

/// The depths in one function: its largest depth with the offset in the text, and its calls. Each call has
/// its depth, its offset and the callee's name.
#[derive(Default)]
struct Function<'t> {
    deepest: (u32, usize),
    calls: Vec<(u32, usize, &'t str)>,
}

/// Returns the largest nesting depth of a function, and the offset in the text at which the function reaches
/// it. The functions that it calls count as inlined.
fn resolved<'t>(
    name: &'t str,
    functions: &HashMap<&'t str, Function<'t>>,
    found: &mut HashMap<&'t str, (u32, usize)>,
) -> (u32, usize) {
    if let Some(known) = found.get(name) {
        return *known;
    }
    let Some(function) = functions.get(name) else { return (0, 0) };
    // This entry ends the search if functions call one another recursively. naga rejects them later.
    found.insert(name, function.deepest);
    let mut deepest = function.deepest;
    for (depth, at, callee) in &function.calls {
        let depth = depth + resolved(callee, functions, found).0;
        if depth > deepest.0 {
            deepest = (depth, *at);
        }
    }
    found.insert(name, deepest);
    deepest
}

#[derive(Default)]
struct Reader<'t> {
    text: &'t str,
    at: usize,
    around: Around,
    /// Whether the reader is on the right side of an `&&` or `||`: one item for the statement, and one for
    /// each open parenthesis.
    lazy: Vec<bool>,
    functions: HashMap<&'t str, Function<'t>>,
    /// The function that the reader is in.
    own: Function<'t>,
}

/// The innermost loop around a statement.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Around {
    #[default]
    Nothing,
    Loop,
    /// A loop whose body ends in `break` or `return`, so that it runs at most once.
    Once,
}

/// The state at the end of a block.
#[derive(Clone, Copy, Default)]
struct End {
    /// The depth that a further statement at the end of the block would have.
    depth: u32,
    /// Whether the block contains a jump after which the driver moves the following statements into an
    /// `else`.
    jumps: bool,
    /// Whether the block contains a `return`.
    returns: bool,
    /// Whether text follows the block.
    more: bool,
}

impl<'t> Reader<'t> {
    /// Reads the statements of a block and its closing brace.
    fn block(&mut self, depth: u32) -> End {
        let mut end = End { depth, ..End::default() };
        while let Some(word) = self.word() {
            match word {
                "}" => {
                    end.more = true;
                    return end;
                }
                "{" => {
                    let inner = self.block(end.depth);
                    end = End { depth: inner.depth, ..end.with(inner) };
                }
                "if" => {
                    let branches = self.branches(end.depth);
                    end = end.with(branches);
                    end.depth += u32::from(branches.jumps);
                }
                "for" | "while" | "loop" => {
                    let body = self.body(end.depth);
                    end = end.with(body);
                    end.depth += u32::from(body.jumps);
                }
                "fn" => self.function(),
                "return" => {
                    (end.jumps, end.returns) = (end.jumps || self.around != Around::Loop, true);
                    self.expression(end.depth, "");
                }
                "continue" => end.jumps = true,
                "break" => end.jumps |= self.around == Around::Once,
                word => self.expression(end.depth, word),
            }
        }
        end
    }

    /// Reads an `if` and its `else` branches. The keyword `if` is already consumed.
    fn branches(&mut self, mut depth: u32) -> End {
        let mut end = End::default();
        loop {
            self.expression(depth, "");
            self.reach(depth + 1);
            end = end.with(self.block(depth + 1));
            let before = self.at;
            if self.word() != Some("else") {
                self.at = before;
                return end;
            }
            if self.word() != Some("if") {
                return end.with(self.block(depth + 1));
            }
            depth += 1;
        }
    }

    /// Reads a loop. Its keyword is already consumed.
    fn body(&mut self, depth: u32) -> End {
        self.reach(depth + 1);
        self.expression(depth + 1, "");
        let once = self.is_left_at_its_end();
        let own = if once { Around::Once } else { Around::Loop };
        let around = std::mem::replace(&mut self.around, own);
        let body = self.block(if once { depth } else { depth + 1 });
        self.around = around;
        End { jumps: body.returns && around != Around::Loop, ..body }
    }

    /// Whether the loop body at the current position ends in a `break` or a `return`.
    fn is_left_at_its_end(&self) -> bool {
        let mut open = 1;
        let text = &self.text[self.at..];
        let end = text.find(|c| {
            open += i32::from(c == '{') - i32::from(c == '}');
            open == 0
        });
        let body = text[..end.unwrap_or(text.len())].trim_end();
        let last = body.strip_suffix(';').and_then(|body| body.rsplit([';', '{', '}']).next());
        let last = last.map(|last| last.rsplit("*/").next().unwrap_or(last).trim_start());
        last.is_some_and(|last| last.starts_with("break") || last.starts_with("return"))
    }

    fn function(&mut self) {
        let Some(name) = self.word() else { return };
        let outer = std::mem::take(&mut self.own);
        self.expression(0, "");
        self.block(0);
        let own = std::mem::replace(&mut self.own, outer);
        self.functions.insert(name, own);
    }

    /// Reads an expression or a simple statement, up to its semicolon or an opening brace. `first` is its
    /// first token, already consumed, or empty.
    fn expression(&mut self, depth: u32, first: &'t str) {
        let mut last = first;
        self.lazy = vec![false; if first == "(" { 2 } else { 1 }];
        loop {
            let before = self.at;
            match self.word() {
                // The semicolons in the head of a `for` are in parentheses and do not end the statement.
                Some(";") if self.lazy.len() == 1 => return,
                Some("{") => return,
                Some("}") => {
                    self.at = before;
                    return;
                }
                None => return,
                Some("(") => {
                    let lazy = self.lazy.iter().filter(|lazy| **lazy).count() as u32;
                    if last.starts_with(|c: char| c.is_ascii_alphabetic()) {
                        self.own.calls.push((depth + lazy, self.at, last));
                    }
                    self.lazy.push(false);
                    last = "(";
                }
                Some(")") => {
                    self.lazy.pop();
                    last = ")";
                }
                Some("&&" | "||") => {
                    self.lazy.last_mut().into_iter().for_each(|lazy| *lazy = true);
                    let lazy = self.lazy.iter().filter(|lazy| **lazy).count() as u32;
                    self.reach(depth + lazy);
                    last = "&&";
                }
                Some(word) => last = word,
            }
        }
    }

    fn reach(&mut self, depth: u32) {
        if depth > self.own.deepest.0 {
            self.own.deepest = (depth, self.at);
        }
    }

    /// Reads the next word or punctuation character, and skips comments.
    fn word(&mut self) -> Option<&'t str> {
        let text = self.text;
        let mut rest = text[self.at..].trim_start();
        while rest.starts_with("/*") {
            rest = rest.split_once("*/").map_or("", |(_, behind)| behind).trim_start();
        }
        let named = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = match rest.find(|c| !named(c)).unwrap_or(rest.len()) {
            0 if rest.starts_with("&&") || rest.starts_with("||") => 2,
            0 => rest.chars().next()?.len_utf8(),
            length => length,
        };
        self.at = text.len() - rest.len() + length;
        Some(&rest[..length])
    }
}

impl End {
    fn with(self, other: End) -> Self {
        End { jumps: self.jumps || other.jumps, returns: self.returns || other.returns, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::nesting;

    #[track_caller]
    fn depth(text: &str, expected: u32) {
        assert_eq!(nesting(text).0, expected, "{text}");
    }

    #[test]
    fn branches_and_loops_are_levels() {
        depth("a = 1; b = f(2);", 0);
        depth("if (a) { b = 1; } if (b) { } else { }", 1);
        depth("if (a) { } else if (b) { } else if (c) { } else { d = 1; }", 3);
        depth("for (var i = 0u; i < 3u; i += 1u) { loop { while (a) { if (b) { break; } } } }", 4);
        depth("{ { if (a) { } } }", 1);
    }

    #[test]
    fn jumps_put_what_follows_deeper() {
        depth("if (a) { return; } if (b) { return; } if (c) { }", 3);
        depth("{ if (a) { return; } } if (b) { }", 2);
        depth("loop { if (a) { continue; } if (b) { continue; } } if (c) { }", 3);
        depth("loop { if (a) { return; } if (b) { return; } } if (c) { }", 2);
        depth("loop { loop { if (a) { return; } } loop { if (a) { return; } } }", 3);
        depth("if (a) { if (b) { return 1u; } if (c) { } } if (d) { if (e) { } }", 3);
    }

    #[test]
    fn loops_of_one_turn_are_taken_away() {
        depth("loop { if (a) { break; } if (b) { break; } if (c) { } /*@3*/ break; } if (d) { }", 3);
        depth("while (true) { if (a) { return 1u; } if (b) { } return 2u; } if (c) { }", 2);
        depth("loop { if (a) { break; } if (b) { break; } loop { if (c) { break; } d = 1; } }", 3);
        depth(
            "loop { if (a) { break; } loop { if (a) { break; } loop { if (a) { break; } break; } break; } break; }",
            3,
        );
    }

    #[test]
    fn lazy_operators_are_levels() {
        depth("a = b && c && d;", 1);
        depth("a = b && (c || (d && e));", 3);
        depth("if (b && (c || d)) { }", 2);
        depth("a = (b && c) || d;", 1);
        depth("(*p) = b && c; if (d) { }", 1);
    }

    #[test]
    fn calls_are_as_deep_as_their_functions() {
        let functions = "struct S { a: u32 } fn g(a: u32) -> u32 { if (a) { a = f(a); } return 2u; } fn f(a: u32) -> u32 { if (a) { return 1u; } return 2u; }";
        depth(functions, 2);
        depth(&format!("{functions} fn main() {{ if (b) {{ a = 1u + g(2u); }} }}"), 3);
        depth(&format!("{functions} fn main() {{ while (g(a) == 1u) {{ }} a = b && f(1u) == 2u; }}"), 3);
    }

    #[test]
    fn the_deepest_place_is_found() {
        let text = "if (a) { } /*@1*/ if (b) { /*@2*/ if (c) { } } /*@3*/";
        let (depth, at) = nesting(text);
        assert_eq!(depth, 2);
        assert!(text[..at].ends_with("if (c) {"), "{}", &text[..at]);
    }
}
