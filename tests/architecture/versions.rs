//! README names the version of each library whose types are part of amp's interface, as in `Cargo.toml`.

use crate::repository;

/// The libraries whose types users pass to amp, or receive from it.
const LIBRARIES: [&str; 3] = ["glam", "ndarray", "wgpu"];

/// The version in a line like `glam = { version = "0.34", .. }`.
fn version<'a>(manifest: &'a str, library: &str) -> Option<&'a str> {
    let start = format!("{library} = ");
    let line = manifest.lines().find(|line| line.starts_with(&start))?;
    line.split('"').find(|text| text.starts_with(|c: char| c.is_ascii_digit()))
}

#[test]
fn readme_names_the_versions_of_libraries() {
    let (manifest, readme) = (repository::read("Cargo.toml"), repository::read("README.md"));
    for library in LIBRARIES {
        let version = version(&manifest, library).unwrap_or_else(|| panic!("Cargo.toml has no {library}"));
        let text = format!("{library} {version}");
        assert!(readme.contains(&text), "README.md does not name `{text}`");
    }
}
