//! An `if`, a `match` or a block may choose a reference, alone or in a tuple:
//!
//! ```rust,ignore
//! let side = if n > 2 { &mut left } else { &mut right };
//! let (is_negative, digits) = match text { [b'-', rest @ ..] => (true, rest), _ => (false, text) };
//! ```
//!
//! - All branches take a slice from the same array. Other references may refer to different variables.
//! - In code with barriers, such a reference refers to variables of the work-item, unless the branches differ in subscripts only.
//! - The target of a chosen `&mut` is copied, and copied back after it was modified. If the branches differ in
//!   subscripts only, as in `&mut w[0]` and `&mut w[k]`, nothing is copied.
//!
//! A device has no pointers. So the first position and the length of a slice are variables, which each branch assigns. For
//! other references, a variable tells which branch ran, and other variables contain the subscripts. A copy is legal because
//! only the reference can access its target while it exists.

use super::{through_reference, without_parentheses};
use crate::diagnostics::Code;
use crate::ir::{Binary, Expr, ExprKind, Len, Shape, Stmt, Ty, Var};
use crate::lower::context::{Binding, Context};
use crate::lower::stmt::{self, borrow};
use crate::lower::{iterators, matching};
use crate::site::Site;
use syn::visit::Visit;

/// The choice that is being lowered.
pub(in crate::lower) struct Choice {
    /// The variable that stands for the result in the branches.
    result: Var,
    /// Whether the result is a slice, so that an array in a branch counts as one.
    slices: bool,
    /// The number of variables that are declared outside the branches.
    outside: usize,
    /// The variables of the result. `None` before the first branch.
    target: Option<Target>,
    declared: Vec<Stmt>,
    failed: bool,
}

/// The variables that a branch assigns.
#[derive(Clone)]
enum Target {
    Value(Expr),
    /// The targets of references. `tag` is the position of the chosen one.
    Places {
        mutable: bool,
        tag: Expr,
        places: Vec<Expr>,
        site: Site,
    },
    Slice {
        mutable: bool,
        root: Box<Expr>,
        start: Box<Expr>,
        len: Box<Expr>,
        ty: Ty,
        site: Site,
    },
    Tuple(Vec<Target>, Site),
    /// An `Option` with references in its item: whether there is an item, and the variable for its value. `None` while all
    /// branches were `None`.
    Optional {
        some: Box<Expr>,
        item: Option<Box<(Expr, Shape)>>,
        site: Site,
    },
}

impl Target {
    /// The chosen value. Adds the statements that make it of the variables.
    fn item(&self, cx: &mut Context<'_>) -> Expr {
        match self {
            Target::Value(place) => place.clone(),
            Target::Places { mutable, tag, places, site } => {
                let place = chosen_place(cx, *mutable, tag, places, *site);
                let ty = Ty::Reference(*mutable, Box::new(place.ty.clone()));
                Expr {
                    kind: ExprKind::Reference { mutable: *mutable, place: Box::new(place) },
                    ty,
                    site: *site,
                }
            }
            Target::Slice { mutable, root, start, len, ty, site } => {
                let kind = ExprKind::Slice { root: root.clone(), start: start.clone(), len: len.clone() };
                let place = Expr { kind, ty: ty.clone(), site: *site };
                let ty = Ty::Reference(*mutable, Box::new(ty.clone()));
                Expr {
                    kind: ExprKind::Reference { mutable: *mutable, place: Box::new(place) },
                    ty,
                    site: *site,
                }
            }
            Target::Optional { some, item: Some(item), site } => {
                let (value, shape) = &**item;
                let item = shape.item(cx, value.clone());
                iterators::optional_item::of_copy(cx, (**some).clone(), item, *site)
            }
            Target::Optional { item: None, site, .. } => Expr::error_placeholder(*site),
            Target::Tuple(parts, site) => {
                let parts: Vec<_> = parts.iter().map(|part| part.item(cx)).collect();
                let ty = Ty::Tuple(parts.iter().map(|part| part.ty.clone()).collect());
                Expr { kind: ExprKind::Tuple(parts), ty, site: *site }
            }
        }
    }
}

