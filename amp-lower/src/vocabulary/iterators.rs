//! Methods of iterators, with the numbers of their arguments.

/// The adaptors, each with its number of arguments.
const ADAPTORS: [(&str, usize); 23] = [
    ("by_ref", 0),
    ("chain", 1),
    ("cloned", 0),
    ("copied", 0),
    ("cycle", 0),
    ("enumerate", 0),
    ("filter", 1),
    ("filter_map", 1),
    ("flat_map", 1),
    ("flatten", 0),
    ("fuse", 0),
    ("inspect", 1),
    ("map", 1),
    ("map_while", 1),
    ("peekable", 0),
    ("rev", 0),
    ("scan", 2),
    ("skip", 1),
    ("skip_while", 1),
    ("step_by", 1),
    ("take", 1),
    ("take_while", 1),
    ("zip", 1),
];

/// The consumers, each with its number of arguments.
const CONSUMERS: [(&str, usize); 43] = [
    ("all", 1),
    ("any", 1),
    ("cmp", 1),
    ("count", 0),
    ("eq", 1),
    ("find", 1),
    ("find_map", 1),
    ("fold", 2),
    ("for_each", 1),
    ("ge", 1),
    ("gt", 1),
    ("is_sorted", 0),
    ("is_sorted_by", 1),
    ("is_sorted_by_key", 1),
    ("last", 0),
    ("le", 1),
    ("len", 0),
    ("lt", 1),
    ("max", 0),
    ("max_by", 1),
    ("max_by_key", 1),
    ("min", 0),
    ("min_by", 1),
    ("min_by_key", 1),
    ("ne", 1),
    ("next", 0),
    ("next_back", 0),
    ("next_if", 1),
    ("next_if_eq", 1),
    ("nth", 1),
    ("nth_back", 1),
    ("partial_cmp", 1),
    ("peek", 0),
    ("peek_mut", 0),
    ("position", 1),
    ("product", 0),
    ("reduce", 1),
    ("rfind", 1),
    ("rfold", 2),
    ("rposition", 1),
    ("sum", 0),
    ("try_fold", 2),
    ("try_for_each", 1),
];

/// The comparisons of two iterators.
pub(crate) const COMPARISONS: [&str; 8] = ["cmp", "eq", "ge", "gt", "le", "lt", "ne", "partial_cmp"];

fn has(methods: &[(&str, usize)], call: &syn::ExprMethodCall) -> bool {
    methods.iter().any(|(name, count)| call.method == name && call.args.len() == *count)
}

/// Whether a method call is one of the adaptors, with the right number of arguments.
pub(crate) fn is_adaptor(call: &syn::ExprMethodCall) -> bool {
    has(&ADAPTORS, call)
}

/// Whether a method call is one of the consumers, with the right number of arguments.
pub(crate) fn is_consumer(call: &syn::ExprMethodCall) -> bool {
    has(&CONSUMERS, call)
}

/// Whether a method call is a consumer that neither an `Option` nor an array has.
pub(crate) fn is_of_iterators_only(call: &syn::ExprMethodCall) -> bool {
    const OF_OTHERS: [&str; 9] =
        ["last", "len", "next", "next_back", "next_if", "next_if_eq", "nth", "peek", "peek_mut"];
    let of_others = OF_OTHERS.iter().any(|name| call.method == name);
    let compares = COMPARISONS.iter().any(|name| call.method == name);
    is_consumer(call) && !of_others && !compares && !is_sorted(call)
}

/// Whether a method call is `is_sorted` or a variant of it.
pub(crate) fn is_sorted(call: &syn::ExprMethodCall) -> bool {
    call.method.to_string().starts_with("is_sorted") && is_consumer(call)
}
