/* A C program that calls amp's kernels. `run.sh` builds and runs it. */

#include "amp_examples.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 100000, ROWS = 33, INNER = 70, COLUMNS = 45 };

static int failures = 0;

static void expect(int holds, const char *test) {
    printf("  %-52s %s\n", test, holds ? "ok" : "WRONG");
    failures += !holds;
}

static void expect_invalid(int status, const char *message, const char *test) {
    char text[256];
    amp_last_error(text, sizeof text);
    expect(status == AMP_INVALID && strcmp(text, message) == 0, test);
}

/* A pointer that is not aligned for floats. */
static const float *unaligned(const float *a) { return (const float *)(const void *)((const char *)a + 1); }

static int close_to(float a, float b) { return fabsf(a - b) <= 1e-4f * fmaxf(fabsf(a), fabsf(b)); }

int main(void) {
    char text[256];
    amp_accelerator(text, sizeof text);
    printf("C, on %s\n", text);

    float *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *r = malloc(N * sizeof *r);
    if (!a || !b || !r) {
        return 2;
    }
    for (int i = 0; i < N; i++) {
        a[i] = (float)i;
        b[i] = (float)(i % 10) / 10.0f;
    }
    int right = amp_add_exp(a, b, r, N) == AMP_OK;
    for (int i = 0; i < N; i++) {
        right &= close_to(r[i], a[i] + expf(b[i]));
    }
    expect(right, "100000 sums with exp");

    right = amp_matmul(a, b, r, ROWS, INNER, COLUMNS) == AMP_OK;
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++) {
            float sum = 0.0f;
            for (int k = 0; k < INNER; k++) {
                sum += a[i * INNER + k] * b[k * COLUMNS + j];
            }
            right &= close_to(r[i * COLUMNS + j], sum);
        }
    }
    expect(right, "a product of 33x70 and 70x45");

    expect_invalid(amp_add_exp(NULL, b, r, N), "a pointer is null", "a null pointer is refused");
    expect_invalid(amp_matmul(a, b, NULL, 2, 2, 2), "a pointer is null", "a null result is refused");
    expect_invalid(amp_add_exp(unaligned(a), b, r, N - 1), "a pointer is not aligned for floats", "an unaligned pointer is refused");
    expect_invalid(amp_add_exp(a, b, r, 0), "a size is zero", "a size of zero is refused");
    expect_invalid(amp_matmul(a, b, r, 3, 0, 3), "a size is zero", "matrices without columns are refused");
    expect_invalid(amp_add_exp(a, b, r, (size_t)-1), "the sizes are too large", "a negative size is refused");
    expect_invalid(amp_matmul(a, b, r, (size_t)-3, 2, 2), "the sizes are too large", "a negative number of rows is refused");
    expect_invalid(amp_add_exp(a, b, a, N), "the result overlaps an input", "a result that overlaps an input is refused");
    expect_invalid(amp_add_exp(a, b, b + 9, N - 9), "the result overlaps an input", "a result that overlaps part of an input is refused");
    size_t length = amp_last_error(text, 4);
    expect(length > 3 && strcmp(text, "the") == 0, "a long message is truncated");
    expect(amp_last_error(NULL, 9) == length && amp_last_error(text, 0) == length, "the length is returned without a buffer");
    right = amp_add_exp(a, b, r, 1) == AMP_OK && amp_last_error(text, sizeof text) == 0 && strcmp(text, "") == 0;
    expect(right, "a successful call clears the message");

    free(a);
    free(b);
    free(r);
    return failures != 0;
}