/// The place that a reference refers to. `tag` is the position of the chosen place.
fn chosen_place(cx: &mut Context<'_>, mutable: bool, tag: &Expr, places: &[Expr], site: Site) -> Expr {
    let [first, others @ ..] = places else { return Expr::error_placeholder(site) };
    if others.is_empty() {
        return first.clone();
    }
    // After a barrier, the target may have another value than its copy.
    let may_change = |place: &Expr| match place.base() {
        ExprKind::Local(var) => cx.variable_ref(*var).reference.is_some(),
        _ => true,
    };
    if cx.signature.may_wait && places.iter().any(may_change) {
        let detail = "a reference that depends on a condition, to memory that other work-items may modify; choose the subscript, or call a function in each branch";
        cx.report(Code::AMP001, site, detail);
        return Expr::error_placeholder(site);
    }
    let is = |n: usize| {
        let number = Expr { kind: ExprKind::Literal(n.to_string()), ty: Ty::USIZE, site };
        Expr {
            kind: ExprKind::Binary(Binary::Eq, Box::new(tag.clone()), Box::new(number)),
            ty: Ty::BOOL,
            site,
        }
    };
    // The last place needs no condition.
    let each = |one: &dyn Fn(&Expr) -> Stmt| {
        let mut otherwise = vec![one(&places[places.len() - 1])];
        for (n, place) in places.iter().enumerate().rev().skip(1) {
            otherwise = vec![Stmt::If { condition: is(n), then: vec![one(place)], otherwise }];
        }
        otherwise
    };
    let var = cx.temporary("target", site, first.ty.clone(), true);
    let value = Expr { kind: ExprKind::Local(var), ty: first.ty.clone(), site };
    cx.prologue.push(Stmt::Let { var, value: None });
    let read = each(&|place| Stmt::Assign { place: value.clone(), operator: None, value: place.clone() });
    cx.prologue.extend(read);
    if !mutable {
        return value;
    }
    let ty = value.ty.clone();
    let copy = through_reference::copy_of_target(cx, value, site, |cx, copy| {
        let value = Expr { kind: ExprKind::Local(copy), ty, site };
        let store =
            each(&|place| Stmt::Assign { place: place.clone(), operator: None, value: value.clone() });
        cx.prologue.extend(store);
        Some(())
    });
    copy.unwrap_or_else(|| Expr::error_placeholder(site))
}

/// The kind of value that an `if` or `match` chooses, as far as its syntax shows.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Kind {
    Value,
    Reference,
    Slice,
}

/// Whether an `if` or `match` chooses a reference, as far as its syntax shows.
pub(in crate::lower) fn is_one(cx: &Context<'_>, it: &syn::Expr) -> bool {
    kind(cx, it) != Kind::Value
}

fn kind(cx: &Context<'_>, it: &syn::Expr) -> Kind {
    struct Rests(Vec<proc_macro2::Ident>);
    impl<'ast> Visit<'ast> for Rests {
        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            if matches!(&name.subpat, Some((_, inner)) if matches!(**inner, syn::Pat::Rest(_))) {
                self.0.push(name.ident.clone());
            }
        }
    }
    let is_choice = match it {
        syn::Expr::If(_) | syn::Expr::Match(_) => true,
        syn::Expr::Block(block) => block.label.is_none(),
        _ => false,
    };
    if !is_choice {
        return Kind::Value;
    }
    let mut rests = None;
    let mut found = Kind::Value;
    tails(it, &mut |tail| {
        // Most branches have other values. So the patterns are searched only for these.
        if !matches!(
            without_parentheses(tail),
            syn::Expr::Tuple(_) | syn::Expr::Reference(_) | syn::Expr::Path(_) | syn::Expr::MethodCall(_)
        ) {
            return;
        }
        let rests = rests.get_or_insert_with(|| {
            let mut rests = Rests(Vec::new());
            rests.visit_expr(it);
            rests.0
        });
        let kind = kind_of(cx, tail, rests);
        if kind > found {
            found = kind;
        }
    });
    found
}

