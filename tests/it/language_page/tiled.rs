//! Expected results of the tiled examples of `docs/language.md`, one function for each test.

use super::Data;

/// Bins of 16 work-items, and the largest count of each tile.
pub fn atomic_2() -> Data {
    let mut data = Data::new();
    for tile in 0..2 {
        let mut bins = [0u32; 16];
        (0..16).for_each(|local| bins[data.x[tile * 16 + local] as usize % 16] += 1);
        for (local, count) in bins.iter().enumerate() {
            data.z[tile] = data.z[tile].max(*count);
            data.y[tile * 16 + local] = *count as f32;
        }
    }
    data
}

/// The indices of a work-item.
pub fn field_1() -> Data {
    let mut data = Data::new();
    for at in 0..32 {
        data.y[at] = (at / 16) as f32;
        data.z[at] = at as u32;
    }
    data
}

/// Each row has the increased elements of the first column.
pub fn index_2() -> Data {
    let mut data = Data::new();
    for row in 0..4 {
        for column in 0..4 {
            data.y[row * 5 + column] = data.x[column * 5] + 1.0;
        }
    }
    data
}

/// The reversed elements of each tile.
pub fn method_1() -> Data {
    let mut data = Data::new();
    let before = data.y.clone();
    for at in 0..32 {
        data.y[at] = before[at / 16 * 16 + 15 - at % 16].sqrt().min(4.0);
    }
    data
}

/// References to items of an array.
pub fn reference_1() -> Data {
    let mut data = Data::new();
    for at in 0..32 {
        let mut v = [1.0, 2.0, 3.0, 4.0];
        let k = at % 4;
        v[k] *= 1.5;
        let s = v[k];
        v.swap(0, k);
        let first = std::mem::replace(&mut v[0], data.y[at]);
        let moved = v[0] + v[3];
        data.y[at] = first;
        data.y[at] = s + moved;
    }
    data
}
