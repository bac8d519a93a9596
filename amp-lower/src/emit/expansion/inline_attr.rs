//! Adds `#[inline]` to device functions. LLVM vectorises a lane loop only if it inlines the functions that
//! the loop calls, including functions of other crates.

use syn::{Attribute, ImplItem, ItemImpl, ItemTrait, TraitItem, parse_quote};

/// Adds `#[inline]`, unless the user wrote an `inline` attribute.
pub(super) fn add_inline(attributes: &mut Vec<Attribute>) {
    if !attributes.iter().any(|attribute| attribute.path().is_ident("inline")) {
        attributes.push(parse_quote!(#[inline]));
    }
}

/// Adds `#[inline]` to all methods of an `impl` block.
pub(super) fn add_inline_to_block(block: &mut ItemImpl) {
    for item in &mut block.items {
        if let ImplItem::Fn(method) = item {
            add_inline(&mut method.attrs);
        }
    }
}

/// Adds `#[inline]` to the default methods of a trait.
pub(super) fn add_inline_to_trait(item: &mut ItemTrait) {
    for item in &mut item.items {
        if let TraitItem::Fn(method) = item
            && method.default.is_some()
        {
            add_inline(&mut method.attrs);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    #[test]
    fn inline_is_added_unless_written() {
        let mut block: ItemImpl = parse_quote! {
            impl A {
                /// One.
                fn one(self) {}
                #[inline(never)]
                fn two(self) {}
            }
        };
        add_inline_to_block(&mut block);
        let text = block.to_token_stream().to_string();
        assert_eq!(text.matches("inline").count(), 2, "{text}");
        let mut item: ItemTrait = parse_quote!(
            trait A {
                fn one(self) {}
                fn two(self);
            }
        );
        add_inline_to_trait(&mut item);
        assert_eq!(item.to_token_stream().to_string().matches("inline").count(), 1);
    }
}