/// Calls `each` with the values of the branches.
fn tails<'e>(it: &'e syn::Expr, each: &mut impl FnMut(&'e syn::Expr)) {
    let block = |block: &'e syn::Block, each: &mut dyn FnMut(&'e syn::Expr)| {
        if let Some(syn::Stmt::Expr(last, None)) = block.stmts.last() {
            each(last);
        }
    };
    match without_parentheses(it) {
        syn::Expr::If(it) => {
            let mut last = None;
            block(&it.then_branch, &mut |tail| last = Some(tail));
            if let Some(tail) = last {
                tails(tail, each);
            }
            if let Some((_, otherwise)) = &it.else_branch {
                tails(otherwise, each);
            }
        }
        syn::Expr::Match(it) => it.arms.iter().for_each(|arm| tails(&arm.body, each)),
        syn::Expr::Block(it) if it.label.is_none() => {
            let mut last = None;
            block(&it.block, &mut |tail| last = Some(tail));
            if let Some(tail) = last {
                tails(tail, each);
            }
        }
        other => each(other),
    }
}

/// Whether a value is a slice or another reference, or a tuple with one.
fn kind_of(cx: &Context<'_>, it: &syn::Expr, rests: &[proc_macro2::Ident]) -> Kind {
    match without_parentheses(it) {
        syn::Expr::Tuple(tuple) => tuple
            .elems
            .iter()
            .map(|part| kind_of(cx, part, rests))
            .fold(Kind::Value, |most, kind| if kind > most { kind } else { most }),
        syn::Expr::Reference(it) => match without_parentheses(&it.expr) {
            syn::Expr::Index(it) if super::slice::is_range(cx, &it.index) => Kind::Slice,
            _ => Kind::Reference,
        },
        syn::Expr::MethodCall(call) if iterators::optional_item::is_of_chain(cx, call) => Kind::Reference,
        path @ syn::Expr::Path(name) => {
            let is_rest = name.path.get_ident().is_some_and(|name| rests.contains(name));
            let is_slice = match cx.index_binding(path) {
                Some(Binding::Alias(alias)) => matches!(cx.aliased(alias).1.ty, Ty::Slice(_)),
                Some(Binding::Var(var)) => matches!(cx.ty(var), Ty::Slice(_)),
                _ => false,
            };
            // A `&mut` is no value.
            let is_mutable = borrow::reference_mutability(cx, path) == Some(true);
            match (is_rest || is_slice, is_mutable) {
                (true, _) => Kind::Slice,
                (false, true) => Kind::Reference,
                (false, false) => Kind::Value,
            }
        }
        _ => Kind::Value,
    }
}

/// Lowers an `if` or `match` that chooses a reference. The result is a reference, or a tuple with one.
pub(in crate::lower) fn lower(cx: &mut Context<'_>, it: &syn::Expr) -> Expr {
    let site = Site::of(it);
    cx.body.borrows = true;
    let at = cx.prologue.len();
    let slices = kind(cx, it) == Kind::Slice;
    let outside = cx.body.variables.len();
    let result = cx.temporary("chosen", site, Ty::Unit, true);
    let choice = Choice { result, slices, outside, target: None, declared: Vec::new(), failed: false };
    let outer = cx.choice.replace(choice);
    let place = Expr { kind: ExprKind::Local(result), ty: Ty::Unit, site };
    tail(cx, it, &place);
    let choice = std::mem::replace(&mut cx.choice, outer);
    let Some(Choice { target: Some(target), declared, failed: false, .. }) = choice else {
        return Expr::error_placeholder(site);
    };
    cx.prologue.splice(at..at, declared);
    let mut stmts = cx.prologue.split_off(at);
    remove_tags(&mut stmts, &target);
    cx.prologue.extend(stmts);
    target.item(cx)
}

