//! The library of algorithms, compared with rayon, std and tuned crates: a sum, a scan, a selection, sorts, a reduction by
//! key, a histogram and a matrix product.

use std::sync::Arc;

use amp::op;
use amp::prelude::*;
use amp_algorithms as alg;
use amp_examples::harness::{Verdict, Work, close, data as inputs, same};
use rayon::prelude::*;
use rdst::RadixSort;
use voracious_radix_sort::RadixSort as _;

use super::matmul::{Sample, by_gemm};
use super::{CHUNK, Case};
use crate::comparison::{BenchResult, Comparison};
use crate::setup::{CPU, Setup, data, host, kernels, message};

pub(super) const CASE: Case = Case {
    name: "algorithms",
    summary: "amp-algorithms: sum, scan, selection, sorts, reduction by key, histogram, matrix product",
    other_process: false,
    compare,
};

/// The bins of the histogram.
const BINS: usize = 256;

fn compare(setup: &Setup, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let n = setup.pick(1 << 16, 1 << 24, 1 << 28);
    let source = Arc::new(data(inputs::fill(&[n], 1, |random| random))?);
    sum(setup, n, measure)?;
    scan(setup, &source, measure)?;
    select(setup, &source, measure)?;
    sort(setup, &source, measure)?;
    sort_by(setup, &source, measure)?;
    sort_pairs(setup, &source, measure)?;
    reduce_by_key(setup, &source, measure)?;
    histogram(setup, &source, measure)?;
    matrix_product(setup, measure)
}

/// The data on an accelerator.
fn on_queue<T: GpuType>(queue: &AcceleratorView, data: &[T]) -> BenchResult<Arc<Array<T>>> {
    Array::from_slice_on(queue, data.len(), data).map(Arc::new).map_err(message)
}

/// Zeros on an accelerator.
fn zeros<T: GpuType>(queue: &AcceleratorView, n: usize) -> BenchResult<Array<T>> {
    Array::new_on(queue, n).map_err(message)
}

/// A sum with 32 independent partial sums. A compiler may not reorder float additions, so it cannot vectorise a
/// single sum.
fn sum_of_chunk(chunk: &[f32]) -> f32 {
    let mut sums = [0.0f32; 32];
    let (whole, rest) = chunk.as_chunks::<32>();
    for lanes in whole {
        sums.iter_mut().zip(lanes).for_each(|(sum, x)| *sum += x);
    }
    sums.iter().sum::<f32>() + rest.iter().sum::<f32>()
}

fn sum(setup: &Setup, n: usize, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let xs = data(inputs::floats(&[n], 1))?;
    let expected = xs.iter().map(|&x| f64::from(x)).sum::<f64>() as f32;
    let judge = |sum: &[f32]| close(&sum[..1], &[expected]);
    let mut comparison = Comparison::new("algorithms, sum", n, Work::Bytes(4.0 * n as f64));
    if setup.has_cpu() {
        let run = |sum: &mut f32| *sum = xs.par_chunks(CHUNK).map(sum_of_chunk).sum();
        comparison.add(CPU, "rayon, 32 partial sums", host(0.0, run, |sum| judge(&[*sum])));
        let run = |sum: &mut f32| *sum = xs.par_iter().sum();
        comparison.add(CPU, "rayon, par_iter().sum()", host(0.0, run, |sum| judge(&[*sum])));
    }
    for (label, on) in setup.accelerators() {
        let x = on_queue(on, &xs)?;
        let run = move |_: &AcceleratorView, sum: &mut Array<f32>| alg::sum_into(&*x, sum);
        let judge = move |sum: &Array<f32>| Ok(judge(&sum.to_vec()?));
        comparison.add(label, "amp", kernels(on, zeros(on, 1)?, run, judge));
    }
    measure(comparison);
    Ok(())
}

