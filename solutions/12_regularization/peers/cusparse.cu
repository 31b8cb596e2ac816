// NVIDIA's library with this lab's interface. Its preprocessing of the matrix runs once for all products, with
// `scratch` as its buffer, and each product is one call.

#include <cusparse.h>

#include <stdexcept>

#include "lab.h"

#ifndef ALGORITHM
#define ALGORITHM CUSPARSE_SPMV_CSR_ALG1
#endif

static void require(cusparseStatus_t status) {
    if (status != CUSPARSE_STATUS_SUCCESS) throw std::runtime_error(cusparseGetErrorString(status));
}

static cusparseHandle_t new_handle() {
    cusparseHandle_t handle = nullptr;
    require(cusparseCreate(&handle));
    return handle;
}

extern "C" void multiply(const SparseArgs& args) {
    static const cusparseHandle_t handle = new_handle(); // created once: that takes longer than many products
    if (args.rows == 0) return;
    const float one = 1.0f;
    const float zero = 0.0f;
    cusparseConstSpMatDescr_t a = nullptr;
    cusparseConstDnVecDescr_t x = nullptr;
    cusparseDnVecDescr_t y = nullptr;
    require(cusparseCreateConstCsr(&a, args.rows, args.width, args.nonzeros, args.row_offsets,
                                   args.column_indices, args.values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                   CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    std::size_t bytes = 0;
    for (long long k = 0; k < args.products; ++k) {
        require(cusparseCreateConstDnVec(&x, args.width, args.x + k * args.width, CUDA_R_32F));
        require(cusparseCreateDnVec(&y, args.rows, args.y + k * args.rows, CUDA_R_32F));
        if (k == 0) {
            require(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, x, &zero, y,
                                            CUDA_R_32F, ALGORITHM, &bytes));
            if (bytes > scratch_elements(args.rows, args.nonzeros) * sizeof(unsigned int))
                throw std::runtime_error("`scratch` is too small for cuSPARSE");
            require(cusparseSpMV_preprocess(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, x, &zero, y,
                                            CUDA_R_32F, ALGORITHM, args.scratch));
        }
        require(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, x, &zero, y, CUDA_R_32F,
                             ALGORITHM, args.scratch));
        require(cusparseDestroyDnVec(x));
        require(cusparseDestroyDnVec(y));
    }
    require(cusparseDestroySpMat(a));
}