/// Removes the tags that nothing reads, because the branches differ in subscripts only.
fn remove_tags(stmts: &mut Vec<Stmt>, target: &Target) {
    fn collect(target: &Target, tags: &mut Vec<Var>) {
        match target {
            Target::Places { tag, places, .. } if places.len() == 1 => tags.extend(tag.root()),
            Target::Tuple(parts, _) => parts.iter().for_each(|part| collect(part, tags)),
            _ => {}
        }
    }
    fn remove(block: &mut Vec<Stmt>, tags: &[Var]) {
        block.retain(|stmt| match stmt {
            Stmt::Assign { place, .. } => !place.root().is_some_and(|var| tags.contains(&var)),
            Stmt::Let { var, .. } => !tags.contains(var),
            _ => true,
        });
        block.iter_mut().for_each(|stmt| stmt.blocks_mut().into_iter().for_each(|block| remove(block, tags)));
    }
    let mut tags = Vec::new();
    collect(target, &mut tags);
    if !tags.is_empty() {
        remove(stmts, &tags);
    }
}

/// A reference if a condition holds, otherwise another one, with the statements of its code. `None` after an
/// error.
pub(in crate::lower) fn between(
    cx: &mut Context<'_>,
    condition: Expr,
    slice: Expr,
    (otherwise, other): (Vec<Stmt>, Expr),
) -> Option<Expr> {
    // The target may be a variable of the branch.
    let mut otherwise = iterators::optional_item::hoisted(cx, otherwise);
    let is_slice =
        |it: &Expr| matches!(&it.kind, ExprKind::Reference { place, .. } if matches!(place.ty, Ty::Slice(_)));
    let mut way = Way {
        slices: is_slice(&slice) || is_slice(&other),
        outside: cx.body.variables.len(),
        declared: Vec::new(),
    };
    let (then, target) = cx.in_block(|cx| create(cx, slice, &mut way));
    let mut target = target?;
    let (assigned, fits) = cx.in_block(|cx| assign(cx, &mut target, other, &mut way));
    otherwise.extend(assigned);
    cx.prologue.extend(way.declared);
    cx.prologue.push(Stmt::If { condition, then, otherwise });
    fits.then(|| target.item(cx))
}

/// Whether the branches of an `if` or `match` with this result choose a slice.
pub(in crate::lower) fn is_result(cx: &Context<'_>, result: &Expr) -> bool {
    matches!((&cx.choice, &result.kind), (Some(choice), &ExprKind::Local(var)) if choice.result == var)
}

/// Lowers the value of a branch, and the assignments of it.
pub(in crate::lower) fn tail(cx: &mut Context<'_>, it: &syn::Expr, result: &Expr) {
    match without_parentheses(it) {
        syn::Expr::Block(block) if block.label.is_none() => {
            let (stmts, ()) = cx.in_block(|cx| cx.scoped(|cx| self::block(cx, &block.block, result)));
            cx.prologue.extend(stmts);
        }
        syn::Expr::If(it) if it.else_branch.is_some() => super::if_value::link(cx, it, result),
        syn::Expr::Match(it) => matching::lower(cx, it, Some(result)),
        jump
        @ (syn::Expr::Return(_) | syn::Expr::Break(_) | syn::Expr::Continue(_) | syn::Expr::Macro(_)) => {
            stmt::expression(cx, jump);
        }
        syn::Expr::Path(path) if is_none(&path.path) && !stores_values(cx) => store_none(cx, Site::of(it)),
        other => {
            let value = iterators::item_value(cx, other);
            store(cx, value);
        }
    }
}

fn is_none(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|last| last.ident == "None")
}

/// Whether the first branch has a value without references.
fn stores_values(cx: &Context<'_>) -> bool {
    matches!(&cx.choice, Some(Choice { target: Some(Target::Value(_)), .. }))
}

/// Stores the value `None` of a branch.
fn store_none(cx: &mut Context<'_>, site: Site) {
    let Some(mut choice) = cx.choice.take() else { return };
    let declared = std::mem::take(&mut choice.declared);
    let mut way = Way { slices: choice.slices, outside: choice.outside, declared };
    let none = Expr { kind: ExprKind::Bool(false), ty: Ty::BOOL, site };
    match &choice.target {
        None => {
            let some = Box::new(self::declared(cx, "is_some", none, &mut way));
            choice.target = Some(Target::Optional { some, item: None, site });
        }
        Some(Target::Optional { some, .. }) => {
            cx.prologue.push(Stmt::Assign { place: (**some).clone(), operator: None, value: none });
        }
        Some(_) => {
            refuse(cx, site);
            choice.failed = true;
        }
    }
    choice.declared = way.declared;
    cx.choice = Some(choice);
}

