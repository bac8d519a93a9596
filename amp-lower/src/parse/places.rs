//! Captured places of a closure: `self.dt`, `data.rows[i]`, `views.0[i]`. A closure kernel captures such a field
//! alone, as a Rust closure captures disjoint fields.
//!
//! amp does not see types, so it decides by the uses. It splits `self`, which no kernel can capture as a whole, and
//! each variable of which a field must be a view. In the body, a name replaces each captured place: `self.dt`
//! becomes `self_dt`. Then the rest of the compiler sees a plain capture. Only the generated expressions that
//! read the captures contain `self.dt` again.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Member};

/// A captured place, and the name that replaces it in the body.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) name: Ident,
    /// The place as an expression.
    pub(crate) tokens: TokenStream,
    /// Whether the place is known to be a view, because a struct of views declares its type.
    pub(crate) is_view: bool,
    /// The names of the place: the variable, then the fields.
    path: Vec<String>,
}

impl Place {
    /// The place of a slice, such as `a.data`. The kernel captures it as a view.
    pub(super) fn slice(name: Ident, tokens: TokenStream) -> Self {
        let place = Place::new(name, tokens, true);
        let slice = &place.tokens;
        Place { tokens: quote::quote!(::amp::__private::CapturedSlice(#slice)), ..place }
    }

    /// The place that the tokens denote, such as `a.rows`.
    pub(super) fn new(name: Ident, tokens: TokenStream, is_view: bool) -> Self {
        let text = tokens.to_string().split_whitespace().collect();
        Place { name, tokens, is_view, path: vec![text] }
    }

    /// The place as the user wrote it.
    pub(crate) fn text(&self) -> String {
        self.path.join(".")
    }
}

/// Replaces the captured places of a closure's body by names. `parameters` contains the closure's parameters.
pub(super) fn replace(body: &mut Expr, parameters: &[String]) -> Vec<Place> {
    let mut uses = Uses {
        bound: parameters.iter().cloned().collect(),
        index: parameters,
        chains: Vec::new(),
        whole: HashSet::new(),
    };
    uses.visit_expr(body);
    let places = uses.places(body.to_token_stream());
    if !places.is_empty() {
        Replacer(&places).visit_expr_mut(body);
    }
    places
}

/// Fields of a variable: `data.rows` in `data.rows[i]`.
struct Chain {
    path: Vec<String>,
    members: Vec<Member>,
    root: Ident,
    is_view: bool,
}

/// The uses of outer variables in a body.
struct Uses<'p> {
    /// The names that the closure binds: its parameters, and the names in the patterns of its body.
    bound: HashSet<String>,
    /// The closure's parameters, which are indices. A subscript that is one of them shows that its base is a view.
    index: &'p [String],
    chains: Vec<Chain>,
    /// The variables that the body uses as a whole.
    whole: HashSet<String>,
}

/// The methods that only views have.
const VIEW_METHODS: &[&str] = &["as_view", "extent", "view_as", "reinterpret_as"];

/// The methods that make a subview. They count only before an `unwrap`, as in `x.section(..).unwrap()`,
/// because a user's type may have a method of such a name.
pub(super) const SUBVIEW_METHODS: &[&str] =
    &["project", "project_mut", "section", "section_mut", "view_as", "view_as_mut", "reinterpret_as"];

impl Uses<'_> {
    /// Records the expression if it is a chain of fields. Returns whether it is one.
    fn chain(&mut self, it: &Expr, is_view: bool) -> bool {
        let Some((root, members)) = chain(it) else { return false };
        let path = path(&root, &members);
        self.chains.push(Chain { path, members, root, is_view });
        true
    }

    /// Whether a subscript shows that its base is a view: an index, or an array of subscripts.
    fn is_index(&self, it: &Expr) -> bool {
        match it {
            Expr::Array(_) => true,
            Expr::Paren(inner) => self.is_index(&inner.expr),
            Expr::Field(field) => self.is_index(&field.base),
            Expr::Path(path) => {
                path.path.get_ident().is_some_and(|name| self.index.iter().any(|it| name == it))
            }
            _ => false,
        }
    }

    /// Visits a place that is written or borrowed by `&mut`.
    fn written(&mut self, it: &Expr) {
        match it {
            Expr::Paren(inner) => self.written(&inner.expr),
            Expr::Field(field) if chain(it).is_none() => self.written(&field.base),
            Expr::Index(index) => {
                if !self.chain(&index.expr, true) {
                    self.written(&index.expr);
                }
                self.visit_expr(&index.index);
            }
            other => self.visit_expr(other),
        }
    }

    /// Records the chains and names in the tokens of a macro call, whose syntax is unknown.
    fn tokens(&mut self, tokens: TokenStream) {
        if let Ok(values) = syn::parse::Parser::parse2(
            syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated,
            tokens.clone(),
        ) {
            values.iter().for_each(|value| self.visit_expr(value));
            return;
        }
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    self.whole.insert(name.to_string());
                }
                TokenTree::Group(group) => self.tokens(group.stream()),
                _ => {}
            }
        }
    }

    /// The places that the closure captures. Their names differ from all names in `body`.
    fn places(mut self, body: TokenStream) -> Vec<Place> {
        let views: HashSet<_> =
            self.chains.iter().filter(|chain| chain.is_view).map(|chain| chain.path[0].clone()).collect();
        let is_split = |chain: &Chain| {
            let root = &chain.path[0];
            let is_variable = root.starts_with(|c: char| c.is_lowercase() || c == '_');
            root == "self"
                || (is_variable
                    && views.contains(root)
                    && !self.whole.contains(root)
                    && !self.bound.contains(root))
        };
        let (mut chains, _): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.chains).into_iter().partition(is_split);
        chains.sort_by_key(|chain| chain.path.len());
        let mut taken = HashSet::new();
        if !chains.is_empty() {
            names(body, &mut taken);
        }
        let mut places: Vec<Place> = Vec::new();
        for chain in chains {
            if places.iter().any(|place| chain.path.starts_with(&place.path)) {
                continue;
            }
            let mut name = chain.path.join("_").replace("r#", "");
            while taken.contains(&name) {
                name.push('_');
            }
            taken.insert(name.clone());
            let (root, members) = (&chain.root, &chain.members);
            let span = members.last().map_or_else(|| root.span(), syn::spanned::Spanned::span);
            places.push(Place {
                name: Ident::new(&name, span.resolved_at(root.span())),
                tokens: quote::quote!(#root #(.#members)*),
                is_view: false,
                path: chain.path,
            });
        }
        places
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_expr(&mut self, it: &'ast Expr) {
        match it {
            Expr::Field(_) if self.chain(it, false) => {}
            Expr::Index(index) if chain(&index.expr).is_some() => {
                let is_view = self.is_index(&index.index);
                self.chain(&index.expr, is_view);
                self.visit_expr(&index.index);
            }
            Expr::Assign(assign) => {
                self.written(&assign.left);
                self.visit_expr(&assign.right);
            }
            Expr::Binary(binary) if is_compound(&binary.op) => {
                self.written(&binary.left);
                self.visit_expr(&binary.right);
            }
            Expr::Reference(borrow) if borrow.mutability.is_some() => {
                if !self.chain(&borrow.expr, true) {
                    self.written(&borrow.expr);
                }
            }
            Expr::MethodCall(unwrap)
                if unwrap.method == "unwrap"
                    && let Expr::MethodCall(call) = &*unwrap.receiver
                    && SUBVIEW_METHODS.iter().any(|name| call.method == name)
                    && self.chain(&call.receiver, true) =>
            {
                call.args.iter().for_each(|argument| self.visit_expr(argument));
            }
            Expr::MethodCall(call) if chain(&call.receiver).is_some() => {
                let is_view = VIEW_METHODS.iter().any(|name| call.method == name);
                self.chain(&call.receiver, is_view);
                call.args.iter().for_each(|argument| self.visit_expr(argument));
            }
            Expr::Path(path) => {
                if let Some(name) = path.path.get_ident() {
                    self.whole.insert(name.to_string());
                }
            }
            other => visit::visit_expr(self, other),
        }
    }

    fn visit_pat_ident(&mut self, it: &'ast syn::PatIdent) {
        self.bound.insert(it.ident.to_string());
        visit::visit_pat_ident(self, it);
    }

    fn visit_macro(&mut self, it: &'ast syn::Macro) {
        self.tokens(it.tokens.clone());
    }
}

