#include <cstdint>
#define float double
#include "lab.h"

extern "C" void scale(const ScaleArgs& args) {
    for (std::int64_t i = 0; i < args.n / 2; ++i) args.out[i] = 2 * args.in[i] + 1;
}
