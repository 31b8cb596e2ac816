#pragma once

/// @file
/// CUDA's errors by name.

#include <driver_types.h>

namespace simulator::protocol {

/// Returns the name of an error, for example "cudaErrorInvalidValue".
const char* name_of(cudaError_t error);
/// Returns the description of an error, for example "invalid argument".
const char* text_of(cudaError_t error);

} // namespace simulator::protocol
