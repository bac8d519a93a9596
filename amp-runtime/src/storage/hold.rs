//! Who may use data that several threads share: everybody at one place, and nobody at another meanwhile.
//!
//! A kernel on the host changes shared data for as long as it runs. What a device was sent meanwhile would be neither old nor
//! new, and whoever marked the data as written last would void what the other wrote. So a launch holds the shared storages that
//! it captures, all of them or none, and who brings one to a device does the same. On the host it holds them until it has run;
//! on a device until it is recorded, since a device orders what comes after.
//!
//! Nobody waits for ever: who waits holds nothing, and who holds waits for nobody but those who do its own work and nothing else
//! ([`Hold::is_held`], `cpu/crew.rs`).

use std::cell::Cell;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use super::Storage;
use crate::coherence::Place;
use crate::sync::lock;

static TABLE: Mutex<Table> = Mutex::new(Table { held: Vec::new(), waiting: Vec::new(), next: 0 });
/// Somebody has let go, or waits no more.
static CHANGED: Condvar = Condvar::new();
thread_local! {
    /// Holds of this thread for work on the host.
    static ON_HOST: Cell<usize> = const { Cell::new(0) };
}

/// Storages, by their addresses; whoever is in the table keeps them alive.
struct Table {
    /// Where each is held, and by how many.
    held: Vec<(usize, Place, usize)>,
    /// The oldest first, each with a number of its own.
    waiting: Vec<(u64, Vec<usize>, Place)>,
    next: u64,
}

/// The storages of a launch that other threads may use meanwhile. Borrows keep them away from all others.
#[derive(Default)]
pub struct Shared(Vec<Arc<Storage>>);

impl Shared {
    /// This one, if other threads may use it.
    pub(super) fn of(storage: &Arc<Storage>) -> Self {
        let mut shared = Shared::default();
        shared.add(storage);
        shared
    }

    pub(crate) fn add(&mut self, storage: &Arc<Storage>) {
        if storage.is_shared() {
            self.0.push(storage.clone());
        }
    }
}

impl Shared {
    fn each_once(self) -> Vec<Arc<Storage>> {
        let mut storages = self.0;
        storages.sort_by_key(address);
        storages.dedup_by_key(|storage| address(storage));
        storages
    }
}

/// Shared storages that are held at a place until this is dropped, by the thread that made it.
pub(crate) struct Hold {
    storages: Vec<Arc<Storage>>,
    place: Place,
}

impl Hold {
    /// Waits until nobody uses these elsewhere.
    pub(crate) fn new(shared: Shared, place: Place) -> Self {
        let storages = shared.each_once();
        if !storages.is_empty() {
            take(storages.iter().map(address).collect(), place);
        }
        Hold::taken(storages, place)
    }

    /// The same without waiting: nothing, if somebody uses one of them elsewhere, or waits for it.
    pub(crate) fn at_once(shared: Shared, place: Place) -> Option<Self> {
        let storages = shared.each_once();
        if !storages.is_empty() {
            let asked: Vec<_> = storages.iter().map(address).collect();
            let mut table = lock(&TABLE);
            if !table.is_free(&asked, place, u64::MAX) {
                return None;
            }
            table.hold(asked, place);
        }
        Some(Hold::taken(storages, place))
    }

    fn taken(storages: Vec<Arc<Storage>>, place: Place) -> Self {
        if place == Place::Host && !storages.is_empty() {
            ON_HOST.set(ON_HOST.get() + 1);
        }
        Hold { storages, place }
    }

    /// Whether this thread holds something for a kernel on the host.
    pub(crate) fn is_held() -> bool {
        ON_HOST.get() > 0
    }
}

impl Drop for Hold {
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
        if self.place == Place::Host {
            ON_HOST.set(ON_HOST.get() - 1);
        }
        CHANGED.notify_all();
    }
}

fn address(storage: &Arc<Storage>) -> usize {
    Arc::as_ptr(storage).addr()
}

/// Waits until these are free, and takes them. Who came first goes first.
fn take(asked: Vec<usize>, place: Place) {
    let mut table = lock(&TABLE);
    let number = table.next;
    table.next += 1;
    if !table.is_free(&asked, place, number) {
        table.waiting.push((number, asked.clone(), place));
        while !table.is_free(&asked, place, number) {
            table = CHANGED.wait(table).unwrap_or_else(PoisonError::into_inner);
        }
        table.waiting.retain(|(other, ..)| *other != number);
        CHANGED.notify_all();
    }
    table.hold(asked, place);
}

impl Table {
    fn hold(&mut self, asked: Vec<usize>, place: Place) {
        for storage in asked {
            match self.held.iter_mut().find(|(held, ..)| *held == storage) {
                Some((_, _, holders)) => *holders += 1,
                None => self.held.push((storage, place, 1)),
            }
        }
    }

    fn is_free(&self, asked: &[usize], place: Place, number: u64) -> bool {
        let is_elsewhere = |storage: &usize, at: Place| at != place && asked.contains(storage);
        let held = self.held.iter().any(|(storage, at, _)| is_elsewhere(storage, *at));
        let mut before = self.waiting.iter().filter(|(other, ..)| *other < number);
        !held && !before.any(|(_, all, at)| all.iter().any(|storage| is_elsewhere(storage, *at)))
    }
}