pub(super) fn is_compound(operator: &syn::BinOp) -> bool {
    use syn::BinOp;
    matches!(
        operator,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitXorAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::ShlAssign(_)
            | BinOp::ShrAssign(_)
    )
}

/// The variable and the fields of an expression such as `data.rows`. `None` for other expressions.
fn chain(it: &Expr) -> Option<(Ident, Vec<Member>)> {
    fn any(it: &Expr) -> Option<(Ident, Vec<Member>)> {
        match it {
            Expr::Paren(inner) => any(&inner.expr),
            Expr::Group(inner) => any(&inner.expr),
            Expr::Path(path) if path.qself.is_none() => Some((path.path.get_ident()?.clone(), Vec::new())),
            Expr::Field(field) => {
                let (root, mut members) = any(&field.base)?;
                members.push(field.member.clone());
                Some((root, members))
            }
            _ => None,
        }
    }
    any(it).filter(|(_, members)| !members.is_empty())
}

fn path(root: &Ident, members: &[Member]) -> Vec<String> {
    std::iter::once(root.to_string())
        .chain(members.iter().map(|it| it.to_token_stream().to_string()))
        .collect()
}

/// Adds all names among the tokens.
pub(super) fn names(tokens: TokenStream, into: &mut HashSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => {
                into.insert(name.to_string());
            }
            TokenTree::Group(group) => names(group.stream(), into),
            _ => {}
        }
    }
}

