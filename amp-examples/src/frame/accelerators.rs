//! Which accelerators to run on, and what to call them.

use amp::Accelerator;

use super::Problem;

/// An accelerator with a label that no other one has.
#[derive(Debug)]
pub struct Chosen {
    /// The accelerator.
    pub accelerator: Accelerator,
    /// Its description, numbered if there are several of a kind.
    pub label: String,
}

impl Chosen {
    /// What it is called where there is little room: without what is in brackets, if no other one is called so.
    #[must_use]
    pub fn short(&self, among: &[Chosen]) -> String {
        let short = |it: &Chosen| it.label.split(" (").next().unwrap_or(&it.label).to_owned();
        let alone = among.iter().filter(|it| short(it) == short(self)).count() == 1;
        if alone { short(self) } else { self.label.clone() }
    }

    /// Whether kernels run as their native twins.
    #[must_use]
    pub fn is_cpu(&self) -> bool {
        [Accelerator::cpu(), Accelerator::cpu().serial()].contains(&self.accelerator)
    }

    /// Whether kernels are checked, which takes its time.
    #[must_use]
    pub fn is_checked(&self) -> bool {
        self.accelerator == Accelerator::cpu_checked()
    }

    /// Whether kernels run in the host's memory.
    #[must_use]
    pub fn is_on_host(&self) -> bool {
        self.is_cpu() || self.is_checked()
    }

    /// What it is, in a few words.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match (self.is_cpu(), self.is_checked(), self.accelerator.is_emulated()) {
            (true, ..) if self.accelerator != Accelerator::cpu() => {
                "native code, one work-item after another"
            }
            (true, ..) => "native code on all cores",
            (_, true, _) => "one work-item after another, checked for mistakes",
            (_, _, false) => "GPU",
            (_, _, true) => "GPU emulated by a driver on the CPU",
        }
    }
}

/// All of them.
pub(super) fn all() -> Vec<Chosen> {
    let mut all: Vec<Chosen> = Vec::new();
    for accelerator in Accelerator::all() {
        let description = accelerator.description();
        let same = all.iter().filter(|it| it.accelerator.description() == description).count();
        let label = if same == 0 { description } else { format!("{description} #{}", same + 1) };
        all.push(Chosen { accelerator, label });
    }
    all
}

/// The accelerators that the user wants: `cpu`, `cpu-checked`, `gpu`, or a part of a label. If none is named, the one that
/// `AMP_ACCELERATOR` names, or all of them; but the one that checks only where there is little to do.
pub(super) fn choose(wishes: &[String], quick: bool) -> Result<Vec<Chosen>, Problem> {
    let mut all = all();
    let missing = |what: String| {
        let labels: Vec<_> = all.iter().map(|it| format!("`{}`", it.label)).collect();
        Err(Problem::Usage(format!("no accelerator {what}; there is {}", labels.join(", "))))
    };
    let from_outside = std::env::var_os("AMP_ACCELERATOR").filter(|wish| !wish.is_empty());
    if let Some(wish) = from_outside.filter(|_| wishes.is_empty()) {
        let wish = wish.to_string_lossy();
        let is_it = |it: &Chosen| {
            fits(it, &wish) || it.accelerator.device_path().to_lowercase() == wish.to_lowercase()
        };
        if wish.to_lowercase() != "cpu-serial" && !all.iter().any(is_it) {
            return missing(format!("fits AMP_ACCELERATOR=`{wish}`"));
        }
        // The library chooses by the same variable.
        let default = Accelerator::default();
        all.retain(|it| it.accelerator == default);
        if all.is_empty() {
            all.push(Chosen { label: default.description(), accelerator: default });
        }
        return Ok(all);
    }
    if let Some(wish) = wishes.iter().find(|wish| !all.iter().any(|it| fits(it, wish))) {
        return missing(format!("is called `{wish}`"));
    }
    all.retain(|it| match wishes {
        [] => quick || !it.is_checked(),
        wishes => wishes.iter().any(|wish| fits(it, wish)),
    });
    Ok(all)
}

fn fits(it: &Chosen, wish: &str) -> bool {
    match wish.to_lowercase().as_str() {
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
    fn labels_differ_and_find_their_accelerator() {
        let all = all();
        for it in &all {
            assert_eq!(all.iter().filter(|other| other.label == it.label).count(), 1);
            assert!(fits(it, &it.label));
        }
    }

    #[test]
    fn the_cpu_is_one_and_the_rest_are_gpus() {
        for name in ["CPU", "cpu-checked"] {
            assert_eq!(all().iter().filter(|it| fits(it, name)).count(), 1);
        }
        for it in all() {
            let fitting = ["cpu", "cpu-checked", "gpu"].iter().filter(|name| fits(&it, name)).count();
            assert_eq!(fitting, 1, "{}", it.label);
        }
    }

    #[test]
    fn who_checks_has_time_only_for_little() {
        let checks = |quick| choose(&[], quick).is_ok_and(|all| all.iter().any(Chosen::is_checked));
        assert!(checks(true) && !checks(false));
        assert_eq!(choose(&["cpu-checked".to_owned()], false).map(|all| all.len()).unwrap_or_default(), 1);
    }

    #[test]
    fn an_unknown_wish_is_refused() {
        let Err(Problem::Usage(message)) = choose(&["abacus".to_owned()], false) else {
            panic!("it was found")
        };
        assert!(message.contains("`abacus`") && message.contains("`CPU`"), "{message}");
    }
}
