//! Programs as trees of text, for printing and shrinking.

use std::fmt::Write;

use crate::generate::Ty;

/// The kind of a node.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// A value of a type.
    Value(Ty),
    /// A statement, a match arm or a function: shrinking may remove it.
    Optional,
    /// A node that must stay.
    Fixed,
}

/// A node of a program.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    kind: Kind,
    parts: Vec<Part>,
}

/// Text, or a child.
#[derive(Clone, Debug)]
enum Part {
    Text(String),
    Node(Node),
}

impl Node {
    /// A node with a pattern, in which each `$` is the next child.
    pub(crate) fn new(kind: Kind, pattern: &str, children: impl IntoIterator<Item = Node>) -> Node {
        let mut children = children.into_iter();
        let mut parts = Vec::new();
        for (n, text) in pattern.split('$').enumerate() {
            if n > 0 {
                parts.extend(children.next().map(Part::Node));
            }
            if !text.is_empty() {
                parts.push(Part::Text(text.to_owned()));
            }
        }
        Node { kind, parts }
    }

    /// A node that consists of its children, one after another, without text between them.
    pub(crate) fn row(kind: Kind, children: impl IntoIterator<Item = Node>) -> Node {
        Node { kind, parts: children.into_iter().map(Part::Node).collect() }
    }

    /// Text that must stay.
    pub(crate) fn text(text: impl Into<String>) -> Node {
        Node { kind: Kind::Fixed, parts: vec![Part::Text(text.into())] }
    }

    /// The text of the program.
    pub(crate) fn print(&self) -> String {
        let mut out = String::new();
        self.print_to(&mut out);
        out
    }

    fn print_to(&self, out: &mut String) {
        for part in &self.parts {
            match part {
                Part::Text(text) => {
                    let _ = out.write_str(text);
                }
                Part::Node(node) => node.print_to(out),
            }
        }
    }

    /// The number of nodes.
    pub(crate) fn count(&self) -> usize {
        1 + self.children().map(Node::count).sum::<usize>()
    }

    fn children(&self) -> impl Iterator<Item = &Node> {
        self.parts.iter().filter_map(|part| match part {
            Part::Node(node) => Some(node),
            Part::Text(_) => None,
        })
    }

    /// Smaller programs: node number `at` removed, or replaced by a part of it or by a literal.
    pub(crate) fn smaller(&self, at: usize) -> Vec<Node> {
        let Some(target) = self.get(at) else { return Vec::new() };
        let replacements = match &target.kind {
            Kind::Fixed => Vec::new(),
            Kind::Optional if target.parts.is_empty() => Vec::new(),
            Kind::Optional => vec![Node { kind: Kind::Optional, parts: Vec::new() }],
            Kind::Value(ty) => {
                let plain = Node::new(target.kind.clone(), &ty.plain(), []);
                let mut inner = Vec::new();
                target.children().for_each(|child| child.values(&target.kind, &mut inner));
                if target.print() != plain.print() {
                    inner.insert(0, plain);
                }
                inner
            }
        };
        replacements
            .into_iter()
            .map(|replacement| {
                let mut program = self.clone();
                if let Some(place) = program.get_mut(&mut { at }) {
                    *place = replacement;
                }
                program
            })
            .collect()
    }

    /// The outermost nodes of a kind.
    fn values(&self, kind: &Kind, found: &mut Vec<Node>) {
        if self.kind == *kind {
            found.push(self.clone());
        } else {
            self.children().for_each(|child| child.values(kind, found));
        }
    }

    fn get(&self, at: usize) -> Option<&Node> {
        if at == 0 {
            return Some(self);
        }
        let mut at = at - 1;
        for child in self.children() {
            let count = child.count();
            if at < count {
                return child.get(at);
            }
            at -= count;
        }
        None
    }

    fn get_mut(&mut self, at: &mut usize) -> Option<&mut Node> {
        if *at == 0 {
            return Some(self);
        }
        *at -= 1;
        for part in &mut self.parts {
            if let Part::Node(node) = part {
                let count = node.count();
                if *at < count {
                    return node.get_mut(at);
                }
                *at -= count;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_print_and_shrink() {
        let value = |pattern: &str, children: Vec<Node>| Node::new(Kind::Value(Ty::I32), pattern, children);
        let inner = value("x", vec![]);
        let sum = value("($ + $)", vec![inner, value("2", vec![])]);
        let program = Node::new(Kind::Fixed, "y = $;", [sum]);
        assert_eq!(program.print(), "y = (x + 2);");
        assert_eq!(program.count(), 4);
        let smaller: Vec<_> = program.smaller(1).iter().map(Node::print).collect();
        assert_eq!(smaller, ["y = 1i32;", "y = x;", "y = 2;"]);
        assert_eq!(program.smaller(2)[0].print(), "y = (1i32 + 2);");
        assert!(program.smaller(0).is_empty() && program.smaller(4).is_empty());
    }
}
