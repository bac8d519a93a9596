//! Selection of accelerators, and their names in tables.

use amp::Accelerator;

use super::RunError;

/// An accelerator with a label that is unique among all accelerators.
#[derive(Debug)]
pub struct NamedAccelerator {
    /// The accelerator.
    pub accelerator: Accelerator,
    /// The description, with a number if several accelerators have the same one.
    pub label: String,
}

impl NamedAccelerator {
    /// The label without the part in brackets if that is still unique among `all`, for narrow columns.
    #[must_use]
    pub fn short_label(&self, all: &[NamedAccelerator]) -> String {
        let short = |it: &NamedAccelerator| it.label.split(" (").next().unwrap_or(&it.label).to_owned();
        let unique = all.iter().filter(|it| short(it) == short(self)).count() == 1;
        if unique { short(self) } else { self.label.clone() }
    }

    /// Whether kernels run as native code on the CPU.
    #[must_use]
    pub fn is_cpu(&self) -> bool {
        [Accelerator::cpu(), Accelerator::cpu().serial()].contains(&self.accelerator)
    }

    /// Whether this is the checked accelerator, which is slow.
    #[must_use]
    pub fn is_checked(&self) -> bool {
        self.accelerator == Accelerator::cpu_checked()
    }

    /// Whether kernels work directly in the host's memory.
    #[must_use]
    pub fn is_on_host(&self) -> bool {
        self.is_cpu() || self.is_checked()
    }

    /// A short description of the kind of accelerator.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match (self.is_cpu(), self.is_checked(), self.accelerator.is_emulated()) {
            (true, ..) if self.accelerator != Accelerator::cpu() => "native code on one core",
            (true, ..) => "native code on all cores",
            (_, true, _) => "one work-item at a time, with checks for races and other mistakes",
            (_, _, false) => "GPU",
            (_, _, true) => "GPU emulated by a driver on the CPU",
        }
    }
}

/// All accelerators of this machine.
pub(super) fn all() -> Vec<NamedAccelerator> {
    let mut all: Vec<NamedAccelerator> = Vec::new();
    for accelerator in Accelerator::all() {
        let description = accelerator.description();
        let same = all.iter().filter(|it| it.accelerator.description() == description).count();
        let label = if same == 0 { description } else { format!("{description} #{}", same + 1) };
        all.push(NamedAccelerator { accelerator, label });
    }
    all
}

/// Selects accelerators by name: `cpu`, `cpu-checked`, `gpu` or part of a label. Without names, `AMP_ACCELERATOR` selects
/// one. Without either, all accelerators are selected, the checked one only for small sizes.
pub(super) fn select(names: &[String], quick: bool) -> Result<Vec<NamedAccelerator>, RunError> {
    let mut all = all();
    let unknown = |problem: String| {
        let labels: Vec<_> = all.iter().map(|it| format!("`{}`", it.label)).collect();
        Err(RunError::Usage(format!("no accelerator {problem}; the accelerators are {}", labels.join(", "))))
    };
    let variable = std::env::var_os("AMP_ACCELERATOR").filter(|name| !name.is_empty());
    if let Some(name) = variable.filter(|_| names.is_empty()) {
        let name = name.to_string_lossy();
        let has_name = |it: &NamedAccelerator| {
            matches(it, &name) || it.accelerator.device_path().to_lowercase() == name.to_lowercase()
        };
        if name.to_lowercase() != "cpu-serial" && !all.iter().any(has_name) {
            return unknown(format!("matches AMP_ACCELERATOR=`{name}`"));
        }
        // `Accelerator::default` also reads `AMP_ACCELERATOR`, so the default is the selected accelerator.
        let default = Accelerator::default();
        all.retain(|it| it.accelerator == default);
        if all.is_empty() {
            all.push(NamedAccelerator { label: default.description(), accelerator: default });
        }
        return Ok(all);
    }
    if let Some(name) = names.iter().find(|name| !all.iter().any(|it| matches(it, name))) {
        return unknown(format!("matches `{name}`"));
    }
    all.retain(|it| match names {
        [] => quick || !it.is_checked(),
        names => names.iter().any(|name| matches(it, name)),
    });
    Ok(all)
}

fn matches(it: &NamedAccelerator, name: &str) -> bool {
    match name.to_lowercase().as_str() {
        "cpu" => it.is_cpu(),
        "cpu-checked" => it.is_checked(),
        "gpu" => !it.is_on_host(),
        part => it.label.to_lowercase().contains(part),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_unique_and_select_their_accelerator() {
        let all = all();
        for it in &all {
            assert_eq!(all.iter().filter(|other| other.label == it.label).count(), 1);
            assert!(matches(it, &it.label));
        }
    }

    #[test]
    fn every_accelerator_has_exactly_one_kind_name() {
        for name in ["CPU", "cpu-checked"] {
            assert_eq!(all().iter().filter(|it| matches(it, name)).count(), 1);
        }
        for it in all() {
            let matching = ["cpu", "cpu-checked", "gpu"].iter().filter(|name| matches(&it, name)).count();
            assert_eq!(matching, 1, "{}", it.label);
        }
    }

    #[test]
    fn checked_accelerator_is_selected_for_small_sizes_only() {
        let has_checked =
            |quick| select(&[], quick).is_ok_and(|all| all.iter().any(NamedAccelerator::is_checked));
        assert!(has_checked(true) && !has_checked(false));
        assert_eq!(select(&["cpu-checked".to_owned()], false).map(|all| all.len()).unwrap_or_default(), 1);
    }

    #[test]
    fn unknown_name_is_refused() {
        let Err(RunError::Usage(message)) = select(&["abacus".to_owned()], false) else {
            panic!("an accelerator was found")
        };
        assert!(message.contains("`abacus`") && message.contains("`CPU`"), "{message}");
    }
}
