//! Replaces functions of the standard library that the body names by a path: as an argument by a closure, and in a call by a
//! method or an operator.
//!
//! | code | replacement |
//! |---|---|
//! | `map(u32::from_be_bytes)` | `map(\|a\| u32::from_be_bytes(a))` |
//! | `try_fold(0, u32::checked_add)` | `try_fold(0, \|a: u32, b\| a.checked_add(b))` |
//! | `fold(0, BitOr::bitor)` | `fold(0, \|a, b\| a \| b)` |
//! | `map(<[u8]>::len)`, `filter(Option::is_some)`, `map(Into::into)` | `map(\|a\| a.len())` and so on |
//! | `u32::checked_sub(a, 1)` | `{ let receiver: u32 = a; receiver.checked_sub(1) }` |
//! | `fold(0, cmp::max)` | `fold(0, \|a, b\| cmp::max(a, b))` |
//! | `iter::repeat_with(\|\| a)` | `iter::from_fn(\|\| Some(a))` |
//! | `Ord::max(a, b)`, `Option::is_some(&a)` | `a.max(b)`, `a.is_some()` |
//!
//! Only rustc knows the parameters of a function of a user's type. So this pass contains the functions whose parameters
//! their names show.

use crate::vocabulary::{optional, types};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Expr, parse_quote_spanned};

/// Whether a body may contain paths that this module replaces.
pub(super) fn has_any(body: &syn::Block) -> bool {
    struct Search(bool);
    impl<'ast> Visit<'ast> for Search {
        fn visit_expr_call(&mut self, it: &'ast syn::ExprCall) {
            self.0 |= called(it).is_some() || it.args.iter().any(|argument| closure(argument).is_some());
            visit::visit_expr_call(self, it);
        }

        fn visit_expr_method_call(&mut self, it: &'ast syn::ExprMethodCall) {
            self.0 |= it.args.iter().any(|argument| closure(argument).is_some());
            visit::visit_expr_method_call(self, it);
        }
    }
    let mut search = Search(false);
    search.visit_block(body);
    search.0
}

/// Replaces the paths in a body, except in its items.
pub(super) fn replace(body: &mut syn::Block) {
    Replacer.visit_block_mut(body);
}

struct Replacer;

impl VisitMut for Replacer {
    fn visit_expr_mut(&mut self, it: &mut Expr) {
        visit_mut::visit_expr_mut(self, it);
        let arguments = match it {
            Expr::Call(call) => &mut call.args,
            Expr::MethodCall(call) => &mut call.args,
            _ => return,
        };
        for argument in arguments {
            if let Some(closure) = closure(argument) {
                *argument = closure;
            }
        }
        if let Expr::Call(call) = it
            && let Some(replaced) = called(call)
        {
            *it = replaced;
        }
    }
}

/// A function of the standard library.
enum Function {
    /// A function of a scalar type that takes one value.
    OfValue(syn::ExprPath),
    /// `cmp::min` or `cmp::max`.
    OfTwoValues(syn::ExprPath),
    /// `iter::repeat_with`
    RepeatWith(syn::ExprPath),
    /// A method, with the number of its arguments after the receiver. The type is that of the receiver.
    Method { name: Ident, others: usize, receiver: Option<Ident> },
    /// A binary operator, and whether its operands are references.
    Binary(BinOp, bool),
    /// A unary operator.
    Unary(syn::UnOp),
    /// `convert::identity`
    Identity,
    /// `Default::default`
    Default,
}

/// The methods of `Option` and `Result` that take the receiver only.
const OF_OPTION: [&str; 13] = [
    "as_ref",
    "cloned",
    "copied",
    "err",
    "flatten",
    "is_err",
    "is_none",
    "is_ok",
    "is_some",
    "ok",
    "transpose",
    "unwrap",
    "unwrap_or_default",
];

