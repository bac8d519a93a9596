//! The programs of the book and of `README.md` as documentation tests: `cargo test -p amp-book --doc` compiles and runs them.
//!
//! The call of `pages!` below has one line for each page with Rust code. `tests/architecture/book.rs` finds pages
//! that are missing here.

/// Makes the examples of each page the documentation of a struct.
macro_rules! pages {
    ($($name:ident $path:literal)*) => {$(
        #[cfg(doctest)]
        #[doc = include_str!(concat!("../../", $path))]
        struct $name;
    )*};
}

pages! {
    Readme "README.md"
    Introduction "docs/README.md"
    StartInstallation "docs/start/installation.md"
    StartFirstKernel "docs/start/first-kernel.md"
    StartAccelerators "docs/start/accelerators.md"
    StartTesting "docs/start/testing.md"
    GuideData "docs/guide/data.md"
    GuideKernels "docs/guide/kernels.md"
    GuideTiles "docs/guide/tiles.md"
    GuideReductions "docs/guide/reductions.md"
    GuideStencils "docs/guide/stencils.md"
    GuideTypes "docs/guide/types.md"
    GuideGenerics "docs/guide/generics.md"
    GuideAlgorithms "docs/algorithms.md"
    GuideImages "docs/guide/images.md"
    GuideRandom "docs/guide/random.md"
    GuideInterop "docs/guide/interop.md"
    GuideAsync "docs/guide/async.md"
    GuideAccelerators "docs/guide/accelerators.md"
    GuideRaces "docs/guide/races.md"
    GuideDebugging "docs/debugging.md"
    GuideProfiling "docs/guide/profiling.md"
    GuideTuning "docs/guide/tuning.md"
    GuideDeploying "docs/guide/deploying.md"
    GuideTool "docs/guide/tool.md"
    PortingCuda "docs/porting/cuda.md"
    PortingCppAmp "docs/porting/cpp-amp.md"
    PortingRayon "docs/porting/rayon.md"
    PortingTerms "docs/from-cpp-amp.md"
    LanguageHead "docs/language.head.md"
    LanguageMath "docs/language/math.md"
    ReferenceErrors "docs/reference/errors.md"
    ReferenceChecking "docs/checking.md"
    InternalsArchitecture "docs/architecture.md"
}