fn scan(setup: &Setup, source: &[u32], measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let n = source.len();
    let serial = |out: &mut [u32]| {
        let mut sum = 0u32;
        out.iter_mut().zip(source).for_each(|(out, v)| {
            *out = sum;
            sum = sum.wrapping_add(*v);
        });
    };
    let mut expected = vec![0; n];
    serial(&mut expected);
    let judge = |out: &[u32]| same(out, &expected);
    let mut comparison = Comparison::new("algorithms, exclusive scan", n, Work::Bytes(8.0 * n as f64));
    if setup.has_cpu() {
        comparison.add(CPU, "a serial loop", host(vec![0; n], |out| serial(out), |out| judge(out)));
        let two_passes = |out: &mut Vec<u32>| {
            let size = n.div_ceil(4 * rayon::current_num_threads()).max(1);
            let total = |chunk: &[u32]| chunk.iter().fold(0u32, |a, b| a.wrapping_add(*b));
            let totals: Vec<u32> = source.par_chunks(size).map(total).collect();
            let start = |sum: &mut u32, v: &u32| {
                let next = sum.wrapping_add(*v);
                Some(std::mem::replace(sum, next))
            };
            let starts: Vec<u32> = totals.iter().scan(0, start).collect();
            out.par_chunks_mut(size).zip(source.par_chunks(size)).zip(starts).for_each(
                |((out, chunk), mut sum)| {
                    for (out, v) in out.iter_mut().zip(chunk) {
                        *out = sum;
                        sum = sum.wrapping_add(*v);
                    }
                },
            );
        };
        comparison.add(CPU, "rayon, two passes", host(vec![0; n], two_passes, |out| judge(out)));
    }
    for (label, on) in setup.accelerators() {
        let x = on_queue(on, source)?;
        let run = move |_: &AcceleratorView, out: &mut Array<u32>| {
            alg::exclusive_scan_into(&*x, 0, op!(|a, b| a.wrapping_add(b)), out)
        };
        let judge = move |out: &Array<u32>| Ok(judge(&out.to_vec()?));
        comparison.add(label, "amp", kernels(on, zeros(on, n)?, run, judge));
    }
    measure(comparison);
    Ok(())
}

fn select(setup: &Setup, source: &[u32], measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let (n, limit) = (source.len(), 1 << 31);
    let expected: Vec<u32> = source.iter().copied().filter(|v| *v > limit).collect();
    let judge = |out: &[u32]| same(&out[..expected.len().min(out.len())], &expected);
    let bytes = 4.0 * (n + expected.len()) as f64;
    let mut comparison = Comparison::new("algorithms, selection of one half", n, Work::Bytes(bytes));
    if setup.has_cpu() {
        let filter = |out: &mut Vec<u32>| *out = source.iter().copied().filter(|v| *v > limit).collect();
        comparison.add(CPU, "std, filter and collect", host(Vec::new(), filter, |out: &Vec<u32>| judge(out)));
        let parts = |out: &mut Vec<u32>| {
            let size = n.div_ceil(4 * rayon::current_num_threads()).max(1);
            let kept = |chunk: &[u32]| chunk.iter().copied().filter(|v| *v > limit).collect();
            let parts: Vec<Vec<u32>> = source.par_chunks(size).map(kept).collect();
            *out = parts.concat();
        };
        comparison.add(CPU, "rayon, parts", host(Vec::new(), parts, |out: &Vec<u32>| judge(out)));
    }
    for (label, on) in setup.accelerators() {
        let (x, mut count) = (on_queue(on, source)?, zeros(on, 1)?);
        let run = move |_: &AcceleratorView, out: &mut Array<u32>| {
            alg::select_into(&*x, op!(|v| v > limit), out, &mut count)
        };
        let judge = move |out: &Array<u32>| Ok(judge(&out.to_vec()?));
        comparison.add(label, "amp", kernels(on, zeros(on, n)?, run, judge));
    }
    measure(comparison);
    Ok(())
}

