#!/usr/bin/env bash
# Measures with the programs that cannot live in the benchmark's process, and puts them into its tables: CubeCL (its first
# build takes minutes), and CUDA where there is `nvcc`. bench/peers.sh [quick|usual|large] [further arguments of bench]
set -euo pipefail
cd "$(dirname "$0")/.."
scale=${1:-usual}
shift || true

lines=$(mktemp)
trap 'rm -f "$lines"' EXIT
cargo build --release -p bench
bench() { cargo run --quiet --release -p bench -- "$@"; }
device=$(bench devices | head -n 1)

# Each backend that CubeCL was built with: BENCH_CUBECL="wgpu,cuda" builds and runs both.
backends=${BENCH_CUBECL:-wgpu}
if ! (cd bench/cubecl && cargo build --release --no-default-features --features "$backends"); then
    echo "CubeCL was not built" >&2
    backends=
fi
for backend in ${backends//,/ }; do
    case $backend in
        cpu) on=CPU ;;
        *) on=$device ;;
    esac
    (cd bench/cubecl && cargo run --quiet --release --no-default-features --features "$backends" -- \
        "$on" "$scale" "$backend") >>"$lines" || echo "CubeCL on $backend stopped" >&2
done

if command -v nvcc >/dev/null; then
    bench/cuda/run.sh "$device" "$scale" >>"$lines" || echo "CUDA stopped" >&2
fi

case $scale in
    usual) bench all --join "$lines" "$@" ;;
    *) bench all "--$scale" --join "$lines" "$@" ;;
esac
