//! The names of the crates that the crate under compilation depends on.
//!
//! `use name as Alias;` is ambiguous for rustc if a macro declares `name` and a crate has that name too. So an expansion
//! does not import a name of a crate. A macro runs within rustc, whose command line names the crates.

use std::sync::OnceLock;

/// Whether a crate has this name.
pub(crate) fn has(name: &str) -> bool {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    let names = NAMES.get_or_init(|| named_by(std::env::args()));
    ["std", "core"].contains(&name) || names.iter().any(|known| known == name)
}

/// The crates that the arguments of rustc name: `--extern name`, `--extern name=path`, `--extern=priv:name=path`.
fn named_by(arguments: impl Iterator<Item = String>) -> Vec<String> {
    let (mut names, mut follows) = (Vec::new(), false);
    for argument in arguments {
        let named = match argument.strip_prefix("--extern=") {
            Some(named) => Some(named),
            None => follows.then_some(argument.as_str()),
        };
        if let Some(named) = named {
            let name = named.split('=').next().unwrap_or_default();
            names.push(name.rsplit(':').next().unwrap_or_default().to_owned());
        }
        follows = argument == "--extern";
    }
    names
}

#[cfg(test)]
mod tests {
    use super::named_by;

    #[test]
    fn crates_are_found_on_the_command_line() {
        let arguments =
            "rustc --extern glam=/a/libglam.rlib --cfg x --extern=priv,noprelude:half=/b --extern test -C y";
        let names = named_by(arguments.split(' ').map(str::to_owned));
        assert_eq!(names, ["glam", "half", "test"]);
    }
}
