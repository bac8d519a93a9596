//! glam's functions that are no methods of numbers, as device functions.

/// The implementations for functions of one type: name, parameters with their names in the text, result, and the text of
/// what is returned (`=`) or of the whole body (`=>`).
macro_rules! functions {
    ($($owner:ident $name:ident($($letter:ident: $ty:ident $wgsl:literal),*) -> $result:ident $spelt:literal $(= $text:expr)? $(=> $body:expr)?;)*) => {$(
        // There are hundreds, and none is what the user meant.
        #[diagnostic::do_not_recommend]
        impl crate::device::DeviceMethod<{ crate::element::field_hash(stringify!($name)) }, ($($ty,)*)> for $owner {
            type Output = $result;
            const ITEM: &'static amp_shader::Item = &amp_shader::Item {
                changes: false,
                uniform: 0,
                name: concat!(stringify!($owner), "_", stringify!($name)),
                body: &[amp_shader::Piece::Text(concat!(
                    "(", $(stringify!($letter), ": ", $wgsl, ", ",)* ") -> ", $spelt, " { ",
                    $("return ", $text, ";",)? $($body,)? " }\n"
                ))],
            };
        }

        functions!(@ $owner $name [$($letter)*] $($letter $ty)*);
    )*};
    // What a number without a suffix becomes there, whatever the others are.
    (@ $owner:ident $name:ident $given:tt) => {};
    (@ $owner:ident $name:ident $given:tt $letter:ident $ty:ident $($rest:ident)*) => {
        functions!(# $owner $name $letter $ty $given);
        functions!(@ $owner $name $given $($rest)*);
    };
    (# $owner:ident $name:ident a $ty:ident [$($given:ident)*]) => { functions!(! $owner $name 0 $ty $($given)*); };
    (# $owner:ident $name:ident b $ty:ident [$($given:ident)*]) => { functions!(! $owner $name 1 $ty $($given)*); };
    (# $owner:ident $name:ident c $ty:ident [$($given:ident)*]) => { functions!(! $owner $name 2 $ty $($given)*); };
    (# $owner:ident $name:ident d $ty:ident [$($given:ident)*]) => { functions!(! $owner $name 3 $ty $($given)*); };
    (! $owner:ident $name:ident $position:literal $ty:ident $($given:ident)*) => {
        #[allow(non_camel_case_types)]
        #[diagnostic::do_not_recommend]
        impl<$($given),*> crate::device::DeviceMethodParameter<{ crate::element::field_hash(stringify!($name)) }, $position, ($($given,)*)> for $owner {
            type Type = $ty;
        }
    };
}

mod arrays;
mod booleans;
mod floats;
mod matrices;
mod vectors;
