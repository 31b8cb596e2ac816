#include "host_product.h"

static float* registered() {
    static float memory[3][most];
    static int used = 0;
    CUDA_CHECK(cudaHostRegister(memory[used], sizeof(memory[used]), cudaHostRegisterMapped));
    return memory[used++];
}

extern "C" void multiply(const ProductArgs& args) {
    static float *const a_there = registered(), *const b_there = registered(), *const c_there = registered();
    multiply_on_host(args, a_there, b_there, c_there);
}
