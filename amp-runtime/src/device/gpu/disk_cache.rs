//! The pipeline cache on disk: the code that the driver compiled in earlier processes. It is active if
//! `AMP_PIPELINE_CACHE` names a folder and the back end supports it. A file consists of a magic number, a
//! hash and the driver's data. A damaged file is ignored.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once};

use super::device::Device;
use crate::support::sync::lock;
use crate::support::warning::complain;

/// The environment variable that names the folder.
const VARIABLE: &str = "AMP_PIPELINE_CACHE";
/// The first bytes of a file. A hash of the driver's data follows, then the data.
const MAGIC: &[u8; 8] = b"amp-pc-1";

/// The pipeline cache of one device.
#[derive(Default)]
pub(super) struct Cache {
    cache: Option<wgpu::PipelineCache>,
    file: PathBuf,
    /// The hash of the content that was saved last.
    saved: Mutex<u64>,
}

impl Cache {
    /// Opens the cache, if the environment variable is set.
    pub(super) fn open(device: &wgpu::Device, info: &wgpu::AdapterInfo) -> Self {
        let folder = std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty());
        let key = wgpu::util::pipeline_cache_key(info);
        let (Some(folder), Some(key), true) =
            (folder, key, device.features().contains(wgpu::Features::PIPELINE_CACHE))
        else {
            return Cache::default();
        };
        let folder = Path::new(&folder);
        if let Err(error) = fs::create_dir_all(folder) {
            unusable(folder, &error);
            return Cache::default();
        }
        let file = folder.join(key);
        let data = fs::read(&file).ok().and_then(|content| unpacked(&content).map(<[u8]>::to_vec));
        let saved = Mutex::new(data.as_deref().map_or(0, hash));
        let descriptor =
            wgpu::PipelineCacheDescriptor { label: Some("amp"), data: data.as_deref(), fallback: true };
        // SAFETY: `get_data` returned the data, because only `save` writes the file, and the hash proves that
        // the data is undamaged. wgpu and the driver read the data's header, and ignore data of another
        // device or driver.
        let cache = unsafe { device.create_pipeline_cache(&descriptor) };
        Cache { cache: Some(cache), file, saved }
    }

    pub(super) fn get(&self) -> Option<&wgpu::PipelineCache> {
        self.cache.as_ref()
    }

    /// Writes the cache to disk if it has changed. A failure only costs time in the next process, so amp
    /// prints one warning.
    pub(super) fn save(&self, device: &Device) {
        let Some(data) = self.cache.as_ref().and_then(wgpu::PipelineCache::get_data) else { return };
        let new = hash(&data);
        let mut saved = lock(&self.saved);
        if *saved == new || device.is_lost() {
            return;
        }
        // Two processes may save at the same time. So each process writes a separate file and then renames it.
        // The file of the process that renames last remains.
        let draft = self.file.with_extension(format!("{}.draft", std::process::id()));
        let folder = self.file.parent().unwrap_or(Path::new(""));
        let written = fs::create_dir_all(folder)
            .and_then(|()| fs::write(&draft, packed(&data)))
            .and_then(|()| fs::rename(&draft, &self.file));
        match written {
            Ok(()) => *saved = new,
            Err(error) => {
                let _ = fs::remove_file(&draft);
                unusable(folder, &error);
            }
        }
    }
}

/// Prints one warning that the cache is unusable. This is not an error: without a cache, launches only take
/// longer.
fn unusable(folder: &Path, error: &std::io::Error) {
    static SAID: Once = Once::new();
    SAID.call_once(|| {
        complain(&format!("{VARIABLE}={folder:?} cannot be used ({error}); compiled kernels are not saved"));
    });
}

fn hash(data: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    data.hash(&mut hasher);
    hasher.finish()
}

fn packed(data: &[u8]) -> Vec<u8> {
    [&MAGIC[..], &hash(data).to_le_bytes(), data].concat()
}

fn unpacked(content: &[u8]) -> Option<&[u8]> {
    let (sum, data) = content.strip_prefix(MAGIC)?.split_first_chunk()?;
    (u64::from_le_bytes(*sum) == hash(data)).then_some(data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_cache_file_is_ignored() {
        let content = packed(b"what a driver says");
        assert_eq!(unpacked(&content), Some(&b"what a driver says"[..]));
        for at in 0..content.len() {
            let mut damaged = content.clone();
            damaged[at] ^= 4;
            assert_eq!(unpacked(&damaged), None);
            assert_eq!(unpacked(&content[..at]), None);
        }
    }
}