/// Assigns the variables of an `Option`. Returns false after an error.
fn assign_option(
    cx: &mut Context<'_>,
    (some, item): (&Expr, &mut Option<Box<(Expr, Shape)>>),
    value: Expr,
    way: &mut Way,
) -> bool {
    let site = value.site;
    let Some((condition, payload)) = iterators::parts_of_option(cx, value, site) else { return false };
    let Some(shape) = Shape::of(&payload) else {
        refuse(cx, site);
        return false;
    };
    cx.prologue.push(Stmt::Assign { place: some.clone(), operator: None, value: condition.clone() });
    let (then, ()) = cx.in_block(|cx| {
        let payload = iterators::without_references(payload);
        match item {
            Some(known) => {
                let place = known.0.clone();
                cx.infer.unify(&place.ty, &payload.ty);
                cx.prologue.push(Stmt::Assign { place, operator: None, value: payload });
            }
            None => *item = Some(Box::new((declared(cx, "item", payload, way), shape))),
        }
    });
    cx.prologue.push(Stmt::If { condition, then, otherwise: Vec::new() });
    true
}

/// Lowers a block whose value is that of a branch.
pub(in crate::lower) fn block(cx: &mut Context<'_>, it: &syn::Block, result: &Expr) {
    match it.stmts.split_last() {
        Some((syn::Stmt::Expr(last, None), rest)) => {
            rest.iter().for_each(|stmt| stmt::lower(cx, stmt));
            tail(cx, last, result);
        }
        _ => it.stmts.iter().for_each(|stmt| stmt::lower(cx, stmt)),
    }
}

fn store(cx: &mut Context<'_>, value: Expr) {
    let Some(mut choice) = cx.choice.take() else { return };
    let declared = std::mem::take(&mut choice.declared);
    let mut way = Way { slices: choice.slices, outside: choice.outside, declared };
    if value.ty.is_error() && !value.has_reference() {
        choice.failed = true;
    } else if let Some(target) = &mut choice.target {
        choice.failed |= !assign(cx, target, value, &mut way);
    } else {
        choice.target = create(cx, value, &mut way);
        choice.failed |= choice.target.is_none();
    }
    choice.declared = way.declared;
    cx.choice = Some(choice);
}

/// How the values of branches become variables.
struct Way {
    /// Whether the result is a slice, so that an array in a branch counts as one.
    slices: bool,
    /// The number of variables that are declared outside the branches.
    outside: usize,
    /// The declarations of the variables.
    declared: Vec<Stmt>,
}

/// Declares a variable that each branch assigns, and assigns it.
fn declared(cx: &mut Context<'_>, name: &str, value: Expr, way: &mut Way) -> Expr {
    let (ty, site) = (value.ty.clone(), value.site);
    let var = cx.temporary(name, site, ty.clone(), true);
    way.declared.push(Stmt::Let { var, value: None });
    let place = Expr { kind: ExprKind::Local(var), ty, site };
    cx.prologue.push(Stmt::Assign { place: place.clone(), operator: None, value });
    place
}

