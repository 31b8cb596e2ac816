// The error that is asked for, not returned.

#include "runtime/api/entry.h"

using namespace simulator::runtime;

cudaError_t cudaGetLastError() { return ErrorState::take(); }

cudaError_t cudaPeekAtLastError() { return ErrorState::peek(); }

const char* cudaGetErrorName(cudaError_t error) { return name_of(error); }

const char* cudaGetErrorString(cudaError_t error) { return text_of(error); }
