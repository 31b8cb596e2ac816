// The vendor's library with this lab's interface, in fp32 without tensor cores: the speed that the hardware allows.
// cuBLAS matrices are column-major, so it takes our A for A', B for B' and C for C'; and C' = B'·A'.

#include <cublas_v2.h>

#include <stdexcept>

#include "lab.h"

static void require(cublasStatus_t status) {
    if (status != CUBLAS_STATUS_SUCCESS) throw std::runtime_error(cublasGetStatusString(status));
}

static cublasHandle_t fp32_handle() {
    cublasHandle_t handle = nullptr;
    require(cublasCreate(&handle));
    require(cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH)); // no TF32
    return handle;
}

extern "C" void multiply(const ProductArgs& args) {
    static const cublasHandle_t handle = fp32_handle();
    if (args.n == 0 || args.m == 0) return;
    const float one = 1.0f;
    const float zero = 0.0f;
    const int a_pitch = args.p == 0 ? 1 : args.p; // cuBLAS rejects 0, even for an empty matrix
    require(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, args.m, args.n, args.p, &one, args.b, args.m,
                        args.a, a_pitch, &zero, args.c, args.m));
}
