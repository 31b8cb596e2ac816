#include <cmath>

#include "lab.h"

extern "C" void scale(const ScaleArgs& args) {
    for (std::int64_t i = 0; i < args.n; ++i) args.out[i] = i % 2 == 0 ? NAN : 2 * args.in[i] + 1;
}