/// The function that a path names. `None` for other paths.
fn function(path: &syn::ExprPath) -> Option<Function> {
    let name = path.path.segments.last()?.ident.clone();
    let method = |others| Some(Function::Method { name: name.clone(), others, receiver: None });
    let text = name.to_string();
    if let Some(of) = &path.qself {
        let is_list = matches!(&*of.ty, syn::Type::Slice(_) | syn::Type::Array(_));
        let is_unary = ["first", "is_empty", "iter", "last", "len"].contains(&text.as_str());
        return if is_list && of.position == 0 && is_unary { method(0) } else { None };
    }
    let owner = &path.path.segments.iter().nth_back(1)?.ident;
    let owner_name = owner.to_string();
    if types::scalar(&owner_name).is_some() {
        return match text.as_str() {
            "from_be_bytes" | "from_le_bytes" | "from_ne_bytes" | "from_bits" | "from_be" | "from_le" => {
                Some(Function::OfValue(path.clone()))
            }
            _ if optional::has(&text) && text.starts_with("checked_") => {
                const UNARY: [&str; 6] = ["abs", "ilog10", "ilog2", "isqrt", "neg", "next_power_of_two"];
                let others = usize::from(!UNARY.contains(&&text["checked_".len()..]));
                Some(Function::Method { name, others, receiver: Some(owner.clone()) })
            }
            _ => None,
        };
    }
    let operator: Option<BinOp> = Some(match (owner_name.as_str(), text.as_str()) {
        ("Add", "add") => BinOp::Add(Default::default()),
        ("Sub", "sub") => BinOp::Sub(Default::default()),
        ("Mul", "mul") => BinOp::Mul(Default::default()),
        ("Div", "div") => BinOp::Div(Default::default()),
        ("Rem", "rem") => BinOp::Rem(Default::default()),
        ("BitAnd", "bitand") => BinOp::BitAnd(Default::default()),
        ("BitOr", "bitor") => BinOp::BitOr(Default::default()),
        ("BitXor", "bitxor") => BinOp::BitXor(Default::default()),
        ("Shl", "shl") => BinOp::Shl(Default::default()),
        ("Shr", "shr") => BinOp::Shr(Default::default()),
        ("PartialEq", "eq") => BinOp::Eq(Default::default()),
        ("PartialEq", "ne") => BinOp::Ne(Default::default()),
        ("PartialOrd", "lt") => BinOp::Lt(Default::default()),
        ("PartialOrd", "le") => BinOp::Le(Default::default()),
        ("PartialOrd", "gt") => BinOp::Gt(Default::default()),
        ("PartialOrd", "ge") => BinOp::Ge(Default::default()),
        ("cmp", "min" | "max") => return Some(Function::OfTwoValues(path.clone())),
        ("iter", "repeat_with") => return Some(Function::RepeatWith(path.clone())),
        _ => return other(&owner_name, &text, method),
    });
    operator.map(|operator| Function::Binary(operator, owner_name.starts_with("Partial")))
}

/// The function of an owner that is neither a scalar nor the trait of a binary operator.
fn other(owner: &str, name: &str, method: impl Fn(usize) -> Option<Function>) -> Option<Function> {
    match (owner, name) {
        ("Neg", "neg") => Some(Function::Unary(syn::UnOp::Neg(Default::default()))),
        ("Not", "not") => Some(Function::Unary(syn::UnOp::Not(Default::default()))),
        ("Ord", "max" | "min" | "cmp") | ("PartialOrd", "partial_cmp") => method(1),
        ("Into", "into") | ("Clone", "clone") => method(0),
        ("From", "from") => {
            Some(Function::Method { name: Ident::new("into", Span::call_site()), others: 0, receiver: None })
        }
        ("Option" | "Result", name) if OF_OPTION.contains(&name) => method(0),
        ("convert", "identity") => Some(Function::Identity),
        ("Default", "default") => Some(Function::Default),
        _ => None,
    }
}

