//! Iterator chains: `x.iter().filter(..).map(..).sum()` becomes a loop like one written by hand.
//!
//! A chain is recognised by its syntax (`chain`) and fused at compile time. `prepare` evaluates the operands in the
//! order of the calls. `drive` then builds the loop: adaptors become statements in it, and closures are inlined. No
//! iterator exists at run time.
//!
//! ```text
//! for (k, v) in w.iter().enumerate().skip(1) { .. }     for k in 1..w.len() { let v = &w[k]; .. }
//! ```
//!
//! The chain is lowered to the IR directly. Rewriting the syntax to `for` loops was rejected for three
//! reasons. An item such as `(usize, &f32)` cannot be written in the kernel language, a `break` in the body
//! may leave several loops, and the form of the loop depends on types. The result consists of the ordinary
//! loops, branches and variables of the IR, so each analysis and both back ends treat it like handwritten
//! code.
//!
//! The loop behaves as the chain in Rust: in the order and number of calls of closures, the first value of a
//! `sum`, and the item that `min` and `max` choose among equal ones.

mod argument;
mod array;
mod callback;
mod chain;
mod comparison;
mod consumer;
mod counted;
mod drive;
mod function;
mod item;
mod number;
mod optional;
pub(super) mod optional_item;
mod ordering;
mod own;
mod prepare;
mod pull;
mod pulled;
mod resumed;
mod source;
mod unsupported;
mod variable;

use super::context::Context;
use super::loops::{self, Head};
use super::stmt;
use crate::ir::Expr;
use crate::site::Site;
use crate::vocabulary::iterators as methods;
pub(super) use argument::call as call_with_chains;
pub(super) use array::from_fn;
pub(super) use callback::{copied_captures, named};
pub(super) use chain::{by_ref, is_of_function};
pub(super) use item::{bind as bind_item, reference, tuple as tuple_of, value as without_references};
pub(super) use number::distance;
pub(super) use optional::{parts as parts_of_option, variants};
pub(super) use ordering::test as ordering_test;
pub(super) use own::{is_fallible, is_struct, record as record_own_value, used_as_structs};
pub(super) use source::{
    is_view, named_references, references, yields_value, yields_value as is_option_or_result,
};
pub(super) use variable::{
    IteratorVariable, declare as declare_variable, is_declared as is_declared_as_iterator,
};

/// Lowers a method call that consumes a chain, or that is an adaptor in one. `None` for other calls.
pub(super) fn method(cx: &mut Context<'_>, it: &syn::ExprMethodCall, site: Site) -> Option<Expr> {
    if let Some(slice) = variable::remainder_of(cx, it) {
        return Some(slice);
    }
    if unsupported::advances_range(cx, it) {
        return Some(Expr::error_placeholder(site));
    }
    if let Some(call) = collected(cx, it, None) {
        return Some(super::expr::lower_full(cx, &call));
    }
    if let Some(value) = of_best(cx, it, site) {
        return Some(value);
    }
    // A user's type may have a method such as `sum`, but hardly one with a type argument or a closure.
    let is_certain = it.turbofish.is_some()
        || own::is_call(&it.receiver)
            && it.args.iter().any(|argument| matches!(argument, syn::Expr::Closure(_)));
    let is_ambiguous = it.turbofish.is_none() && it.args.is_empty() && own::may_be_mapped(&it.receiver);
    if methods::is_of_iterators_only(it)
        && !is_ambiguous
        && let Some(chain) = chain::of_function(cx, &it.receiver, is_certain)
    {
        return Some(consumer::lower(cx, it, &chain, site));
    }
    if methods::COMPARISONS.iter().any(|name| it.method == name)
        && it.args.len() == 1
        && chain::is_of_iterators(&it.args[0])
        && let Some(chain) = chain::of_function(cx, &it.receiver, true)
    {
        return Some(consumer::lower(cx, it, &chain, site));
    }
    if let Some(chain) = chain::of(cx, &it.receiver) {
        if methods::is_consumer(it) {
            return Some(consumer::lower(cx, it, &chain, site));
        }
        if unsupported::method(cx, it) {
            return Some(Expr::error_placeholder(site));
        }
    }
    if !methods::is_adaptor(it)
        && let Some(called) = argument::method(cx, it, site)
    {
        return Some(called);
    }
    if let Some(sorted) = slice_is_sorted(cx, it) {
        return Some(sorted);
    }
    if it.method == "map" && it.args.len() == 1 && chain::of(cx, &it.receiver).is_none() {
        return array::map(cx, it, site);
    }
    // A user's type may implement `IntoIterator`.
    if it.method == "into_iter" && it.args.is_empty() {
        let receiver = cx.speculatively(|cx| super::expr::lower(cx, &it.receiver));
        let ty = cx.infer.resolve(&receiver.ty);
        if cx.is_user_struct(&ty) || cx.is_self_type(&ty) {
            return None;
        }
    }
    let is_source =
        matches!(it.method.to_string().as_str(), "iter" | "iter_mut" | "into_iter") && it.args.is_empty();
    if is_source || methods::is_adaptor(it) && chain::of(cx, &it.receiver).is_some() {
        unsupported::iterator(cx, it);
        return Some(Expr::error_placeholder(site));
    }
    None
}

