//! Fault injection: `docs/reliability.md` lists the faults. After each fault, every element on the host is old or new,
//! and the process and all other accelerators keep working.

mod leaks;
mod loss;
mod memory;
mod misuse;
mod panics;

use amp::interop::{self, wgpu};
use amp::prelude::*;

/// Runs a test on a separate device for each wgpu adapter, in both queuing modes; the test may destroy the device.
fn with_separate_device(test: impl Fn(&AcceleratorView, &dyn Fn())) {
    let gpus: Vec<_> = Accelerator::all().into_iter().filter(interop::is_wgpu).collect();
    if gpus.is_empty() {
        assert!(
            std::env::var_os("AMP_REQUIRE_GPU").is_none_or(|it| it == "0"),
            "AMP_REQUIRE_GPU is set, but wgpu finds no adapter (no Vulkan, Metal or DirectX 12 driver)"
        );
        eprintln!("skipped: wgpu finds no adapter (no Vulkan, Metal or DirectX 12 driver)");
    }
    for gpu in gpus {
        for mode in [QueuingMode::Automatic, QueuingMode::Immediate] {
            eprintln!("on a device of {gpu}, {mode:?}");
            let (accelerator, device) = separate_device(&gpu, wgpu::Features::empty());
            let view = accelerator.create_view(mode).unwrap();
            test(&view, &|| device.destroy());
        }
    }
}

/// Opens a device that no other test uses.
fn separate_device(gpu: &Accelerator, features: wgpu::Features) -> (Accelerator, wgpu::Device) {
    let adapter = interop::adapter(gpu).unwrap();
    let descriptor = wgpu::DeviceDescriptor {
        required_features: features,
        required_limits: adapter.limits(),
        ..Default::default()
    };
    let (device, queue) = pollster::block_on(adapter.request_device(&descriptor)).unwrap();
    (interop::adopt(adapter, device.clone(), queue), device)
}

/// Runs a test on a queue of each accelerator.
fn on_each(test: impl Fn(&AcceleratorView)) {
    for accelerator in Accelerator::all() {
        eprintln!("on {accelerator}");
        test(&accelerator.create_view(QueuingMode::Automatic).unwrap());
    }
}

/// Checks that every accelerator still works.
fn all_others_work() {
    on_each(|view| {
        let mut values = [1u32; 100];
        let mut y = ArrayViewMut::new(&mut values);
        view.parallel_for_each(100, amp!(|i: Index<1>| y[i] += i[0] as u32)).unwrap();
        y.finish().unwrap();
        assert_eq!(values[99], 100);
    });
}

/// Runs an ignored test of this program in its own process, with a shell command before it.
#[cfg(unix)]
fn run_test_in_process(test: &str, shell: &str) -> std::process::Output {
    let program = std::env::current_exe().unwrap();
    let line = format!("{shell} exec \"$0\" {test} --exact --ignored --nocapture --test-threads 1");
    let output = std::process::Command::new("sh").arg("-c").arg(line).arg(program).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}\n{}", text(&output.stdout), text(&output.stderr));
    output
}
