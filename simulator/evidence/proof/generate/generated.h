#pragma once

/// @file
/// What generated kernels need around them.

#include <cuda_fp16.h>

#include "program.h"

/// Bits by chance from a number.
__device__ inline unsigned mixed(unsigned number) {
    number = (number ^ (number >> 16)) * 0x7feb352du;
    return number ^ (number >> 15);
}
