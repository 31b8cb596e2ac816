#include "kernelsmith/check.h"
#include "lab.h"

extern "C" void scale(const ScaleArgs&) { CUDA_CHECK(cudaSetDevice(7)); }
