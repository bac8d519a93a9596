//! Sets of times as lists of intervals: unions, lengths and common parts.

/// The union of intervals: sorted and without overlap.
pub(super) fn merged(mut intervals: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    intervals.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut union: Vec<(f64, f64)> = Vec::new();
    for (start, end) in intervals {
        match union.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => union.push((start, end)),
        }
    }
    union
}

/// The sum of the lengths of intervals.
pub(super) fn length(intervals: &[(f64, f64)]) -> f64 {
    intervals.iter().map(|(start, end)| end - start).sum()
}

/// The length of the common part of two lists of sorted intervals.
pub(super) fn common(a: &[(f64, f64)], b: &[(f64, f64)]) -> f64 {
    let (mut total, mut i, mut j) = (0.0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        total += (x.1.min(y.1) - x.0.max(y.0)).max(0.0);
        if x.1 < y.1 {
            i += 1;
        } else {
            j += 1;
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_merged_and_intersected() {
        let union = merged(vec![(5.0, 6.0), (0.0, 2.0), (1.0, 3.0)]);
        assert_eq!(union, [(0.0, 3.0), (5.0, 6.0)]);
        assert_eq!(length(&union), 4.0);
        assert_eq!(common(&union, &[(2.0, 5.5)]), 1.5);
    }
}