/// The closure that calls the function which an argument names. `None` for other arguments.
fn closure(argument: &Expr) -> Option<Expr> {
    let Expr::Path(path) = argument else { return None };
    let span = path.span();
    let [a, b] = ["amp_a", "amp_b"].map(|name| Ident::new(name, span.resolved_at(Span::mixed_site())));
    Some(match function(path)? {
        Function::OfValue(path) => parse_quote_spanned!(span=> |#a| #path(#a)),
        Function::RepeatWith(_) => return None,
        Function::OfTwoValues(path) => parse_quote_spanned!(span=> |#a, #b| #path(#a, #b)),
        Function::Method { name, others, receiver } => {
            let name = Ident::new(&name.to_string(), span);
            let ty = receiver.map(|ty| quote::quote!(: #ty));
            match others {
                0 => parse_quote_spanned!(span=> |#a #ty| #a.#name()),
                _ => parse_quote_spanned!(span=> |#a #ty, #b| #a.#name(#b)),
            }
        }
        Function::Binary(operator, true) => parse_quote_spanned!(span=> |#a, #b| *#a #operator *#b),
        Function::Binary(operator, false) => parse_quote_spanned!(span=> |#a, #b| #a #operator #b),
        Function::Unary(operator) => parse_quote_spanned!(span=> |#a| #operator #a),
        Function::Identity => parse_quote_spanned!(span=> |#a| #a),
        Function::Default => parse_quote_spanned!(span=> || ::core::default::Default::default()),
    })
}

/// The replacement of a call by path. `None` for other calls.
fn called(call: &syn::ExprCall) -> Option<Expr> {
    let Expr::Path(path) = &*call.func else { return None };
    let arguments: Vec<_> = call.args.iter().collect();
    let span = path.span();
    let without_reference = |it: &Expr| match it {
        Expr::Reference(it) => (*it.expr).clone(),
        it => it.clone(),
    };
    Some(match (function(path)?, &arguments[..]) {
        (Function::Method { name, others, receiver }, [this, rest @ ..]) if others == rest.len() => {
            let name = Ident::new(&name.to_string(), span);
            match receiver {
                Some(ty) => {
                    let receiver = Ident::new("amp_receiver", span.resolved_at(Span::mixed_site()));
                    parse_quote_spanned!(span=> {
                        let #receiver: #ty = #this;
                        #receiver.#name(#(#rest),*)
                    })
                }
                // `From::from` and `Into::into` show no types, as the methods.
                None => {
                    let this = without_reference(this);
                    parse_quote_spanned!(span=> (#this).#name(#(#rest),*))
                }
            }
        }
        (Function::Binary(operator, of_references), [a, b]) => match of_references {
            true => {
                let [a, b] = [a, b].map(|it| without_reference(it));
                parse_quote_spanned!(span=> (#a) #operator (#b))
            }
            false => parse_quote_spanned!(span=> (#a) #operator (#b)),
        },
        (Function::Identity, [a]) => (*a).clone(),
        (Function::RepeatWith(path), [f]) => repeat_with(path, f)?,
        (Function::Unary(operator), [a]) => parse_quote_spanned!(span=> #operator (#a)),
        _ => return None,
    })
}

/// `iter::from_fn(|| Some(value))` for `iter::repeat_with(|| value)`. `None` for a closure with a `return`.
fn repeat_with(path: syn::ExprPath, f: &Expr) -> Option<Expr> {
    let span = path.span();
    let value = match f {
        Expr::Closure(closure) if closure.inputs.is_empty() => &closure.body,
        Expr::Path(f) => &parse_quote_spanned!(span=> #f()),
        _ => return None,
    };
    if mentions_return(value) {
        return None;
    }
    let mut from_fn = path;
    let last = from_fn.path.segments.last_mut()?;
    *last = Ident::new("from_fn", last.ident.span()).into();
    Some(parse_quote_spanned!(span=> #from_fn(|| ::core::option::Option::Some(#value))))
}

fn mentions_return(it: &Expr) -> bool {
    struct Search(bool);
    impl<'ast> Visit<'ast> for Search {
        fn visit_expr_return(&mut self, _: &'ast syn::ExprReturn) {
            self.0 = true;
        }

        fn visit_expr_try(&mut self, _: &'ast syn::ExprTry) {
            self.0 = true;
        }

        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
    }
    let mut search = Search(false);
    search.visit_expr(it);
    search.0
}

#[cfg(test)]
mod tests {
    use crate::testing::wgsl;
    use expect_test::expect;

    #[test]
    fn paths_become_closures_and_methods() {
        wgsl(
            "|i: Index<1>| { z[i] = z.iter().copied().fold(0, std::ops::BitOr::bitor) + u32::checked_sub(z[i], 1).unwrap_or(4); }",
            expect![[r#"
                let value_: u32 = z.extent[0];
                var folded_: u32 = 0u;
                for (var place_ = 0u; place_ < value_; place_ += 1u) {
                    let amp_a_: u32 = folded_;
                    let amp_b_: u32 = z[place_];
                    let value_2: u32 = amp_a_ | amp_b_;
                    folded_ = value_2;
                }
                let value_3: u32 = folded_;
                let amp_receiver_: u32 = z[amp_global[0]];
                z[amp_global[0]] = Add<u32, _>(value_3, <_>::unwrap_or(<:: core :: primitive :: u32>::checked_sub(amp_receiver_, 1?), 4?));
            "#]],
        );
    }
}
