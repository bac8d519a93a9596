//! Rule: methods of one `impl` block are not recursive; a device has no call stack.
//!
//! The check is a depth-first search for cycles in the call graph of the block. Functions that each have
//! their own `#[device]` attribute are expanded separately, so no macro sees two of them. Their expansions
//! detect recursion in const evaluation (`emit/expansion/recursion`). Recursion through methods of several
//! types makes their items depend on each other, which rustc reports as E0391.

use crate::diagnostics::{Code, Diagnostics, advice};
use crate::ir::{Call, Callee, ExprKind, Function, Projection, Ty};
use crate::site::Site;
use quote::ToTokens;

/// Reports each cycle once, at one of its calls. The functions are those of one `impl` block for `owner`.
pub(crate) fn cycles(functions: &[Function], owner: &syn::Type, diagnostics: &mut Diagnostics) {
    let owner = owner.to_token_stream().to_string();
    let calls: Vec<_> = functions.iter().map(|function| calls(function, functions, &owner)).collect();
    for first in 0..functions.len() {
        let Some(circle) = path_back(first, first, &calls, &mut vec![false; functions.len()]) else {
            continue;
        };
        let mut names = circle.iter().map(|(function, _)| format!("`{}`", functions[*function].name));
        let detail = match (names.next(), circle.as_slice()) {
            (Some(own), [_]) => format!("{own} calls itself; a device has no stack for that"),
            (own, _) => {
                let own = own.unwrap_or_default();
                let others: String = names.map(|name| format!("{name}, which calls ")).collect();
                format!("{own} calls {others}{own}; a device has no stack for that")
            }
        };
        diagnostics.advise(Code::AMP011, circle[0].1, detail, advice::calls::RECURSION);
    }
}

/// The functions of the block that a function calls, with the call sites.
fn calls(function: &Function, functions: &[Function], owner: &str) -> Vec<(usize, Site)> {
    let mut found = Vec::new();
    for stmt in &function.body.block {
        stmt.walk_expressions(&mut |expr| {
            let ExprKind::Call { callee: Callee::Associated(ty, name, _), written, arguments } = &expr.kind
            else {
                return;
            };
            let ty = match ty {
                Ty::Hole(hole) if let Projection::Owner(path) = &**hole => path.0.to_string(),
                ty => ty.rust().to_string(),
            };
            let name_of_owner = owner.split('<').next().unwrap_or_default().trim();
            if ty != "Self" && ty != owner && ty != name_of_owner {
                return;
            }
            // A type may have other functions of the same name elsewhere, so the number of arguments must
            // match.
            let is_it = |other: &Function| other.name == *name && other.parameters.len() == arguments.len();
            let site = match written {
                Call::Method(name) | Call::Place(name) => Site::from(name.span()),
                Call::Path(path) => Site::of(path),
            };
            found.extend(functions.iter().position(is_it).map(|other| (other, site)));
        });
    }
    found
}

/// A call path from the function `at` back to `first`, with the site of each call. The path visits no
/// function before `first`, because the cycles through those have been reported.
fn path_back(
    first: usize,
    at: usize,
    calls: &[Vec<(usize, Site)>],
    seen: &mut [bool],
) -> Option<Vec<(usize, Site)>> {
    if std::mem::replace(&mut seen[at], true) {
        return None;
    }
    calls[at].iter().filter(|(next, _)| *next >= first).find_map(|(next, site)| {
        let rest = if *next == first { Vec::new() } else { path_back(first, *next, calls, seen)? };
        Some([(at, *site)].into_iter().chain(rest).collect())
    })
}
