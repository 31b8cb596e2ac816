#pragma once

/// @file
/// Common definitions for generated kernels.

#include <cuda_fp16.h>

#include "program.h"

/// Returns pseudo-random bits from a number.
__device__ inline unsigned mixed(unsigned number) {
    number = (number ^ (number >> 16)) * 0x7feb352du;
    return number ^ (number >> 15);
}
