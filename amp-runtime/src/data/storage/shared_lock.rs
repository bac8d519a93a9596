//! Locks of storages that several threads share through atomic views. A lock has a location, the host or a
//! queue. Threads that use the storage at one location share the lock. Threads at other locations wait.
//!
//! A kernel on the host modifies shared data for as long as it runs. An upload in the meantime would copy a
//! mixture of old and new data. If launches at two locations overlapped, each would mark its own location as
//! the only one with the newest data, and the results of one would be lost. So a launch locks all shared
//! storages that it captures, and so does a transfer to a device. On the host the lock lasts until the kernel
//! has run; on a device until the launch is recorded, because the queue orders later commands.
//!
//! Deadlock freedom: a launch acquires all locks or none, so a waiting thread holds no lock. A thread that
//! holds a lock waits only for threads that run parts of the same launch. See
//! [`SharedLock::is_held_by_this_thread`] and `launch/cpu/work_sharing.rs`. Waiting requests are served in
//! order of arrival.

use std::cell::Cell;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use super::Storage;
use crate::device::queue::Location;
use crate::support::sync::lock;

static TABLE: Mutex<Table> = Mutex::new(Table { held: Vec::new(), waiting: Vec::new(), next: 0 });
/// Signalled when a lock is released or a waiting request is granted.
static RELEASED: Condvar = Condvar::new();
thread_local! {
    /// The number of locks for the host that this thread holds.
    static HOST_LOCKS: Cell<usize> = const { Cell::new(0) };
}

/// The storages that are locked or requested, given by their addresses. An address stays valid, because each
/// `SharedLock` and each waiting thread keeps its storages alive.
struct Table {
    /// For each locked storage: its address, the location, and the number of holders.
    held: Vec<(usize, Location, usize)>,
    /// Waiting requests, the oldest first: ticket number, addresses of the storages, location.
    waiting: Vec<(u64, Vec<usize>, Location)>,
    next: u64,
}

/// The storages of a launch that other threads may use at the same time. For all other storages, Rust's
/// borrows exclude other threads.
#[derive(Default)]
pub struct SharedStorages(Vec<Arc<Storage>>);

impl SharedStorages {
    /// A list of this storage, or an empty list if no other thread may use the storage.
    pub(super) fn of(storage: &Arc<Storage>) -> Self {
        let mut shared = SharedStorages::default();
        shared.add(storage);
        shared
    }

    pub(crate) fn add(&mut self, storage: &Arc<Storage>) {
        if storage.is_shared() {
            self.0.push(storage.clone());
        }
    }
}

impl SharedStorages {
    fn sorted_and_unique(self) -> Vec<Arc<Storage>> {
        let mut storages = self.0;
        storages.sort_by_key(address);
        storages.dedup_by_key(|storage| address(storage));
        storages
    }
}

/// A lock of shared storages at one location, held until it is dropped. It belongs to the thread that acquired it.
pub(crate) struct SharedLock {
    storages: Vec<Arc<Storage>>,
    location: Location,
}

impl SharedLock {
    /// Locks the storages for `location`. Blocks while another thread has locked one of them for a different location.
    pub(crate) fn new(shared: SharedStorages, location: Location) -> Self {
        let storages = shared.sorted_and_unique();
        if !storages.is_empty() {
            acquire_all(storages.iter().map(address).collect(), location);
        }
        SharedLock::acquired(storages, location)
    }

    /// Acquires the storages without waiting. Returns `None` if one of them is locked or requested at another
    /// location.
    pub(crate) fn try_new(shared: SharedStorages, location: Location) -> Option<Self> {
        let storages = shared.sorted_and_unique();
        if !storages.is_empty() {
            let requested: Vec<_> = storages.iter().map(address).collect();
            let mut table = lock(&TABLE);
            if !table.can_acquire(&requested, location, u64::MAX) {
                return None;
            }
            table.acquire(requested, location);
        }
        Some(SharedLock::acquired(storages, location))
    }

    fn acquired(storages: Vec<Arc<Storage>>, location: Location) -> Self {
        if location == Location::Host && !storages.is_empty() {
            HOST_LOCKS.set(HOST_LOCKS.get() + 1);
        }
        SharedLock { storages, location }
    }

    /// Whether this thread holds a lock for a kernel on the host.
    pub(crate) fn is_held_by_this_thread() -> bool {
        HOST_LOCKS.get() > 0
    }
}

impl Drop for SharedLock {
    fn drop(&mut self) {
        if self.storages.is_empty() {
            return;
        }
        let mut table = lock(&TABLE);
        for (held, _, holders) in &mut table.held {
            *holders -= usize::from(self.storages.iter().any(|storage| address(storage) == *held));
        }
        table.held.retain(|(_, _, holders)| *holders > 0);
        drop(table);
        if self.location == Location::Host {
            HOST_LOCKS.set(HOST_LOCKS.get() - 1);
        }
        RELEASED.notify_all();
    }
}

fn address(storage: &Arc<Storage>) -> usize {
    Arc::as_ptr(storage).addr()
}

/// Waits until no other location holds the storages, and acquires them all. Requests are served in order of
/// arrival.
fn acquire_all(requested: Vec<usize>, location: Location) {
    let mut table = lock(&TABLE);
    let ticket = table.next;
    table.next += 1;
    if !table.can_acquire(&requested, location, ticket) {
        table.waiting.push((ticket, requested.clone(), location));
        while !table.can_acquire(&requested, location, ticket) {
            table = RELEASED.wait(table).unwrap_or_else(PoisonError::into_inner);
        }
        table.waiting.retain(|(other, ..)| *other != ticket);
        RELEASED.notify_all();
    }
    table.acquire(requested, location);
}

impl Table {
    fn acquire(&mut self, requested: Vec<usize>, location: Location) {
        for storage in requested {
            match self.held.iter_mut().find(|(held, ..)| *held == storage) {
                Some((_, _, holders)) => *holders += 1,
                None => self.held.push((storage, location, 1)),
            }
        }
    }

    fn can_acquire(&self, requested: &[usize], location: Location, ticket: u64) -> bool {
        let is_elsewhere = |storage: &usize, at: Location| at != location && requested.contains(storage);
        let held = self.held.iter().any(|(storage, at, _)| is_elsewhere(storage, *at));
        let mut before = self.waiting.iter().filter(|(other, ..)| *other < ticket);
        !held && !before.any(|(_, all, at)| all.iter().any(|storage| is_elsewhere(storage, *at)))
    }
}
