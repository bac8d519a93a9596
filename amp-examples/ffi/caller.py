"""Calls amp's kernels from Python through ctypes. Usage: caller.py LIBRARY"""

import ctypes
import math
import sys
from array import array

amp = ctypes.CDLL(sys.argv[1])
floats = ctypes.POINTER(ctypes.c_float)
amp.amp_add_exp.argtypes = [floats, floats, floats, ctypes.c_size_t]
amp.amp_matmul.argtypes = [floats, floats, floats] + [ctypes.c_size_t] * 3
amp.amp_accelerator.restype = amp.amp_last_error.restype = ctypes.c_size_t
amp.amp_accelerator.argtypes = amp.amp_last_error.argtypes = [ctypes.c_char_p, ctypes.c_size_t]


def text(function):
    buffer = ctypes.create_string_buffer(256)
    function(buffer, len(buffer))
    return buffer.value.decode()


def call(function, *arguments):
    """Calls a function. Arrays are passed without a copy, and an error raises an exception."""
    pointers = [
        (ctypes.c_float * len(it)).from_buffer(it) if isinstance(it, array) else it for it in arguments
    ]
    if function(*pointers) != 0:
        raise RuntimeError(text(amp.amp_last_error))


def expect(holds, test):
    print(f"  {test:<52} {'ok' if holds else 'WRONG'}")
    return bool(holds)


print("Python, on", text(amp.amp_accelerator))
n = 10_000
a = array("f", (float(i) for i in range(n)))
b = array("f", (i % 10 / 10 for i in range(n)))
r = array("f", bytes(4 * n))

call(amp.amp_add_exp, a, b, r, n)
right = expect(
    all(math.isclose(r[i], a[i] + math.exp(b[i]), rel_tol=1e-4) for i in range(n)), f"{n} sums with exp"
)

m, w, k = 17, 40, 23
call(amp.amp_matmul, a, b, r, m, w, k)
sums = [sum(a[i * w + x] * b[x * k + j] for x in range(w)) for i in range(m) for j in range(k)]
right &= expect(all(math.isclose(x, y, rel_tol=1e-4) for x, y in zip(r, sums)), f"a product of {m}x{w} and {w}x{k}")

for arguments, message, test in [
    ((a, b, a, m, w, k), "overlaps", "a result that overlaps an input is refused"),
    ((a, b, None, m, w, k), "null", "a null result is refused"),
    ((a, b, r, -m, w, k), "too large", "a negative size is refused"),
    ((a, b, r, m, 0, k), "zero", "a size of zero is refused"),
]:
    try:
        call(amp.amp_matmul, *arguments)
        right &= expect(False, test)
    except RuntimeError as error:
        right &= expect(message in str(error), test)

sys.exit(not right)
