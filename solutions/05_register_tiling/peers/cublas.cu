// cuBLAS with the lab's interface. It expects column-major matrices, and reads our row-major ones as their
// transposes. The transpose of C = A·B is B' times A', so the factors are exchanged and no data is moved.

#include <cublas_v2.h>

#include <stdexcept>

#include "lab.h"

static void check(cublasStatus_t status) {
    if (status != CUBLAS_STATUS_SUCCESS) throw std::runtime_error(cublasGetStatusString(status));
}

/// Creates a handle whose products stay in fp32: no TF32, no parts in half precision.
static cublasHandle_t make_handle() {
    cublasHandle_t handle = nullptr;
    check(cublasCreate(&handle));
    check(cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH));
    return handle;
}

extern "C" void multiply(const ProductArgs& args) {
    static const cublasHandle_t handle = make_handle();
    if (args.n == 0 || args.m == 0) return;
    const float one = 1.0f, zero = 0.0f;
    const int a_width = args.p > 0 ? args.p : 1; // a leading dimension must not be 0, even of an empty matrix
    check(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, args.m, args.n, args.p, &one, args.b, args.m, args.a,
                      a_width, &zero, args.c, args.m));
}
