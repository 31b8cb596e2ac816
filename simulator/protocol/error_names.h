#pragma once

/// @file
/// CUDA's errors by name.

#include <driver_types.h>

namespace simulator::protocol {

/// "cudaErrorInvalidValue"
const char* name_of(cudaError_t error);
/// "invalid argument"
const char* text_of(cudaError_t error);

} // namespace simulator::protocol
