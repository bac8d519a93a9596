//! The hardware and software of a measurement.

use crate::setup::Setup;

/// Processor, drivers and versions.
pub(crate) struct Environment {
    /// Names and values.
    pub(crate) facts: Vec<(String, String)>,
}

impl Environment {
    pub(crate) fn detect(setup: &Setup) -> Environment {
        let mut facts = Vec::new();
        let mut fact = |name: &str, value: String| facts.push((name.to_owned(), value));
        fact("processor", processor());
        fact("threads", rayon::current_num_threads().to_string());
        fact("system", system());
        fact("built", build());
        fact("rustc", toolchain().to_owned());
        for name in ["wgpu", "naga", "rayon", "gemm"] {
            fact(name, version(name).unwrap_or("?").to_owned());
        }
        for device in &setup.devices {
            let info = &device.raw.info;
            let driver = [&*info.driver, &*info.driver_info].join(" ");
            fact("device", format!("{}, {:?}, driver {}", device.label, info.device_type, driver.trim()));
        }
        Environment { facts }
    }
}

fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    name.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.to_owned())
}

fn system() -> String {
    let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    format!("{} {}", std::env::consts::OS, kernel.trim()).trim().to_owned()
}

fn build() -> String {
    let target = if cfg!(target_feature = "avx512f") {
        "with AVX-512"
    } else if cfg!(target_feature = "avx2") {
        "with AVX2"
    } else {
        "for the baseline of its architecture"
    };
    let profile = if cfg!(debug_assertions) { ", a debug build with meaningless times" } else { "" };
    format!("{target}{profile}")
}

/// The toolchain that the repository pins.
fn toolchain() -> &'static str {
    let pinned = include_str!("../../rust-toolchain.toml");
    let channel = pinned.lines().find_map(|line| line.strip_prefix("channel"));
    channel.and_then(|rest| rest.split('"').nth(1)).unwrap_or("?")
}

/// The locked version of a crate.
fn version(name: &str) -> Option<&'static str> {
    let locked = include_str!("../../Cargo.lock");
    let (_, rest) = locked.split_once(&format!("name = \"{name}\"\n"))?;
    rest.lines().next()?.split('"').nth(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locked_versions_are_found() {
        assert!(version("wgpu").is_some_and(|version| version.starts_with("30.")));
        assert!(version("gemm").is_some() && version("no such crate").is_none());
        assert!(toolchain().starts_with("1."));
        assert!(!processor().is_empty() && !system().is_empty());
    }
}
