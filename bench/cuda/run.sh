#!/usr/bin/env bash
# Builds and runs the benchmarks in CUDA. Usage: run.sh DEVICE quick|usual|large > FILE, then bench --join FILE.
set -euo pipefail
cd "$(dirname "$0")"
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
nvcc -O3 -std=c++17 -arch=native -o "$built/bench" bench.cu -lcublas
"$built/bench" "${1:-}" "${2:-usual}"
