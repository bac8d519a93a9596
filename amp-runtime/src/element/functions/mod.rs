//! glam's functions that are no methods of numbers, as device functions.

/// A function that glam's types have in kernels.
#[derive(Debug)]
pub struct Function {
    /// The type.
    pub owner: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The types of what it takes, a receiver first.
    pub parameters: &'static [&'static str],
    /// The type of what it returns.
    pub result: &'static str,
}

/// Functions of types: name, parameters with their names in the text, result, and the text of what is returned (`=`) or of the whole body
/// (`=>`). Before them stands what becomes of them: `[implement]` the implementations, `[list all]` entries of a list called so.
macro_rules! functions {
    ([list $all:ident] $($owner:ident $name:ident($($letter:ident: $ty:ident $wgsl:literal),*) -> $result:ident $spelt:literal $(= $text:expr)? $(=> $body:expr)?;)*) => {$(
        $all.push($crate::element::functions::Function {
            owner: stringify!($owner),
            name: stringify!($name),
            parameters: &[$(stringify!($ty)),*],
            result: stringify!($result),
        });
    )*};
    ([implement] $($owner:ident $name:ident($($letter:ident: $ty:ident $wgsl:literal),*) -> $result:ident $spelt:literal $(= $text:expr)? $(=> $body:expr)?;)*) => {$(
        // There are hundreds, and none is what the user meant. Each is found whatever it is given: what is wrong with a call, rustc says.
        #[diagnostic::do_not_recommend]
        impl<Given> crate::device::DeviceMethod<{ crate::element::field_hash(stringify!($name)) }, Given> for $owner {
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

        $(functions!(@ $owner $name $letter $ty);)*
    )*};
    // What a number without a suffix becomes there, whatever the others are.
    (@ $owner:ident $name:ident a $ty:ident) => { functions!(! $owner $name 0 $ty); };
    (@ $owner:ident $name:ident b $ty:ident) => { functions!(! $owner $name 1 $ty); };
    (@ $owner:ident $name:ident c $ty:ident) => { functions!(! $owner $name 2 $ty); };
    (@ $owner:ident $name:ident d $ty:ident) => { functions!(! $owner $name 3 $ty); };
    (! $owner:ident $name:ident $position:literal $ty:ident) => {
        #[diagnostic::do_not_recommend]
        impl<Given> crate::device::DeviceMethodParameter<{ crate::element::field_hash(stringify!($name)) }, $position, Given> for $owner {
            type Type = $ty;
            type Of = Self;
        }
    };
}

mod booleans;
mod compound;
mod floats;
mod matrices;
mod vectors;

/// All of them, for who writes them down.
pub fn functions() -> Vec<Function> {
    let mut all = Vec::new();
    booleans::list(&mut all);
    vectors::list(&mut all);
    compound::list(&mut all);
    floats::list(&mut all);
    matrices::list(&mut all);
    all
}
