//! Properties of accelerators, and operations of queues other than launches: warm-up, profiles, the pipeline cache.

use std::time::Duration;

use amp::prelude::*;
use amp::{Error, interop};

use crate::on_each::{on_each, on_host};

#[test]
fn all_async_lists_the_same_accelerators() {
    let found = [crate::executors::execute(Accelerator::all_async()), Accelerator::all_async().wait()];
    assert_eq!(found, [Ok(Accelerator::all()), Ok(Accelerator::all())]);
}

#[test]
fn accelerator_properties_are_consistent() {
    for accelerator in Accelerator::all() {
        assert!(!accelerator.description().is_empty());
        assert_eq!(Accelerator::from_path(&accelerator.device_path()), Ok(accelerator.clone()));
        let limits = accelerator.limits();
        assert!(limits.view_bytes >= 128 << 20 && limits.views >= 8 && limits.tile_size >= 256);
        assert!(limits.tile_extent[2] >= 256 && limits.tile_static_bytes >= 16 << 10, "{limits:?}");
        let is_cpu = on_host(&accelerator);
        assert_eq!(accelerator.driver().is_empty(), is_cpu);
        if accelerator.is_emulated() {
            assert!(accelerator.supports_cpu_shared_memory());
        }
        // An accelerator that shares the host's memory has no dedicated memory.
        assert!(!accelerator.supports_cpu_shared_memory() || accelerator.dedicated_memory().is_none());
        assert!(accelerator.dedicated_memory().is_none_or(|bytes| bytes > 16 << 20));
        // A kernel that uses a feature runs exactly if the accelerator reports the feature.
        let mut wide = Array::<f64>::new_on(&accelerator.default_view(), [2]).unwrap();
        let launched = accelerator.default_view().parallel_for_each(2, amp!(|i: Index<1>| wide[i] = 0.5));
        assert_eq!(launched.is_ok(), accelerator.supports_f64(), "{accelerator}: {launched:?}");
        let mut long = Array::<i64>::new_on(&accelerator.default_view(), [2]).unwrap();
        let launched = accelerator.default_view().parallel_for_each(2, amp!(|i: Index<1>| long[i] = 1 << 40));
        assert_eq!(launched.is_ok(), accelerator.supports_i64(), "{accelerator}: {launched:?}");
    }
    let error = Accelerator::from_path("no such thing").unwrap_err();
    assert!(matches!(error, Error::NoSuchAccelerator { .. }));
}

const MANY: usize = 1025;
const WORDS: usize = 8192;

#[kernel(tile = [MANY])]
fn too_many_items(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    y[t.global] = 1;
}

#[kernel(tile = [1024])]
fn many_items(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    y[t.global] = 1;
}

#[kernel(tile = [16])]
fn much_memory(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut all: [u32; WORDS];
    all[WORDS - 1 - t.local[0]] = 1;
    t.barrier.wait();
    y[t.global] = all[WORDS - 16 + t.local[0]];
}

#[kernel(tile = [16])]
fn too_much_memory(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut all: [u32; WORDS];
    #[tile_static]
    let mut more: [u32; 16];
    all[t.local[0]] = 1;
    more[t.local[0]] = 1;
    t.barrier.wait();
    y[t.global] = all[15 - t.local[0]] + more[15 - t.local[0]];
}

#[test]
fn tile_limits_are_exact() {
    on_each(|view| {
        let limits = view.accelerator().limits();
        let mut y = ArrayViewMut::<u32>::without_source([1024]).unwrap();
        let tiled = |tile: usize| Extent::from([1024 / tile * tile]).tile([tile]).unwrap();
        let launched = [
            (view.parallel_for_each(tiled(1024), many_items(&mut y)), limits.tile_size, 1024),
            (view.parallel_for_each(tiled(16), much_memory(&mut y)), limits.tile_static_bytes, 32 << 10),
        ];
        for (result, limit, needed) in launched {
            assert_eq!(result.is_ok(), needed <= limit, "{result:?}, {limits:?}");
        }
        assert_eq!(y.to_vec().unwrap(), [u32::from(limits.tile_static_bytes >= 32 << 10); 1024]);
        let mut y = ArrayViewMut::<u32>::without_source([MANY]).unwrap();
        let launched = [
            (
                view.parallel_for_each(Extent::from([MANY]).tile([MANY]).unwrap(), too_many_items(&mut y)),
                limits.tile_size,
            ),
            (view.parallel_for_each(tiled(16), too_much_memory(&mut y)), limits.tile_static_bytes),
        ];
        for (result, known_limit) in launched {
            let Err(Error::LimitExceeded { needed, limit, .. }) = result else { panic!("{result:?}") };
            assert!(
                limit >= known_limit.into() && needed > known_limit.into(),
                "{needed} of {limit}, not {known_limit}"
            );
        }
    });
}