/// The variables for the value of the first branch.
fn create(cx: &mut Context<'_>, value: Expr, way: &mut Way) -> Option<Target> {
    let site = value.site;
    match value.kind.clone() {
        ExprKind::Reference { mutable, place } if way.slices && is_items(cx, &place) => {
            let ty = Ty::Slice(Box::new(cx.infer.item(&place.ty)));
            let Some((root, start, len)) = borrow::parts_of_slice(cx, *place) else {
                refuse(cx, site);
                return None;
            };
            let start = Box::new(declared(cx, "start", start, way));
            let len = Box::new(declared(cx, "length", len, way));
            Some(Target::Slice { mutable, root: Box::new(root), start, len, ty, site })
        }
        ExprKind::Reference { mutable, place } => {
            let number = Expr { kind: ExprKind::Literal("0".to_owned()), ty: Ty::USIZE, site };
            let tag = declared(cx, "branch", number, way);
            let place = with_own_subscripts(cx, without_references(*place), site, way)?;
            Some(Target::Places { mutable, tag, places: vec![place], site })
        }
        ExprKind::Optional { error: None, .. } => {
            let none = Expr { kind: ExprKind::Bool(false), ty: Ty::BOOL, site };
            let some = Box::new(declared(cx, "is_some", none, way));
            let mut item = None;
            assign_option(cx, (&some, &mut item), value, way).then_some(Target::Optional { some, item, site })
        }
        ExprKind::Tuple(parts) => {
            let parts: Option<Vec<_>> = parts.into_iter().map(|part| create(cx, part, way)).collect();
            Some(Target::Tuple(parts?, site))
        }
        kind => Some(Target::Value(declared(cx, "chosen", Expr { kind, ..value }, way))),
    }
}

/// Whether a place is an array or a slice.
fn is_items(cx: &Context<'_>, place: &Expr) -> bool {
    !matches!(cx.infer.resolve(&place.ty), Ty::Scalar(_) | Ty::Tuple(_))
}

/// The target of a reference to references.
fn without_references(mut place: Expr) -> Expr {
    while let ExprKind::Reference { place: inner, .. } = place.kind {
        place = *inner;
    }
    place
}

/// The place with variables as subscripts, which the branch assigns. A value that is no place, and a variable of the branch,
/// become a variable. `None` after an error.
fn with_own_subscripts(cx: &mut Context<'_>, place: Expr, site: Site, way: &mut Way) -> Option<Expr> {
    let is_outside = match place.base() {
        ExprKind::Local(var) => var.0 < way.outside,
        ExprKind::Tile(_) | ExprKind::Element { .. } => true,
        ExprKind::ViewArg { .. } | ExprKind::Optional { .. } => {
            refuse(cx, site);
            return None;
        }
        _ => false,
    };
    match is_outside {
        true => Some(own_subscripts(cx, place, way)),
        false => Some(declared(cx, "value", place, way)),
    }
}

fn own_subscripts(cx: &mut Context<'_>, place: Expr, way: &mut Way) -> Expr {
    let Expr { kind, ty, site } = place;
    let mut own = |cx: &mut Context<'_>, index: Expr| declared(cx, "at", index, way);
    let kind = match kind {
        ExprKind::Element { capture, index } => {
            ExprKind::Element { capture, index: index.into_iter().map(|part| own(cx, part)).collect() }
        }
        ExprKind::Subscript(base, index) => {
            let index = own(cx, *index);
            ExprKind::Subscript(Box::new(own_subscripts(cx, *base, way)), Box::new(index))
        }
        ExprKind::Field(base, member) => ExprKind::Field(Box::new(own_subscripts(cx, *base, way)), member),
        ExprKind::Payload(base, path, member) => {
            ExprKind::Payload(Box::new(own_subscripts(cx, *base, way)), path, member)
        }
        other => other,
    };
    Expr { kind, ty, site }
}

/// The subscripts of two places that differ in subscripts only: those variables of the first place, and the values in the
/// second. `None` for other places.
fn subscripts(a: &Expr, b: &Expr) -> Option<Vec<(Expr, Expr)>> {
    let pair = |a: &Expr, b: &Expr| match (&a.kind, &b.kind) {
        (ExprKind::Local(_), _) => Some(vec![(a.clone(), b.clone())]),
        _ => None,
    };
    match (&a.kind, &b.kind) {
        (ExprKind::Local(x), ExprKind::Local(y)) => (x == y).then(Vec::new),
        (ExprKind::Tile(x), ExprKind::Tile(y)) => (x == y).then(Vec::new),
        (ExprKind::Element { capture: x, index: i }, ExprKind::Element { capture: y, index: j })
            if x == y && i.len() == j.len() =>
        {
            i.iter().zip(j).map(|(a, b)| pair(a, b)).collect::<Option<Vec<_>>>().map(|all| all.concat())
        }
        (ExprKind::Subscript(x, i), ExprKind::Subscript(y, j)) => {
            let mut all = subscripts(x, y)?;
            all.extend(pair(i, j)?);
            Some(all)
        }
        (ExprKind::Field(x, m), ExprKind::Field(y, n)) if m.text() == n.text() => subscripts(x, y),
        _ => None,
    }
}

