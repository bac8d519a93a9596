//! Each method and function of the kernel language occurs in `tests/it/arithmetic` or `tests/it/math`.

use amp::__private::functions;
use amp_shader::methods::METHODS;

use crate::repository::{files, read};

#[test]
fn every_method_and_function_occurs_in_a_test() {
    let mut text = String::new();
    for file in ["tests/it/arithmetic", "tests/it/math"].iter().flat_map(|folder| files(folder, ".rs")) {
        text += &read(&file);
    }
    let words: std::collections::HashSet<_> =
        text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).collect();
    let names =
        METHODS.iter().map(|method| method.name).chain(functions().into_iter().map(|function| function.name));
    let missing: Vec<_> = names.filter(|name| !words.contains(name)).collect();
    assert!(missing.is_empty(), "no test in `tests/it/arithmetic` or `tests/it/math` calls {missing:?}");
}
