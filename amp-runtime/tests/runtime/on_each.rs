//! Helpers that run a test on every accelerator of this machine, and print the kinds of accelerators that are
//! missing.

use amp::prelude::*;

/// Whether an accelerator uses the host's memory.
pub(crate) fn on_host(accelerator: &Accelerator) -> bool {
    [Accelerator::cpu(), Accelerator::cpu_checked()].contains(accelerator)
}

/// Runs a test on a queue of each accelerator.
pub(crate) fn on_each(test: impl Fn(&AcceleratorView)) {
    let all = Accelerator::all();
    if all.iter().all(on_host) {
        assert!(
            std::env::var_os("AMP_REQUIRE_GPU").is_none_or(|it| it == "0"),
            "AMP_REQUIRE_GPU is set, but wgpu finds no adapter (no Vulkan, Metal or DirectX 12 driver)"
        );
        eprintln!("skipped on GPUs: wgpu finds no adapter (no Vulkan, Metal or DirectX 12 driver)");
    }
    for accelerator in all {
        eprintln!("on {accelerator}");
        for mode in [QueuingMode::Automatic, QueuingMode::Immediate] {
            let view = accelerator.create_view(mode);
            test(&view.unwrap_or_else(|error| panic!("{error}")));
        }
    }
}