/// Assigns the value of another branch. Returns false after an error.
fn assign(cx: &mut Context<'_>, target: &mut Target, value: Expr, way: &mut Way) -> bool {
    let site = value.site;
    if let Target::Optional { some, item, .. } = target {
        return assign_option(cx, (some, item), value, way);
    }
    match (target, value.kind) {
        (Target::Slice { root, start, len, .. }, ExprKind::Reference { place, .. }) => {
            let parts = borrow::parts_of_slice(cx, *place);
            let Some((_, first, length)) = parts.filter(|(other, ..)| borrow::is_same_place(root, other))
            else {
                refuse(cx, site);
                return false;
            };
            for (place, value) in [(start, first), (len, length)] {
                cx.infer.unify(&value.ty, &Ty::USIZE);
                cx.prologue.push(Stmt::Assign { place: (**place).clone(), operator: None, value });
            }
            true
        }
        (Target::Places { mutable, tag, places, .. }, ExprKind::Reference { mutable: other, place }) => {
            let place = without_references(*place);
            *mutable &= other;
            let is_same_length = |a: &Ty, b: &Ty| match (a, b) {
                (Ty::Array(_, Len::Number(a)), Ty::Array(_, Len::Number(b))) => a == b,
                _ => true,
            };
            let first = places[0].ty.clone();
            if !is_same_length(&cx.infer.resolve(&first), &cx.infer.resolve(&place.ty)) {
                refuse(cx, site);
                return false;
            }
            cx.infer.unify(&first, &place.ty);
            let known =
                places.iter().enumerate().find_map(|(n, known)| Some((n, subscripts(known, &place)?)));
            let n = match known {
                Some((n, subscripts)) => {
                    for (place, value) in subscripts {
                        cx.infer.unify(&value.ty, &place.ty);
                        cx.prologue.push(Stmt::Assign { place, operator: None, value });
                    }
                    n
                }
                None => {
                    let Some(place) = with_own_subscripts(cx, place, site, way) else { return false };
                    places.push(place);
                    places.len() - 1
                }
            };
            let value = Expr { kind: ExprKind::Literal(n.to_string()), ty: Ty::USIZE, site };
            cx.prologue.push(Stmt::Assign { place: tag.clone(), operator: None, value });
            true
        }
        (Target::Tuple(targets, _), ExprKind::Tuple(parts)) if targets.len() == parts.len() => targets
            .iter_mut()
            .zip(parts)
            .fold(true, |all, (target, part)| assign(cx, target, part, way) && all),
        (Target::Value(place), kind) => {
            let value = iterators::without_references(Expr { kind, ..value });
            cx.infer.unify(&place.ty, &value.ty);
            cx.prologue.push(Stmt::Assign { place: place.clone(), operator: None, value });
            true
        }
        _ => {
            refuse(cx, site);
            false
        }
    }
}

