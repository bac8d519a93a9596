//! Translations of a kernel's WGSL to other languages by naga, as wgpu does for each platform.

use amp_lower::explain::Report;
use naga::back::{glsl, hlsl, msl, spv};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use rspirv::binary::Disassemble;

use super::Language;

/// The shader of a kernel as text, or a sentence that says why there is none.
pub(super) fn shader(report: &Report, language: Language) -> String {
    let Some(wgsl) = &report.wgsl else {
        return "// There is no shader without the types that only rustc knows. `Kernel::explain()` in a program has it.\n"
            .to_owned();
    };
    if language == Language::Wgsl {
        return wgsl.clone();
    }
    // naga may reject a shader in which stand-ins replace unknown types and functions, because they may contradict each
    // other.
    translated(wgsl, language).unwrap_or_else(|error| {
        format!("// naga cannot translate the shader with its stand-ins: {}\n", error.replace('\n', "\n// "))
    })
}

fn translated(wgsl: &str, language: Language) -> Result<String, String> {
    let module = naga::front::wgsl::parse_str(wgsl).map_err(|error| error.to_string())?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::all())
        .validate(&module)
        .map_err(|error| error.into_inner().to_string())?;
    let entry = module.entry_points.first().map(|entry| entry.name.clone()).ok_or("no entry point")?;
    match language {
        Language::Wgsl => Ok(wgsl.to_owned()),
        Language::Spirv => spirv(&module, &info),
        Language::Msl => {
            msl::write_string(&module, &info, &msl::Options::default(), &msl::PipelineOptions::default())
                .map(|(text, _)| text)
                .map_err(|error| error.to_string())
        }
        Language::Hlsl => {
            let (options, pipeline) = (
                hlsl::Options { shader_model: hlsl::ShaderModel::V6_0, ..Default::default() },
                hlsl::PipelineOptions::default(),
            );
            let mut text = String::new();
            hlsl::Writer::new(&mut text, &options, &pipeline)
                .write(&module, &info, None)
                .map_err(|error| error.to_string())?;
            Ok(text)
        }
        Language::Glsl => {
            let options = glsl::Options {
                version: glsl::Version::Desktop(450),
                // naga would write the zeros of a large array one by one, which makes the text very long.
                zero_initialize_workgroup_memory: false,
                ..Default::default()
            };
            let pipeline = glsl::PipelineOptions {
                shader_stage: naga::ShaderStage::Compute,
                entry_point: entry,
                multiview: None,
            };
            let mut text = String::new();
            let policies = naga::proc::BoundsCheckPolicies::default();
            glsl::Writer::new(&mut text, &module, &info, &options, &pipeline, policies)
                .and_then(|mut writer| writer.write())
                .map_err(|error| error.to_string())?;
            Ok(text)
        }
    }
}

/// SPIR-V as the assembly language of the SPIR-V tools.
fn spirv(module: &naga::Module, info: &ModuleInfo) -> Result<String, String> {
    let words = spv::write_vec(module, info, &spv::Options::default(), None).map_err(|it| it.to_string())?;
    let mut loader = rspirv::dr::Loader::new();
    rspirv::binary::parse_words(words, &mut loader).map_err(|error| error.to_string())?;
    Ok(loader.module().disassemble() + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shaders_are_translated_to_all_languages() {
        let source = "#[kernel(tile = [16])]
            fn k(t: TiledIndex<1>, a: f32, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
                #[tile_static]
                let mut s: [f32; 16];
                s[t.local[0]] = x[t.global];
                t.barrier.wait();
                y[t.global] = a * s[15 - t.local[0]];
            }";
        let report = amp_lower::explain::kernels(source).unwrap().remove(0).unwrap();
        for (language, word) in Language::ALL.into_iter().zip([
            "@compute",
            "OpEntryPoint GLCompute",
            "kernel void",
            "[numthreads(",
            "layout(local_size_x = 16",
        ]) {
            let text = shader(&report, language);
            assert!(text.contains(word), "{}: {text}", language.name());
        }
    }
}
