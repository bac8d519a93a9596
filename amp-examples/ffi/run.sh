#!/usr/bin/env bash
# Builds the library and runs both callers on the CPU, and on the GPU if AMP_REQUIRE_GPU is set. Needs a C compiler and Python 3.
# Arguments replace those of `cargo build`, `-p amp-examples-ffi`: CI names all packages, to reuse what it has built.
set -euo pipefail
cd "$(dirname "$0")"

built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
# The path of the library, from cargo's messages.
library=$(cargo build --quiet --message-format=json "${@:--pamp-examples-ffi}" |
    grep -o '"[^"]*libamp_examples_ffi\.\(so\|dylib\)"' | head -n 1 | tr -d '"')
"${CC:-cc}" -std=c99 -Wall -Wextra -Werror -o "$built/caller" caller.c "$library" -lm \
    -Wl,-rpath,"$(dirname "$library")"

for accelerator in cpu ${AMP_REQUIRE_GPU:+gpu}; do
    AMP_ACCELERATOR=$accelerator "$built/caller"
    AMP_ACCELERATOR=$accelerator python3 caller.py "$library"
done
