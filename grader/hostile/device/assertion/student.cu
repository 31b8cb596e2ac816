#include <cassert>

#include "lab.h"

__global__ void sure(std::int64_t n) { assert(n < 0); }

extern "C" void scale(const ScaleArgs& args) { sure<<<1, 1>>>(args.n); }