/// The call `T::from_iter(chain)` for `chain.collect::<T>()` with a user's type, or for `chain.collect()` with the type
/// `expected`. `None` for other calls and for types of the standard library.
pub(super) fn collected(
    cx: &Context<'_>,
    it: &syn::ExprMethodCall,
    expected: Option<&syn::Type>,
) -> Option<syn::Expr> {
    const STANDARD: [&str; 16] = [
        "Arc",
        "BTreeMap",
        "BTreeSet",
        "BinaryHeap",
        "Box",
        "Cow",
        "HashMap",
        "HashSet",
        "LinkedList",
        "Option",
        "PathBuf",
        "Rc",
        "Result",
        "String",
        "Vec",
        "VecDeque",
    ];
    if it.method != "collect" || !it.args.is_empty() || !is_known_chain(cx, &it.receiver) {
        return None;
    }
    let written = it.turbofish.as_ref().and_then(|written| match written.args.first() {
        Some(syn::GenericArgument::Type(ty)) => Some(ty),
        _ => None,
    });
    let ty = written.or(expected)?;
    let syn::Type::Path(path) = ty else { return None };
    let name = path.path.segments.last()?.ident.to_string();
    let is_scalar = crate::vocabulary::types::scalar(&name).is_some();
    if is_scalar || STANDARD.contains(&name.as_str()) {
        return None;
    }
    let (chain, span) = (&it.receiver, it.method.span());
    Some(syn::parse_quote_spanned!(span=> <#ty>::from_iter(#chain.into_iter())))
}

/// Lowers a method of an `Option` that follows `max()` or `min()` of an iterator that a function returns:
/// `steps(n).max().unwrap()`. A method of a user's type with one of these names hardly returns an `Option`. `None` for other
/// calls.
fn of_best(cx: &mut Context<'_>, it: &syn::ExprMethodCall, site: Site) -> Option<Expr> {
    const METHODS: [&str; 12] = [
        "copied",
        "expect",
        "is_none",
        "is_some",
        "is_some_and",
        "map",
        "map_or",
        "ok_or",
        "unwrap",
        "unwrap_or",
        "unwrap_or_default",
        "unwrap_or_else",
    ];
    let syn::Expr::MethodCall(best) = super::expr::without_parentheses(&it.receiver) else { return None };
    let is_best = (best.method == "max" || best.method == "min") && best.args.is_empty();
    if !is_best || !METHODS.iter().any(|name| it.method == name) {
        return None;
    }
    let chain = chain::of_function(cx, &best.receiver, own::is_call(&best.receiver))?;
    let value = consumer::lower(cx, best, &chain, site);
    if value.ty.is_error() {
        return Some(value);
    }
    Some(cx.scoped(|cx| {
        let receiver = Box::new(named(cx, value));
        super::expr::lower(cx, &syn::Expr::MethodCall(syn::ExprMethodCall { receiver, ..it.clone() }))
    }))
}

/// Lowers `w.is_sorted()` and the like of an array, a slice or a view. `None` for other calls.
fn slice_is_sorted(cx: &mut Context<'_>, it: &syn::ExprMethodCall) -> Option<Expr> {
    if !methods::is_sorted(it) || !optional_item::is_items(cx, &it.receiver) {
        return None;
    }
    let at = Site::of(&it.method);
    let elements = source::elements(cx, &it.receiver, chain::Access::Shared);
    Some(match elements {
        Some(elements) => comparison::is_sorted(cx, it, &prepare::Iter::Counted(elements), true, at),
        None => Expr::error_placeholder(at),
    })
}

/// Lowers a `for` loop over a chain, a view or an array.
pub(super) fn for_loop(cx: &mut Context<'_>, it: &syn::ExprForLoop) {
    let prepared = match unsupported::iterated(cx, &it.expr) {
        true => None,
        false => prepare::iterable(cx, &it.expr),
    };
    let Some(iter) = prepared else {
        // After the error, the body is lowered anyway, so that its errors are reported, too.
        cx.in_block(|cx| {
            cx.scoped(|cx| {
                cx.bind_rejected(&it.pat);
                let inner = |cx: &mut Context<'_>| stmt::block(cx, &it.body.stmts);
                loops::around(cx, Head::of(&it.label, Site::of(&it.for_token)), inner, |_, _| {});
            });
        });
        return;
    };
    let outermost = loops::depth(cx);
    drive::drive(cx, &iter, &mut |cx, item| {
        loops::name_innermost(cx, &it.label, outermost);
        item::bind(cx, &it.pat, item);
        it.body.stmts.iter().for_each(|stmt| stmt::lower(cx, stmt));
    });
}

/// Lowers an expression to an item: a value, a reference, or a tuple of items.
pub(super) fn item_value(cx: &mut Context<'_>, it: &syn::Expr) -> Expr {
    callback::value(cx, it).unwrap_or_else(|| super::expr::unit(Site::of(it)))
}

/// Whether the expression is a chain for certain.
pub(super) fn is_known_chain(cx: &Context<'_>, it: &syn::Expr) -> bool {
    chain::of(cx, it).is_some()
}

/// Whether a `for` loop over the expression needs this module: `for_range` counts plain ranges itself.
pub(super) fn is_chain(cx: &Context<'_>, it: &syn::Expr) -> bool {
    !chain::is_counted_range(cx, it)
}

#[cfg(test)]
mod tests {
    use crate::testing::{bounds_requirements, codes, same_code, wgsl};
    use expect_test::expect;

    #[test]
    fn sum_of_a_view() {
        wgsl(
            "|i: Index<1>| { y[i] = x.iter().sum(); }",
            expect![[r#"
            let value_: u32 = x.extent[0];
            var sum_: f32 = -0.0f;
            for (var place_ = 0u; place_ < value_; place_ += 1u) {
                sum_ += x[place_];
            }
            y[amp_global[0]] = sum_;
        "#]],
        );
        wgsl(
            "|i: Index<1>| { y[i] = x.iter().zip(y.iter()).map(|(a, b)| a * b).sum::<f32>(); }",
            expect![[r#"
            let value_: u32 = x.extent[0];
            let value_2: u32 = y.extent[0];
            let value_3: u32 = min(value_, value_2);
            var sum_: f32 = -0.0f;
            for (var place_ = 0u; place_ < value_3; place_ += 1u) {
                let value_4: f32 = x[place_] * y[place_];
                sum_ += value_4;
            }
            y[amp_global[0]] = sum_;
        "#]],
        );
    }

    #[test]
    fn adaptors_of_ranges() {
        wgsl(
            "|i: Index<1>| { y[i] = (0..n).map(|k| x[k]).filter(|v| *v > 0.0).fold(0.0, |s, v| s + v); }",
            expect![[r#"
            var folded_: f32 = 0.0f;
            for (var place_ = 0u; place_ < n; place_ += 1u) {
                let value_: f32 = x[place_];
                let value_2: bool = value_ > 0.0f;
                if (value_2) {
                    let s_: f32 = folded_;
                    let value_3: f32 = s_ + value_;
                    folded_ = value_3;
                }
            }
            y[amp_global[0]] = folded_;
        "#]],
        );
        wgsl(
            "|i: Index<1>| { z[i] = (0..n).filter(|k| k % 3 == 0).take(4).map(|k| k as u32).sum(); }",
            expect![[r#"
            var sum_: u32 = 0u;
            var taken_: u32 = 0u;
            for (var place_ = 0u; place_ < n; place_ += 1u) {
                if (taken_ >= 4u) {
                    break;
                }
                let value_: bool = place_ % 3u == 0u;
                if (value_) {
                    taken_ += 1u;
                    let value_2: u32 = u32(place_);
                    sum_ += value_2;
                }
            }
            z[amp_global[0]] = sum_;
        "#]],
        );
    }

    #[test]
    fn loops_over_chains() {
        wgsl(
            "|i: Index<1>| { 'all: for (k, v) in x.iter().enumerate().skip(1) { if *v < 0.0 { continue; } if k > 5 { break 'all; } y[i] += *v; } }",
            expect![[r#"
            let value_: u32 = x.extent[0];
            for (var place_ = 1u; place_ < value_; place_ += 1u) {
                if (x[place_] < 0.0f) {
                    continue;
                }
                if (place_ > 5u) {
                    break;
                }
                y[amp_global[0]] += x[place_];
            }
        "#]],
        );
        wgsl(
            "|i: Index<1>| { let w = [1.0, a]; for v in w.iter().chain(&[2.0, 3.0]).copied() { if v > a { break; } if v == 1.0 { continue; } y[i] += v; } }",
            expect![[r#"
            var w_: <[f32 ; 2usize]> = <[f32 ; 2usize]>(1.0f, a);
            var list_: <[f32 ; 2usize]> = <[f32 ; 2usize]>(2.0f, 3.0f);
            while (true) {
                var jumps_: bool = false;
                for (var place_ = 0u; place_ < 2u; place_ += 1u) {
                    let v_: f32 = w_[place_];
                    if (v_ > a) {
                        jumps_ = true;
                        break;
                    }
                    if (v_ == 1.0f) {
                        continue;
                    }
                    y[amp_global[0]] += v_;
                }
                if (jumps_) {
                    break;
                }
                var jumps_2: bool = false;
                for (var place_2 = 0u; place_2 < 2u; place_2 += 1u) {
                    let v_2: f32 = list_[place_2];
                    if (v_2 > a) {
                        jumps_2 = true;
                        break;
                    }
                    if (v_2 == 1.0f) {
                        continue;
                    }
                    y[amp_global[0]] += v_2;
                }
                if (jumps_2) {
                    break;
                }
                break;
            }
        "#]],
        );
        wgsl(
            "|i: Index<1>| { for (r, c) in (0..4u32).flat_map(|r| (0..r).map(move |c| (r, c))) { if c == 2 { break; } z[i] += r * c; } }",
            expect![[r#"
            for (var place_ = 0u; place_ < 4u; place_ += 1u) {
                var jumps_: bool = false;
                for (var place_2 = 0u; place_2 < place_; place_2 += 1u) {
                    if (place_2 == 2u) {
                        jumps_ = true;
                        break;
                    }
                    z[amp_global[0]] += place_ * place_2;
                }
                if (jumps_) {
                    break;
                }
            }
        "#]],
        );
    }

    #[test]
    fn chains_have_the_code_of_loops() {
        for (chain, by_hand) in [
            (
                "y[i] = x.iter().sum();",
                "let value = x.extent()[0]; let mut sum = -0.0; for place in 0..value { sum += x[place]; } y[i] = sum;",
            ),
            (
                "y[i] = (0..n).map(|k| x[k] * a).sum();",
                "let mut sum = -0.0; for place in 0..n { let value = x[place] * a; sum += value; } y[i] = sum;",
            ),
            (
                "for (k, v) in x.iter().enumerate().skip(2) { if *v > a { break; } y[i] += *v * k as f32; }",
                "let value = x.extent()[0]; for place in 2..value { if x[place] > a { break; } y[i] += x[place] * place as f32; }",
            ),
            (
                "for v in (0..n).filter(|k| k % 3 == 0) { z[i] += v as u32; }",
                "for place in 0..n { let value = place % 3 == 0; if value { z[i] += place as u32; } }",
            ),
        ] {
            let kernel = |body| format!("|i: Index<1>| {{ {body} }}");
            same_code(&kernel(chain), &kernel(by_hand));
        }
    }

    #[test]
    fn bounds_are_proved() {
        for (chain, expected) in [
            ("|i: Index<1>| { y[i] = x.iter().sum(); }", "y.0 >= Domain(0)"),
            ("|i: Index<1>| { y[i] = (0..x.extent()[0]).map(|k| x[k]).sum(); }", "y.0 >= Domain(0)"),
            (
                "|i: Index<1>| { y[i] = x.iter().zip(z.iter()).map(|(a, b)| a * *b as f32).sum(); }",
                "y.0 >= Domain(0)",
            ),
        ] {
            assert_eq!(bounds_requirements(chain).as_deref(), Some(expected), "{chain}");
        }
    }

    #[test]
    fn iterators_as_values_are_rejected() {
        codes(
            "|i: Index<1>| { f(x.iter()); let w = x.iter().map(|v| *v).collect::<f32>(); y[i] = 1.0; z[i] = 2u32; }",
            &["AMP012", "AMP012"],
        );
    }

    #[test]
    fn consumers_with_an_option() {
        wgsl(
            "|i: Index<1>| { if let Some(v) = x.iter().copied().reduce(f32::max) { y[i] = v; } }",
            expect![[r#"
                let value_: u32 = x.extent[0];
                var best_: f32;
                var found_: bool = false;
                for (var place_ = 0u; place_ < value_; place_ += 1u) {
                    let value_2: f32 = x[place_];
                    if (!found_) {
                        best_ = value_2;
                        found_ = true;
                    } else {
                        let value_3: f32 = best_;
                        let value_4: f32 = max(value_3, value_2);
                        best_ = value_4;
                    }
                }
                var chosen_: <_>;
                if (found_) {
                    chosen_ = Some { 0: best_ };
                } else {
                    chosen_ = None {  };
                }
                let value_5: <_> = chosen_;
                let v_: f32 = value_5.Some.0;
                if ((value_5 is Some)) {
                    y[amp_global[0]] = v_;
                }
            "#]],
        );
        wgsl(
            "|i: Index<1>| { let at = x.iter().position(|v| *v > a); z[i] = at.unwrap_or(n) as u32; }",
            expect![[r#"
            let value_: u32 = x.extent[0];
            var best_: u32;
            var found_: bool = false;
            for (var place_ = 0u; place_ < value_; place_ += 1u) {
                let value_2: bool = x[place_] > a;
                if (value_2) {
                    best_ = place_;
                    found_ = true;
                    break;
                }
            }
            var chosen_: <_>;
            if (found_) {
                chosen_ = Some { 0: best_ };
            } else {
                chosen_ = None {  };
            }
            let at_: <_> = chosen_;
            z[amp_global[0]] = Cast<_, u32>(<_>::unwrap_or(at_, n));
        "#]],
        );
        wgsl(
            "|i: Index<1>| { z[i] = z.iter().filter_map(|v| if *v > 3 { Some(*v * 2) } else { None }).sum(); }",
            expect![[r#"
                let value_: u32 = z.extent[0];
                var sum_: u32 = <:: core :: primitive :: u32>::<empty sum>();
                for (var place_ = 0u; place_ < value_; place_ += 1u) {
                    var chosen_: <_>;
                    if (z[place_] > 3u) {
                        chosen_ = Some { 0: z[place_] * 2u };
                    } else {
                        chosen_ = None {  };
                    }
                    let value_2: <_> = chosen_;
                    if ((value_2 is Some)) {
                        sum_ = sum_ + value_2.Some.0;
                    }
                }
                z[amp_global[0]] = sum_;
            "#]],
        );
    }
}
