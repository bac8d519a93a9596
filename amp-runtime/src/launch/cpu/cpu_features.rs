//! Feature levels of the processor: CPU code is compiled for several instruction sets, and the best one is
//! chosen at run time.
//!
//! A program is built for the baseline of its architecture, which on x86-64 is SSE2. The CPU code is always
//! inlined into its caller. So each `#[target_feature]` function that runs it contains a copy, compiled for
//! more features. All copies compute the same results: rustc never contracts `a * b + c` to a fused
//! multiply-add, and no result depends on the vector length. `--cfg amp_baseline` omits the higher levels,
//! for programs that are compiled more often than they run.

use std::sync::OnceLock;

use crate::abi::cpu::Vectors;
use crate::support::warning::complain;

/// A feature level. Each value proves that this machine supports the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Level(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// The baseline of the architecture: SSE2 on x86-64, NEON on 64-bit Arm.
    Baseline,
    /// x86-64-v3: AVX2, FMA and the other extensions of that generation.
    #[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
    V3,
    /// x86-64-v4: AVX-512, on processors that do not lower their clock for it.
    #[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
    V4,
}

impl Level {
    /// The level that this process uses: the highest one that the machine supports, or the lower one that
    /// `AMP_CPU_LEVEL` names.
    pub(crate) fn chosen() -> Self {
        static CHOSEN: OnceLock<Level> = OnceLock::new();
        *CHOSEN.get_or_init(|| {
            let all = Self::all();
            let highest = all[all.len() - 1];
            let Ok(requested) = std::env::var("AMP_CPU_LEVEL") else { return highest };
            all.into_iter().find(|level| level.name() == requested).unwrap_or_else(|| {
                complain(&format!(
                    "this machine does not support AMP_CPU_LEVEL={requested:?}; using {:?}",
                    highest.name()
                ));
                highest
            })
        })
    }

    /// The level for a memory-bound kernel over `items` work-items. If the data comes from main memory, short
    /// vectors are at least as fast as long ones, because more loads and stores are in flight at a time.
    pub(crate) fn for_memory_bound(items: usize) -> Self {
        /// A launch of this many work-items is assumed to exceed the caches of one core.
        const EXCEEDS_CACHES: usize = 1 << 20;
        if items < EXCEEDS_CACHES { Self::chosen() } else { Level(Kind::Baseline) }
    }

    /// All levels that this machine supports, the lowest first.
    pub(crate) fn all() -> Vec<Self> {
        #[allow(unused_mut)] // it is mutated on some targets only
        let mut all = vec![Level(Kind::Baseline)];
        #[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
        {
            macro_rules! has {
                ($($feature:tt)*) => { true $(&& is_x86_feature_detected!($feature))* };
            }
            if has!("avx" "avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe" "popcnt") {
                all.push(Level(Kind::V3));
                // The last two features are not in v4. They identify the processors whose clock does not drop
                // under AVX-512.
                if has!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx512vbmi2" "avx512vnni") {
                    all.push(Level(Kind::V4));
                }
            }
        }
        all
    }

    /// The level's name in `AMP_CPU_LEVEL`.
    pub(crate) fn name(self) -> &'static str {
        match self.0 {
            Kind::Baseline => "baseline",
            #[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
            Kind::V3 => "v3",
            #[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
            Kind::V4 => "v4",
        }
    }

    /// Calls `work` from a function that is compiled for this level. Code of `work` that is inlined into that
    /// function is compiled for the level, too. The argument of `work` is the level's vector length, with
    /// which CPU code copies the elements of a row.
    #[inline(always)]
    pub(crate) fn run(self, work: impl FnOnce(Vectors)) {
        match self.0 {
            Kind::Baseline => work(Vectors::SHORT),
            // SAFETY: only `all` makes a `Level`, and only for features that the machine supports.
            #[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
            Kind::V3 => unsafe { v3(work) },
            // SAFETY: only `all` makes a `Level`, and only for features that the machine supports.
            #[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
            Kind::V4 => unsafe { v4(work) },
        }
    }
}

/// # Safety
/// The machine must support these features.
#[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
#[target_feature(enable = "avx,avx2,bmi1,bmi2,f16c,fma,lzcnt,movbe,popcnt")]
unsafe fn v3(work: impl FnOnce(Vectors)) {
    // SAFETY: AVX is one of the features.
    work(unsafe { Vectors::long() });
}

/// # Safety
/// The machine must support these features.
#[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
#[target_feature(enable = "avx,avx2,bmi1,bmi2,f16c,fma,lzcnt,movbe,popcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
unsafe fn v4(work: impl FnOnce(Vectors)) {
    // SAFETY: AVX-512 is one of the features.
    work(unsafe { Vectors::longest() });
}