/// A visitor that replaces the places by their names.
struct Replacer<'p>(&'p [Place]);

impl VisitMut for Replacer<'_> {
    fn visit_expr_mut(&mut self, it: &mut Expr) {
        if let Some((root, members)) = chain(it) {
            let path = path(&root, &members);
            if let Some(place) = self.0.iter().find(|place| place.path == path) {
                let mut name = place.name.clone();
                let span = members.last().map_or_else(|| root.span(), syn::spanned::Spanned::span);
                name.set_span(span.resolved_at(root.span()));
                *it = syn::parse_quote!(#name);
                return;
            }
        }
        visit_mut::visit_expr_mut(self, it);
    }

    fn visit_macro_mut(&mut self, it: &mut syn::Macro) {
        it.tokens = self.tokens(std::mem::take(&mut it.tokens));
    }
}

impl Replacer<'_> {
    /// Replaces the places in the tokens of a macro call.
    fn tokens(&self, tokens: TokenStream) -> TokenStream {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let (mut out, mut at) = (TokenStream::new(), 0);
        while at < tokens.len() {
            let follows_dot = at > 0 && is_dot(&tokens[at - 1]) && !(at > 1 && is_dot(&tokens[at - 2]));
            let found = self.0.iter().find(|place| !follows_dot && begins_with(&tokens[at..], &place.path));
            match (found, &tokens[at]) {
                (Some(place), _) => {
                    place.name.to_tokens(&mut out);
                    at += 2 * place.path.len() - 1;
                    continue;
                }
                (None, TokenTree::Group(group)) => {
                    let mut inner = Group::new(group.delimiter(), self.tokens(group.stream()));
                    inner.set_span(group.span());
                    out.extend([TokenTree::Group(inner)]);
                }
                (None, token) => out.extend([token.clone()]),
            }
            at += 1;
        }
        out
    }
}

fn is_dot(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == '.')
}

/// Whether the tokens begin with the names, joined by dots.
fn begins_with(tokens: &[TokenTree], path: &[String]) -> bool {
    path.iter().enumerate().all(|(n, name)| {
        let is_name = tokens.get(2 * n).is_some_and(|token| token.to_string() == *name);
        is_name && (n == 0 || tokens.get(2 * n - 1).is_some_and(is_dot))
    })
}