/// A sort of the standard library or of rayon.
type Sort = fn(&mut [u32]);

fn sort(setup: &Setup, source: &[u32], measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let n = source.len();
    let mut expected = source.to_vec();
    expected.par_sort_unstable();
    let judge = |out: &[u32]| same(out, &expected);
    let mut comparison = Comparison::new("algorithms, sort with a copy", n, Work::Items(n as f64, "Gkey/s"));
    if setup.has_cpu() {
        let sorts: [(&str, Sort); 6] = [
            ("rdst", |x| x.radix_sort_unstable()),
            ("voracious, threads", |x| x.voracious_mt_sort(rayon::current_num_threads())),
            ("radsort, one thread", |x| radsort::sort(x)),
            ("std, unstable", |x| x.sort_unstable()),
            ("rayon, unstable", |x| x.par_sort_unstable()),
            ("rayon, stable", |x| x.par_sort()),
        ];
        for (name, sort) in sorts {
            let run = move |out: &mut Vec<u32>| {
                out.copy_from_slice(source);
                sort(out);
            };
            comparison.add(CPU, name, host(vec![0; n], run, |out: &Vec<u32>| judge(out)));
        }
    }
    for (label, on) in setup.accelerators() {
        let x = on_queue(on, source)?;
        let run = move |_: &AcceleratorView, out: &mut Array<u32>| {
            alg::map_into(&*x, op!(|v| v), out)?;
            alg::sort(out)
        };
        let judge = move |out: &Array<u32>| Ok(judge(&out.to_vec()?));
        comparison.add(label, "amp", kernels(on, zeros(on, n)?, run, judge));
    }
    measure(comparison);
    Ok(())
}

/// A stable sort by a comparison function, which a radix sort by keys cannot replace.
fn sort_by(setup: &Setup, source: &[u32], measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let source = &source[..source.len() / 8];
    let n = source.len();
    let less = |a: &u32, b: &u32| (a % 64).cmp(&(b % 64)).then(b.cmp(a));
    let mut expected = source.to_vec();
    expected.par_sort_by(less);
    let judge = |out: &[u32]| same(out, &expected);
    let mut comparison =
        Comparison::new("algorithms, sort by a comparison", n, Work::Items(n as f64, "Gkey/s"));
    if setup.has_cpu() {
        let run = |out: &mut Vec<u32>| {
            out.copy_from_slice(source);
            out.par_sort_by(less);
        };
        comparison.add(CPU, "rayon, stable", host(vec![0; n], run, |out: &Vec<u32>| judge(out)));
        let run = |out: &mut Vec<u32>| {
            out.copy_from_slice(source);
            out.sort_by(less);
        };
        comparison.add(CPU, "std, stable", host(vec![0; n], run, |out: &Vec<u32>| judge(out)));
    }
    for (label, on) in setup.accelerators() {
        let x = on_queue(on, source)?;
        let run = move |_: &AcceleratorView, out: &mut Array<u32>| {
            alg::map_into(&*x, op!(|v| v), out)?;
            alg::sort_by(out, op!(|a, b| a % 64 < b % 64 || (a % 64 == b % 64 && a > b)))
        };
        let judge = move |out: &Array<u32>| Ok(judge(&out.to_vec()?));
        comparison.add(label, "amp", kernels(on, zeros(on, n)?, run, judge));
    }
    measure(comparison);
    Ok(())
}

/// A sort of pairs by their first component.
type SortPairs = fn(&mut [(u32, u32)]);

