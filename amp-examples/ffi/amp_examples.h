/* Two of amp's example programs, for callers in C and whatever can call C.

   The kernels run on the default accelerator: a GPU if there is one, else the CPU; the environment variable
   AMP_ACCELERATOR chooses another one. Data stays with the caller. Calls may come from any thread. */

#ifndef AMP_EXAMPLES_H
#define AMP_EXAMPLES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a call returns. */
enum {
    AMP_OK = 0,      /* it is done */
    AMP_INVALID = 1, /* a pointer that is null or not aligned, a size of zero or one that no memory has (such as a
                        negative number becomes), or a result that overlaps an input */
    AMP_FAILED = 2   /* the accelerator reported an error */
};

/* r[i] = a[i] + exp(b[i]), for n elements each. */
int32_t amp_add_exp(const float *a, const float *b, float *r, size_t n);

/* c = a * b, row by row: a has m rows of w, b has w rows of n, and so c has m rows of n. */
int32_t amp_matmul(const float *a, const float *b, float *c, size_t m, size_t w, size_t n);

/* Writes the name of the accelerator that the calls run on, and returns its length. What does not fit is cut off; there
   is always a zero at the end, unless size is zero. */
size_t amp_accelerator(char *text, size_t size);

/* Writes why the last call of this thread failed, in the same way. */
size_t amp_last_error(char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
