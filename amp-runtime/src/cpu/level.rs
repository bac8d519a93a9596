//! Levels of the processor: one twin is compiled for each, and the highest that the machine has is picked at run time.
//!
//! A program is built for the baseline of its architecture, which on x86-64 is a vector unit of 2003. What the executor
//! runs is generic over the twin, and a twin is always inlined; so a function that enables more of the processor's
//! features and then runs the twin is the same source compiled for them. Nothing rounds differently: rustc never
//! contracts `a * b + c`, and wider vectors compute what narrow ones do.
//!
//! `--cfg amp_baseline` leaves the others out, for programs that are compiled more often than they run.

use std::sync::OnceLock;

use crate::complaint::complain;
use crate::twin::Vectors;

/// What of the processor a twin is compiled for. A value is the proof that this machine has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Level(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// What every processor of the architecture has: SSE2 on x86-64, NEON on 64-bit Arm.
    Baseline,
    /// x86-64-v3: AVX2 and what came with it.
    #[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
    V3,
    /// x86-64-v4: AVX-512, of processors that do not slow down for it.
    #[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
    V4,
}

impl Level {
    /// The level for this process: the highest that the machine has, or the lower one that `AMP_CPU_LEVEL` asks for.
    pub(crate) fn chosen() -> Self {
        static CHOSEN: OnceLock<Level> = OnceLock::new();
        *CHOSEN.get_or_init(|| {
            let all = Self::all();
            let highest = all[all.len() - 1];
            let Ok(wish) = std::env::var("AMP_CPU_LEVEL") else { return highest };
            all.into_iter().find(|level| level.name() == wish).unwrap_or_else(|| {
                complain(&format!(
                    "this machine has no AMP_CPU_LEVEL={wish:?}; going on with {:?}",
                    highest.name()
                ));
                highest
            })
        })
    }

    /// The level for a kernel that moves data for so many work-items. Where all of it comes from memory, short vectors are
    /// no slower than long ones, and often faster: loads and stores alternate, and more of them are under way.
    pub(crate) fn moving(items: usize) -> Self {
        /// Such a kernel leaves the caches of one core behind.
        const MANY: usize = 1 << 20;
        if items < MANY { Self::chosen() } else { Level(Kind::Baseline) }
    }

    /// All levels of this machine, the lowest first.
    pub(crate) fn all() -> Vec<Self> {
        #[allow(unused_mut)] // where there is one
        let mut all = vec![Level(Kind::Baseline)];
        #[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
        {
            macro_rules! has {
                ($($feature:tt)*) => { true $(&& is_x86_feature_detected!($feature))* };
            }
            if has!("avx" "avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe" "popcnt") {
                all.push(Level(Kind::V3));
                // The last two are not of v4, but of the first processors whose clock stays where it is.
                if has!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx512vbmi2" "avx512vnni") {
                    all.push(Level(Kind::V4));
                }
            }
        }
        all
    }

    /// Its name, as `AMP_CPU_LEVEL` has it.
    pub(crate) fn name(self) -> &'static str {
        match self.0 {
            Kind::Baseline => "baseline",
            #[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
            Kind::V3 => "v3",
            #[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
            Kind::V4 => "v4",
        }
    }

    /// Runs something that is compiled for this level, as far as it is inlined, with the vectors that it may use by name.
    #[inline(always)]
    pub(crate) fn run(self, work: impl FnOnce(Vectors)) {
        match self.0 {
            Kind::Baseline => work(Vectors::SHORT),
            // SAFETY: only `all` makes a `Level`, and it makes those whose features the machine has.
            #[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
            Kind::V3 => unsafe { v3(work) },
            // SAFETY: as above.
            #[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
            Kind::V4 => unsafe { v4(work) },
        }
    }
}

/// # Safety
/// The machine has these features.
#[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
#[target_feature(enable = "avx,avx2,bmi1,bmi2,f16c,fma,lzcnt,movbe,popcnt")]
unsafe fn v3(work: impl FnOnce(Vectors)) {
    // SAFETY: AVX is one of them.
    work(unsafe { Vectors::long() });
}

/// # Safety
/// The machine has these features.
#[cfg(all(target_arch = "x86_64", not(amp_baseline)))]
#[target_feature(enable = "avx,avx2,bmi1,bmi2,f16c,fma,lzcnt,movbe,popcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
unsafe fn v4(work: impl FnOnce(Vectors)) {
    // SAFETY: AVX-512 is one of them.
    work(unsafe { Vectors::longest() });
}
