//! The file of `AMP_EXPLAIN`: one line of JSON for each kernel that the process launches, with the exact WGSL. `amp explain`
//! reads it.

use std::any::TypeId;
use std::collections::HashSet;
use std::fs::File;
use std::io::Write;
use std::sync::{Mutex, OnceLock};

use crate::launch::explain::Explanation;
use crate::support::sync::lock;
use crate::support::trace::quoted;
use crate::support::warning::complain;

/// The file, and the keys of the kernels that it contains.
type Explained = Mutex<(File, HashSet<TypeId>)>;

/// The file that `AMP_EXPLAIN` names, if it names one.
fn file() -> Option<&'static Explained> {
    static FILE: OnceLock<Option<Explained>> = OnceLock::new();
    FILE.get_or_init(|| {
        let path = std::env::var_os("AMP_EXPLAIN").filter(|path| !path.is_empty())?;
        match File::create(&path) {
            Ok(file) => Some(Mutex::new((file, HashSet::new()))),
            Err(error) => {
                complain(&format!("AMP_EXPLAIN: `{}` cannot be created: {error}", path.display()));
                None
            }
        }
    })
    .as_ref()
}

/// Writes the line of a kernel at its first launch. Calls `explanation` only if `AMP_EXPLAIN` is set.
#[inline]
pub(crate) fn record(key: TypeId, explanation: impl FnOnce() -> Explanation) {
    if let Some(explained) = file() {
        write(explained, key, explanation);
    }
}

#[cold]
fn write(explained: &Explained, key: TypeId, explanation: impl FnOnce() -> Explanation) {
    let mut explained = lock(explained);
    if !explained.1.insert(key) {
        return;
    }
    let Explanation { kernel, file, line, wgsl, .. } = explanation();
    let mut out = String::from("{\"kernel\":");
    quoted(&mut out, &kernel);
    out.push_str(",\"file\":");
    quoted(&mut out, &file);
    out.push_str(&format!(",\"line\":{line},\"wgsl\":"));
    match &wgsl {
        Ok(wgsl) => quoted(&mut out, wgsl),
        Err(_) => out.push_str("null"),
    }
    out.push_str("}\n");
    // A failed write loses one line, which only `amp explain` reads.
    let _ = explained.0.write_all(out.as_bytes());
}
