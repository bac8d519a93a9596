//! What drivers compiled before, kept on disk where `AMP_PIPELINE_CACHE` names a folder and the back end can do it.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once};

use super::device::Device;
use crate::complaint::complain;
use crate::sync::lock;

/// The variable that names the folder.
const VARIABLE: &str = "AMP_PIPELINE_CACHE";
/// How a file starts; then come a hash of the rest, and the rest, which is the driver's.
const MAGIC: &[u8; 8] = b"amp-pc-1";

/// The pipelines of one device as the driver wants to remember them.
#[derive(Default)]
pub(super) struct Cache {
    cache: Option<wgpu::PipelineCache>,
    file: PathBuf,
    /// What was written last.
    saved: Mutex<u64>,
}

impl Cache {
    /// Opens it, if it was asked for.
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
        // SAFETY: the data is what `get_data` returned: the file is only written by `save`, and its hash says that it was
        // not damaged since. Whether it is of the same device and driver, wgpu and the driver find out by its header.
        let cache = unsafe { device.create_pipeline_cache(&descriptor) };
        Cache { cache: Some(cache), file, saved }
    }

    pub(super) fn get(&self) -> Option<&wgpu::PipelineCache> {
        self.cache.as_ref()
    }

    /// Writes it, if there is something new. Where that fails, nothing is kept, and the first time a line says so.
    pub(super) fn save(&self, device: &Device) {
        let Some(data) = self.cache.as_ref().and_then(wgpu::PipelineCache::get_data) else { return };
        let new = hash(&data);
        let mut saved = lock(&self.saved);
        if *saved == new || device.is_lost() {
            return;
        }
        // Two processes may write at once: each a file of its own, and the last one stays.
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

/// Says once that nothing is kept. It is no error, since a launch needs no cache: it only takes longer.
fn unusable(folder: &Path, error: &std::io::Error) {
    static SAID: Once = Once::new();
    SAID.call_once(|| {
        complain(&format!("{VARIABLE}={folder:?} cannot be used ({error}); compiled kernels are not kept"));
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
    fn a_damaged_file_is_no_file() {
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