#[test]
fn queues_compare_by_identity() {
    on_each(|view| {
        let accelerator = view.accelerator();
        assert_ne!(*view, accelerator.default_view());
        assert_eq!(accelerator.default_view().queuing_mode(), QueuingMode::Automatic);
        let later = pollster::block_on(accelerator.create_view_async(QueuingMode::Immediate)).unwrap();
        assert_eq!((later.queuing_mode(), later.accelerator()), (QueuingMode::Immediate, accelerator));
        assert_ne!(later, *view);
    });
}

#[kernel]
fn count(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    y[i] += 1;
}

#[kernel(tile = [4, 4])]
fn tiled(t: TiledIndex<2>, y: &mut ArrayViewMut<u32, 2>) {
    y[t.global] += 1;
}

#[test]
fn warm_up_runs_nothing() {
    on_each(|view| {
        let mut values = [5u32; 16];
        let mut y = ArrayViewMut::new(&mut values);
        view.warm_up(count(&mut y)).unwrap();
        view.warm_up(amp!(|i: Index<1>| y[i] = 9)).unwrap();
        view.wait().unwrap();
        assert_eq!((y.transfers(), y.to_vec().unwrap()), (amp::Transfers::default(), vec![5; 16]));
        view.parallel_for_each(16, count(&mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [6; 16]);
        let mut z = ArrayViewMut::without_source([8, 8]).unwrap();
        view.warm_up(tiled(&mut z)).unwrap();
        assert_eq!(z.to_vec().unwrap(), [0; 64]);
        amp::warm_up(tiled(&mut z)).unwrap();
        assert_eq!(z.to_vec().unwrap(), [0; 64]);
    });
}

#[test]
fn profile_lists_each_launch() {
    on_each(|view| {
        let mut values = vec![0u32; 1 << 10];
        let mut y = ArrayViewMut::new(&mut values);
        view.parallel_for_each(y.extent(), count(&mut y)).unwrap(); // before the profile
        let mut z = ArrayViewMut::without_source([64, 64]).unwrap();
        let profile = view.profile(|| {
            for _ in 0..70 {
                view.parallel_for_each(y.extent(), count(&mut y))?;
            }
            let tiles = z.extent().tile([4, 4])?;
            view.parallel_for_each(tiles, tiled(&mut z))
        });
        let profile = profile.unwrap();
        view.parallel_for_each(y.extent(), count(&mut y)).unwrap(); // after the profile
        let kernels = profile.kernels();
        let names: Vec<_> = kernels.iter().map(|(name, count, _)| (name.as_str(), *count)).collect();
        assert_eq!(names, [("count", 70), ("tiled", 1)]);
        assert_eq!(profile.launches().len(), 71);
        assert!(profile.total() > Duration::ZERO && profile.to_string().contains("count"));
        assert_eq!((y.to_vec().unwrap()[77], z.to_vec().unwrap()[9]), (72, 1));
    });
}

#[test]
fn failed_profile_is_closed() {
    on_each(|view| {
        let failed = view.profile(|| Err(Error::AlreadyTaken));
        assert!(failed.is_err());
        let panicked = std::panic::catch_unwind(|| view.profile(|| panic!("in a profile")));
        assert!(panicked.is_err());
        let profile = view.profile(|| Ok(())).unwrap();
        assert!(profile.launches().is_empty() && profile.total() == Duration::ZERO);
    });
}

#[test]
fn threads_use_accelerators_concurrently() {
    std::thread::scope(|scope| {
        for accelerator in Accelerator::all().into_iter().cycle().take(6) {
            scope.spawn(move || {
                for mode in [QueuingMode::Automatic, QueuingMode::Immediate] {
                    let view = accelerator.create_view(mode).unwrap();
                    let mut array = Array::from_fn_on(&view, [1000], |i| i[0] as u32).unwrap();
                    for _ in 0..100 {
                        view.parallel_for_each(1000, amp!(|i: Index<1>| array[i] += 1)).unwrap();
                    }
                    assert_eq!(array.to_vec().unwrap()[999], 1099);
                }
            });
        }
    });
}

/// Uses a pipeline cache on disk. The test below runs this test in a separate process.
#[test]
#[ignore = "run by another, in its own process"]
fn uses_a_cache_of_pipelines() {
    on_each(|view| {
        let mut y = Array::<u32>::new_on(view, [64]).unwrap();
        view.parallel_for_each(64, amp!(|i: Index<1>| y[i] = 3 * i[0] as u32)).unwrap();
        assert_eq!(y.to_vec().unwrap()[63], 189);
    });
}

#[test]
fn pipeline_cache_is_saved_to_the_configured_folder() {
    let folder = std::env::temp_dir().join(format!("amp-cache-{}", std::process::id()));
    let run = || {
        let test = "accelerators::uses_a_cache_of_pipelines";
        let mut command = std::process::Command::new(std::env::current_exe().unwrap());
        command.args([test, "--exact", "--ignored", "--quiet"]).env("AMP_PIPELINE_CACHE", &folder);
        assert!(command.output().unwrap().status.success());
        let files = std::fs::read_dir(&folder).map(|files| files.map(|file| file.unwrap().path()).collect());
        files.unwrap_or_else(|_| Vec::new())
    };
    let files = run();
    // Not every back end supports pipeline caches.
    let can = |it: &Accelerator| {
        let adapter = interop::adapter(it);
        adapter.is_ok_and(|it| it.features().contains(wgpu::Features::PIPELINE_CACHE))
    };
    assert_eq!(files.is_empty(), !Accelerator::all().iter().any(can));
    for file in &files {
        assert!(std::fs::read(file).unwrap().starts_with(b"amp-pc-1"), "{file:?}");
        std::fs::write(file, b"amp-pc-1 and what is none").unwrap();
    }
    assert_eq!(run(), files);
    for file in &files {
        let healed = std::fs::read(file).unwrap();
        assert!(healed.starts_with(b"amp-pc-1") && !healed.ends_with(b"what is none"), "{file:?}");
    }
    assert_eq!(run(), files);
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn unusable_pipeline_cache_is_reported_once() {
    let can = |it: &Accelerator| {
        let adapter = interop::adapter(it);
        adapter.is_ok_and(|it| it.features().contains(wgpu::Features::PIPELINE_CACHE))
    };
    let file = std::env::temp_dir().join(format!("amp-no-cache-{}", std::process::id()));
    std::fs::write(&file, "not a folder").unwrap();
    // Unusable paths for the cache: a file, a path inside a file, and a folder that cannot contain files.
    let mut unusable = vec![file.clone(), file.join("cache")];
    unusable.extend(Some("/proc/self".into()).filter(|it: &std::path::PathBuf| it.exists()));
    for folder in unusable {
        let test = "accelerators::uses_a_cache_of_pipelines";
        let mut command = std::process::Command::new(std::env::current_exe().unwrap());
        command.args([test, "--exact", "--ignored", "--quiet"]).env("AMP_PIPELINE_CACHE", &folder);
        let output = command.output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{stderr}");
        let complaint = format!("amp: AMP_PIPELINE_CACHE={folder:?} cannot be used (");
        let times = usize::from(Accelerator::all().iter().any(can));
        assert_eq!(stderr.matches(&complaint).count(), times, "{stderr}");
    }
    std::fs::remove_file(&file).unwrap();
}
