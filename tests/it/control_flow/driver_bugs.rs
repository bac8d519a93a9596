//! The bugs of drivers that the compiler works around (`amp-lower/src/emit/wgsl/workarounds`). Each shader here is
//! plain WGSL without the workaround. Its result is wrong on the driver that the workaround names, and right on
//! any other.

use amp::interop::{self, wgpu};
use amp::prelude::*;
use amp_tests::on_each;

/// The driver whose bugs the workarounds name, as wgpu describes it.
const DRIVER: &str = "Mesa 22.3";

/// Runs the body of a shader, which writes to `y`, on each wgpu adapter. The first number is `expected`, except on
/// drivers with the bug.
fn check(bug: &str, body: &str, expected: u32) {
    on_each(|accelerator| {
        if !interop::is_wgpu(accelerator) {
            return;
        }
        let result = on_a_large_stack(|| first_number(accelerator, body));
        let has_bug = accelerator.driver().contains(DRIVER);
        if has_bug {
            assert_ne!(
                result,
                expected,
                "{}: delete the workaround for this bug: {bug}",
                accelerator.driver()
            );
        } else if result != expected {
            println!("{} has this bug, too: {bug}", accelerator.driver());
        }
    });
}

/// Runs a function on a thread whose stack suffices for deeply nested shaders.
fn on_a_large_stack(run: impl FnOnce() -> u32 + Send) -> u32 {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, run);
        thread.unwrap().join().unwrap()
    })
}

fn first_number(accelerator: &Accelerator, body: &str) -> u32 {
    let view = accelerator.default_view();
    let mut result = Array::from_slice_on(&view, [64], &[0u32; 64]).unwrap();
    let buffer = interop::buffer_mut(&mut result).unwrap();
    let device = interop::device(&view).unwrap();
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> y: array<u32>;\n\
         @compute @workgroup_size(1) fn main() {{ {body} }}"
    );
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(source.into()),
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: Some("main"),
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    });
    let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() }],
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &bind_group, &[]);
        pass.dispatch_workgroups(1, 1, 1);
    }
    interop::queue(&view).unwrap().submit([encoder.finish()]);
    result.to_vec().unwrap()[0]
}

#[test]
fn exit_conditions_after_an_increment() {
    check(
        "Mesa tests an exit condition with the counter's initial value",
        "var k = 0u; loop { if (k > 9u) { break; } k += 1u; y[0] = k; if (k == 0u) { break; } }",
        10,
    );
}

#[test]
fn deeply_nested_branches() {
    let mut body = String::from("let k = y[1] + 95u; ");
    for n in 0..100 {
        body += &format!("if (k == {n}u) {{ y[0] = {}u; }} else {{ ", n + 1);
    }
    body += &"}".repeat(100);
    check("llvmpipe takes wrong branches in deeply nested `else` blocks", &body, 96);
}
