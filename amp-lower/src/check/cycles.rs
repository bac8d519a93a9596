//! Rule: methods of one `impl` block are not recursive; a device has no call stack.
//!
//! The check is a depth-first search for cycles in the call graph of the block. Two functions with their own
//! `#[device]` attributes are expanded separately, so no macro sees both. The expansions of such functions
//! detect recursion in const evaluation (`emit/expansion/recursion`). Recursion through methods of several
//! types makes their `ITEM` constants depend on each other, which rustc reports as E0391.

use crate::diagnostics::{Code, Diagnostics, advice};
use crate::ir::{Call, Callee, ExprKind, Function, Projection, Ty};
use crate::site::Site;
use quote::ToTokens;

/// Reports each cycle of calls once, at one of its calls. `functions` are the methods of one `impl` block for
/// the type `owner`.
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

/// The functions of the block that `function` calls: index and call site of each.
fn calls(function: &Function, functions: &[Function], owner: &str) -> Vec<(usize, Site)> {
    let mut found = Vec::new();
    for stmt in &function.body.block {
        stmt.walk_expressions(&mut |expr| {
            let ExprKind::Call { callee: Callee::Associated(ty, name, _), written, arguments } = &expr.kind
            else {
                return;
            };
            let Ty::Hole(hole) = ty else { return };
            let (Projection::Owner(ty, _) | Projection::Named(ty)) = &**hole else { return };
            let ty = ty.text();
            let name_of_owner = owner.split('<').next().unwrap_or_default().trim();
            if ty != "Self" && ty != owner && ty != name_of_owner {
                return;
            }
            // Another `impl` block, such as one of a trait, may define a function of the same name. A call with
            // another number of arguments means that function.
            let is_it = |other: &Function| other.name == *name && other.parameters.len() == arguments.len();
            let site = match written {
                Call::Method(name) | Call::Copied(name, _) | Call::Place(name) => {
                    Site::from(name.ident.span())
                }
                Call::Path(path) => Site::of(&path.source),
            };
            found.extend(functions.iter().position(is_it).map(|other| (other, site)));
        });
    }
    found
}

/// A call path from the function with index `at` back to the function `first`, with the site of each call.
/// The path uses no function with an index below `first`, because cycles through those functions are already
/// reported.
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
