#!/usr/bin/env bash
# Runs the benchmark together with programs that need a process of their own, and adds their results to its tables: CubeCL
# (its first build takes minutes), and CUDA if `nvcc` is installed.
# Usage: bench/peers.sh [quick|usual|large] [further arguments of bench]
set -euo pipefail
cd "$(dirname "$0")/.."
scale=${1:-usual}
shift || true

lines=$(mktemp)
trap 'rm -f "$lines"' EXIT
cargo build --release -p bench
bench() { cargo run --quiet --release -p bench -- "$@"; }
device=$(bench devices | head -n 1)

# The back ends of CubeCL: BENCH_CUBECL="wgpu,cuda" builds and runs both.
backends=${BENCH_CUBECL:-wgpu}
if ! (cd bench/cubecl && cargo build --release --no-default-features --features "$backends"); then
    echo "the build of CubeCL failed" >&2
    backends=
fi
for backend in ${backends//,/ }; do
    case $backend in
        cpu) on=CPU ;;
        *) on=$device ;;
    esac
    (cd bench/cubecl && cargo run --quiet --release --no-default-features --features "$backends" -- \
        "$on" "$scale" "$backend") >>"$lines" || echo "CubeCL on $backend failed" >&2
done

if command -v nvcc >/dev/null; then
    bench/cuda/run.sh "$device" "$scale" >>"$lines" || echo "CUDA failed" >&2
fi

case $scale in
    usual) bench all --join "$lines" "$@" ;;
    *) bench all "--$scale" --join "$lines" "$@" ;;
esac
