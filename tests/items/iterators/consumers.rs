//! Consumers that return a value or an `Option`, and arrays from closures.

use super::chains;

chains!(accumulators, 6, |i, x, w, n| [
    w.iter().product::<f32>(),
    {
        let (a, b) = x.iter().fold((0.0, 1.0f32), |(s, m), &v| (s + v, m.max(v)));
        a * b
    },
    (x.iter().count() + x.iter().filter(|v| **v > i as f32).count() + (i..n).skip(1).count()) as f32,
    (0..i).map(|r| (0..r).map(|c| x[c] * w[r % 4]).sum::<f32>()).sum::<f32>(),
    x.iter().map(|v| w.iter().map(|u| u * v).sum::<f32>()).fold(f32::MIN, f32::max),
    f32::max(x.iter().sum::<f32>(), w.iter().map(|v| v * i as f32).sum::<f32>())
        .min(w.iter().copied().fold(100.0, f32::min).abs() + 50.0),
]);

chains!(tests, 7, |i, x, w, n| [
    if x.iter().any(|&v| v == i as f32) { 1.0 } else { 2.0 },
    if (0..i).all(|k| x[k] < 4.0) && x.iter().all(|v| v.abs() < 9.0) { 1.0 } else { 2.0 },
    if w.iter().chain(x.iter()).any(|v| *v == i as f32) { 1.0 } else { 0.0 },
    (2..20usize).filter(|&p| (2..p).all(|d| p % d != 0)).take(i).map(|p| p as f32).sum::<f32>(),
    if x.iter().take(i).sum::<f32>() > 1.0 && w.iter().any(|v| *v > 2.0) { w.iter().sum() } else { 0.0 },
    {
        let mut k = 0;
        while x.iter().take(k).sum::<f32>() < i as f32 && k < 13 {
            k += 1;
        }
        k as f32
    },
    match x.iter().filter(|v| **v > 0.0).count() {
        0 => 0.0,
        k if k > i => w.iter().map(|v| v.max(k as f32)).sum(),
        _ => 1.0,
    },
]);

chains!(reductions, 6, |i, x, w, n| [
    x.iter().copied().take(i).reduce(|a, b| a * 0.5 + b).unwrap_or(-1.0),
    x.iter().copied().skip(i).reduce(f32::max).unwrap_or(0.0),
    (0..n)
        .map(|k| w.iter().copied().map(|u| u * x[k]).reduce(f32::max).unwrap_or(0.0))
        .reduce(f32::min)
        .unwrap_or(0.0),
    x.iter().copied().take(i).last().unwrap_or(-1.0)
        + x.iter().copied().filter(|v| *v < i as f32).last().unwrap_or(-1.0),
    x.iter().copied().nth(i * 3).unwrap_or(-1.0)
        + x.iter().copied().filter(|v| *v > 0.0).nth(i).unwrap_or(-7.0),
    x.iter().copied().filter(|v| *v > i as f32).next().unwrap_or(-1.0),
]);

chains!(extremes, 11, |i, x, w, n| [
    (0..i).map(|k| (k * 5) % 7).max().unwrap_or(99) as f32,
    (0..i).map(|k| (k * 5 + 3) % 7).min().unwrap_or(99) as f32,
    x.iter().copied().take(i).max_by(|a, b| a.total_cmp(b)).unwrap_or(99.0),
    x.iter().copied().take(i).min_by(|a, b| a.partial_cmp(b).unwrap()).unwrap_or(99.0),
    x.iter().copied().skip(i).max_by(f32::total_cmp).unwrap_or(99.0),
    x.iter()
        .copied()
        .enumerate()
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map_or(99.0, |(k, v)| k as f32 * 10.0 + v),
    match w.iter().copied().enumerate().min_by(|(_, a), (_, b)| b.total_cmp(a).reverse().then(a.total_cmp(b)))
    {
        Some((k, v)) => k as f32 + v,
        None => 0.0,
    },
    (0..n + i).max_by_key(|k| k % 4).map_or(99.0, |k| k as f32),
    (0..n + i).skip(i).min_by_key(|&k| (k * 3) % 4).map_or(99.0, |k| k as f32),
    {
        let t = [(1u32, 5u32), (2, 7), (3, 7), (4, 5)];
        let a = t.iter().copied().max_by_key(|p| p.1).unwrap();
        let b = t.iter().copied().min_by_key(|p| p.1).unwrap();
        (a.0 * 10 + b.0) as f32
    },
    {
        let t = [(1u32, 5u32), (2, 7), (2, 9), (1, 50)];
        let a = t.into_iter().max().unwrap();
        (a.0 * 10 + a.1) as f32
    },
]);

chains!(searches, 5, |i, x, w, n| [
    x.iter().position(|v| *v == i as f32).map_or(-1.0, |k| k as f32),
    x.iter().filter(|v| **v > 0.0).position(|v| *v == i as f32).map_or(-1.0, |k| k as f32),
    x.iter().copied().find(|v| *v > i as f32).unwrap_or(-1.0),
    if let Some(k) = (0..n).find(|&k| x[k] > i as f32) { k as f32 } else { -1.0 },
    x.iter()
        .enumerate()
        .find_map(|(k, v)| if *v > i as f32 { Some(k as f32 * 100.0 + v) } else { None })
        .unwrap_or(-1.0),
]);

chains!(arrays_from_closures, 4, |i, x, w, n| [
    {
        let m = w.map(|v| v * 2.0 + i as f32);
        m[0] + m[3] * m[1]
    },
    {
        let m: [f32; 5] = std::array::from_fn(|k| x[k] + i as f32);
        m.iter().sum::<f32>() + m[2]
    },
    {
        let m = [1u32, 2, 3].map(|k| (k, k as f32 * 0.5));
        m.iter().map(|(k, v)| *k as f32 * v).sum::<f32>() + w.map(f32::abs).iter().sum::<f32>()
    },
    {
        let m: [[f32; 2]; 3] =
            std::array::from_fn(|r| std::array::from_fn::<f32, 2, _>(|c| (r * 2 + c) as f32 + x[c]));
        m.iter().map(|row| row.iter().product::<f32>()).sum::<f32>()
            + m.iter().flatten().copied().fold(0.0, f32::max)
    },
]);

chains!(closures_with_question_marks, 6, |i, x, w, n| [
    (0..n).filter_map(|k| Some(x[k] + k.checked_sub(i)? as f32)).sum::<f32>(),
    (0..n)
        .rev()
        .map_while(|k| {
            let rest = k.checked_sub(i)?;
            (rest != 7).then_some(x[k])
        })
        .sum::<f32>(),
    (0..n).find_map(|k| w.get(k.checked_sub(i)? + 1).map(|v| v * k as f32)).unwrap_or(-1.0),
    (0..i)
        .scan(3usize, |left, k| {
            *left = left.checked_sub(1)?;
            w.get(k + *left).copied()
        })
        .sum::<f32>(),
    std::iter::successors(Some(n), |k| Some(k.checked_sub(i + 1)? / 2)).map(|k| x[k % 4]).sum::<f32>(),
    (0..n).max().and_then(|k| w.get(k.checked_sub(9)? + i).copied()).unwrap_or(0.5),
]);