fn refuse(cx: &mut Context<'_>, site: Site) {
    let detail = "a reference that depends on a condition, to different arrays; choose the subscript, or call a function in each branch";
    cx.report(Code::AMP001, site, detail);
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn branches_assign_the_ends_of_a_slice() {
        wgsl(
            "|i: Index<1>| { let w = [1.0, a, 3.0]; let s = if n > 1 { &w[1..] } else { &w[..2] }; let (k, t) = match s { [_, rest @ ..] => (1, rest), _ => (0, s) }; y[i] = s[0] + t.len() as f32; z[i] = k; }",
            expect![[r#"
                var w_: <[f32 ; 3usize]> = <[f32 ; 3usize]>(1.0f, a, 3.0f);
                var start_: u32;
                var length_: u32;
                if (n > 1u) {
                    start_ = 1u;
                    length_ = 2u;
                } else {
                    start_ = 0u;
                    length_ = 2u;
                }
                var chosen_3: u32;
                var start_2: u32;
                var length_2: u32;
                let value_: u32 = start_;
                let value_2: u32 = length_;
                let value_3: u32 = min(1u, value_2);
                let value_4: u32 = value_2 - value_3;
                let value_5: u32 = value_ + 1u;
                if (value_2 >= 1u) {
                    chosen_3 = 1u;
                    start_2 = value_5;
                    length_2 = value_4;
                } else {
                    let value_6: u32 = start_;
                    let value_7: u32 = length_;
                    chosen_3 = 0u;
                    start_2 = value_6;
                    length_2 = value_7;
                }
                let value_8: u32 = chosen_3;
                y[amp_global[0]] = w_[start_] + f32(length_2);
                z[amp_global[0]] = value_8;
            "#]],
        );
    }

    #[test]
    fn branches_choose_references() {
        wgsl(
            "|i: Index<1>| { let (mut l, mut r) = ((a, 1.0), (2.0, a)); let side = if n > 1 { &mut l } else { &mut r }; side.0 += 1.0; side.1 *= a; let mut w = [1.0, a, 3.0]; let cell = match n { 0 => &mut w[0], 1 => &mut w[n], _ => &mut w[2] }; *cell += 1.0; let s = if n > 2 { &l.0 } else { &w[1] }; y[i] = *s + w[0] + r.1; }",
            expect![[r#"
                let value_: <(f32 , f32 ,)> = <(f32 , f32 ,)>(a, 1.0f);
                let value_2: <(f32 , f32 ,)> = <(f32 , f32 ,)>(2.0f, a);
                var l_: <(f32 , f32 ,)> = value_;
                var r_: <(f32 , f32 ,)> = value_2;
                var branch_: u32;
                if (n > 1u) {
                    branch_ = 0u;
                } else {
                    branch_ = 1u;
                }
                var target_: <(f32 , f32 ,)>;
                if (branch_ == 0u) {
                    target_ = l_;
                } else {
                    target_ = r_;
                }
                var item_: <(f32 , f32 ,)> = target_;
                var pending_: bool = false;
                item_.0 += 1.0f;
                pending_ = true;
                item_.1 *= a;
                pending_ = true;
                var w_: <[f32 ; 3usize]> = <[f32 ; 3usize]>(1.0f, a, 3.0f);
                var at_: u32;
                if (n == 0u) {
                    at_ = 0u;
                } else if (n == 1u) {
                    at_ = n;
                } else {
                    at_ = 2u;
                }
                w_[at_] += 1.0f;
                var branch_3: u32;
                var at_2: u32;
                if (n > 2u) {
                    branch_3 = 0u;
                } else {
                    at_2 = 1u;
                    branch_3 = 1u;
                }
                var target_2: f32;
                if (branch_3 == 0u) {
                    if (pending_) {
                        if (branch_ == 0u) {
                            l_ = item_;
                        } else {
                            r_ = item_;
                        }
                        pending_ = false;
                    }
                    target_2 = l_.0;
                } else {
                    target_2 = w_[at_2];
                }
                if (pending_) {
                    if (branch_ == 0u) {
                        l_ = item_;
                    } else {
                        r_ = item_;
                    }
                    pending_ = false;
                }
                y[amp_global[0]] = target_2 + w_[0] + r_.1;
                if (pending_) {
                    if (branch_ == 0u) {
                        l_ = item_;
                    } else {
                        r_ = item_;
                    }
                    pending_ = false;
                }
            "#]],
        );
    }

    #[test]
    fn slices_of_different_arrays_are_rejected() {
        codes(
            "|i: Index<1>| { let (v, w) = ([1.0, a], [2.0, a]); let s = if n > 1 { &w[1..] } else { &v[1..] }; y[i] = s[0]; }",
            &["AMP001"],
        );
    }
}
