/* A program in C that runs amp's kernels. `run.sh` builds it and runs it. */

#include "amp_examples.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 100000, ROWS = 33, INNER = 70, COLUMNS = 45 };

static int failures = 0;

static void expect(int holds, const char *what) {
    printf("  %-52s %s\n", what, holds ? "ok" : "WRONG");
    failures += !holds;
}

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

    int code = amp_add_exp(NULL, b, r, N);
    amp_last_error(text, sizeof text);
    expect(code == AMP_INVALID && strcmp(text, "a pointer is null") == 0, "a null pointer is refused");
    code = amp_add_exp(a, b, a, N);
    expect(code == AMP_INVALID, "a result over an input is refused");
    size_t length = amp_last_error(text, 4);
    expect(length > 3 && strcmp(text, "the") == 0, "a message that does not fit is cut off");

    free(a);
    free(b);
    free(r);
    return failures != 0;
}