/// Sorts keys with values. The library `amp_algorithms` takes two arrays, the other libraries take an array of
/// pairs.
fn sort_pairs(setup: &Setup, source: &[u32], measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let n = source.len();
    let pairs: Vec<(u32, u32)> = source.iter().copied().zip(0..n as u32).collect();
    let mut sorted = pairs.clone();
    sorted.par_sort();
    let expected: Vec<u32> = sorted.iter().map(|(_, value)| *value).collect();
    let judge =
        |out: &[(u32, u32)]| same(&out.iter().map(|(_, value)| *value).collect::<Vec<_>>(), &expected);
    let mut comparison = Comparison::new("algorithms, sort of pairs", n, Work::Items(n as f64, "Gkey/s"));
    if setup.has_cpu() {
        let sorts: [(&str, SortPairs); 3] = [
            ("radsort, one thread", |x| radsort::sort_by_key(x, |pair| pair.0)),
            ("rayon, stable", |x| x.par_sort_by_key(|pair| pair.0)),
            ("std, stable", |x| x.sort_by_key(|pair| pair.0)),
        ];
        let pairs = &pairs[..];
        for (name, sort) in sorts {
            let run = move |out: &mut Vec<(u32, u32)>| {
                out.copy_from_slice(pairs);
                sort(out);
            };
            comparison.add(CPU, name, host(vec![(0, 0); n], run, |out: &Vec<(u32, u32)>| judge(out)));
        }
    }
    for (label, on) in setup.accelerators() {
        let x = on_queue(on, source)?;
        let mut keys = zeros(on, n)?;
        let run = move |_: &AcceleratorView, out: &mut Array<u32>| {
            alg::map_into(&*x, op!(|v| v), &mut keys)?;
            alg::sequence_into(n, 0, 1, out)?;
            alg::sort_pairs(&mut keys, out)
        };
        let expected = &expected;
        let judge = move |out: &Array<u32>| Ok(same(&out.to_vec()?, expected));
        comparison.add(label, "amp", kernels(on, zeros(on, n)?, run, judge));
    }
    measure(comparison);
    Ok(())
}

/// The sum of each run of equal keys in a chunk.
fn sums_of_runs(keys: &[u32], values: &[u32]) -> Vec<(u32, u32)> {
    let mut sums: Vec<(u32, u32)> = Vec::new();
    for (key, value) in keys.iter().zip(values) {
        match sums.last_mut() {
            Some((last, sum)) if last == key => *sum = sum.wrapping_add(*value),
            _ => sums.push((*key, *value)),
        }
    }
    sums
}

fn reduce_by_key(setup: &Setup, source: &[u32], measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let n = source.len();
    // Runs of about eight equal keys.
    let mut keys: Vec<u32> = source.iter().map(|v| v % (n as u32 / 8).max(1)).collect();
    keys.par_sort_unstable();
    let expected = sums_of_runs(&keys, source);
    let judge = |out: &[(u32, u32)]| {
        let (found, expected): (Vec<u32>, Vec<u32>) =
            out.iter().zip(&expected).map(|(a, b)| (a.1 ^ a.0, b.1 ^ b.0)).unzip();
        same(&found, &expected)
    };
    let mut comparison =
        Comparison::new("algorithms, reduction by key", n, Work::Bytes(8.0 * (n + expected.len()) as f64));
    if setup.has_cpu() {
        let parts = |out: &mut Vec<(u32, u32)>| {
            let size = n.div_ceil(4 * rayon::current_num_threads()).max(1);
            let parts: Vec<Vec<(u32, u32)>> = keys
                .par_chunks(size)
                .zip(source.par_chunks(size))
                .map(|(keys, values)| sums_of_runs(keys, values))
                .collect();
            out.clear();
            for part in parts {
                let rest = match (out.last_mut(), part.first()) {
                    (Some((last, sum)), Some((key, more))) if last == key => {
                        *sum = sum.wrapping_add(*more);
                        &part[1..]
                    }
                    _ => &part[..],
                };
                out.extend_from_slice(rest);
            }
        };
        comparison.add(CPU, "rayon, parts", host(Vec::new(), parts, |out: &Vec<_>| judge(out)));
        let serial = |out: &mut Vec<(u32, u32)>| *out = sums_of_runs(&keys, source);
        comparison.add(CPU, "a serial loop", host(Vec::new(), serial, |out: &Vec<_>| judge(out)));
    }
    for (label, on) in setup.accelerators() {
        let (k, x, mut count) = (on_queue(on, &keys)?, on_queue(on, source)?, zeros(on, 1)?);
        let mut out_keys = zeros(on, n)?;
        let run = move |_: &AcceleratorView, out: &mut Array<u32>| {
            let plus = op!(|a: u32, b: u32| a.wrapping_add(b));
            alg::reduce_by_key_into(&*k, &*x, plus, &mut out_keys, out, &mut count)
        };
        let sums: Vec<u32> = expected.iter().map(|(_, sum)| *sum).collect();
        let judge = move |out: &Array<u32>| Ok(same(&out.to_vec()?[..sums.len()], &sums));
        comparison.add(label, "amp", kernels(on, zeros(on, n)?, run, judge));
    }
    measure(comparison);
    Ok(())
}

