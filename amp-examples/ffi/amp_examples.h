/* A C interface to two of amp's example programs.

   The kernels run on the default accelerator: a GPU if there is one, else the CPU. The environment variable
   AMP_ACCELERATOR selects another one. Data stays in the caller's memory. All functions are thread-safe. */

#ifndef AMP_EXAMPLES_H
#define AMP_EXAMPLES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The status of a call. */
enum {
    AMP_OK = 0,      /* success */
    AMP_INVALID = 1, /* an argument is invalid: a null or unaligned pointer, a size of zero, a size that exceeds the
                        address space (as a converted negative number does), or an overlapping result */
    AMP_FAILED = 2   /* the accelerator reported an error */
};

/* r[i] = a[i] + exp(b[i]), for n elements each. */
int32_t amp_add_exp(const float *a, const float *b, float *r, size_t n);

/* c = a * b, row by row: a has m rows of w, b has w rows of n, and so c has m rows of n. */
int32_t amp_matmul(const float *a, const float *b, float *c, size_t m, size_t w, size_t n);

/* Writes the name of the accelerator that calls use, and returns its length. A longer text is truncated. The text ends
   with a zero byte unless size is zero. */
size_t amp_accelerator(char *text, size_t size);

/* Writes the error message of the last call of this thread, in the same way. It is empty after a success. */
size_t amp_last_error(char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
