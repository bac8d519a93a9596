//! The size of an adapter's dedicated memory, from Vulkan's memory heaps, because wgpu does not expose it.

/// The size of the device-local memory in bytes, if the back end reports it.
#[cfg(all(feature = "vulkan", not(any(target_vendor = "apple", target_family = "wasm"))))]
pub(super) fn local(adapter: &wgpu::Adapter) -> Option<u64> {
    /// `VK_MEMORY_HEAP_DEVICE_LOCAL_BIT`
    const DEVICE_LOCAL: u32 = 1;
    // SAFETY: the code only queries memory properties through the handle, and does not keep it.
    let vulkan = unsafe { adapter.as_hal::<wgpu::hal::api::Vulkan>() }?;
    let instance = vulkan.shared_instance().raw_instance();
    // SAFETY: the physical device belongs to this instance, and both live as long as the adapter.
    let memory = unsafe { instance.get_physical_device_memory_properties(vulkan.raw_physical_device()) };
    let heaps = memory.memory_heaps.iter().take(memory.memory_heap_count as usize);
    let local = heaps.filter(|heap| heap.flags.as_raw() & DEVICE_LOCAL != 0);
    Some(local.map(|heap| heap.size).sum())
}

/// Without Vulkan, no back end reports the size.
#[cfg(not(all(feature = "vulkan", not(any(target_vendor = "apple", target_family = "wasm")))))]
pub(super) fn local(_: &wgpu::Adapter) -> Option<u64> {
    None
}