/// Counts the highest byte of each number.
fn count(chunk: &[u32]) -> [u32; BINS] {
    let mut counts = [0; BINS];
    chunk.iter().for_each(|v| counts[(v >> 24) as usize] += 1);
    counts
}

fn added(mut a: [u32; BINS], b: [u32; BINS]) -> [u32; BINS] {
    a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
    a
}

fn histogram(setup: &Setup, source: &[u32], measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let n = source.len();
    let expected = count(source);
    let judge = |counts: &[u32]| -> Verdict { same(counts, &expected) };
    let mut comparison = Comparison::new("algorithms, histogram of 256 bins", n, Work::Bytes(4.0 * n as f64));
    if setup.has_cpu() {
        comparison.add(
            CPU,
            "a serial loop",
            host([0; BINS], |counts| *counts = count(source), |counts| judge(counts)),
        );
        let run = |counts: &mut [u32; BINS]| {
            *counts = source.par_chunks(CHUNK).map(count).reduce(|| [0; BINS], added);
        };
        comparison.add(CPU, "rayon by hand", host([0; BINS], run, |counts| judge(counts)));
    }
    for (label, on) in setup.accelerators() {
        let x = on_queue(on, source)?;
        let run = move |_: &AcceleratorView, counts: &mut Array<u32>| {
            alg::histogram_by_index_into(&*x, BINS, op!(|v| v >> 24), counts)
        };
        let judge = move |counts: &Array<u32>| Ok(judge(&counts.to_vec()?));
        comparison.add(label, "amp", kernels(on, zeros(on, BINS)?, run, judge));
    }
    measure(comparison);
    Ok(())
}

fn matrix_product(setup: &Setup, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let n: usize = setup.pick(256, 1024, 4096);
    let (va, vb) = (data(inputs::floats(&[n, n], 1))?, data(inputs::floats(&[n, n], 2))?);
    let sample = Sample::new([n; 3], &va, &vb);
    let judge = |c: &[f32]| sample.judge(c);
    let mut comparison =
        Comparison::new("algorithms, matrix product", n, Work::Flops(2.0 * (n as f64).powi(3)));
    if setup.has_cpu() {
        let run = |c: &mut Vec<f32>| by_gemm(n, &va, &vb, c);
        comparison.add(CPU, "gemm", host(vec![f32::NAN; n * n], run, |c: &Vec<f32>| judge(c)));
    }
    for (label, on) in setup.accelerators() {
        let a = Array::from_slice_on(on, [n, n], &va).map_err(message)?;
        let b = Array::from_slice_on(on, [n, n], &vb).map_err(message)?;
        let c = Array::new_on(on, [n, n]).map_err(message)?;
        let run = move |_: &AcceleratorView, c: &mut Array<f32, 2>| alg::matmul_into(&a, &b, c);
        comparison.add(label, "amp", kernels(on, c, run, move |c| Ok(judge(&c.to_vec()?))));
    }
    measure(comparison);
    Ok(())
}
