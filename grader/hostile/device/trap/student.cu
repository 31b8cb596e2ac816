#include "lab.h"

__global__ void stop() { __trap(); }

extern "C" void scale(const ScaleArgs&) { stop<<<1, 1>>>(); }
