#include "host_product.h"

static float* page_locked() {
    float* memory = nullptr;
    CUDA_CHECK(cudaMallocHost(&memory, most * sizeof(float)));
    return memory;
}

extern "C" void multiply(const ProductArgs& args) {
    static float *const a_there = page_locked(), *const b_there = page_locked(),
                        *const c_there = page_locked();
    multiply_on_host(args, a_there, b_there, c_there);
}
