#include <cstdlib>

#include "lab.h"

extern "C" void scale(const ScaleArgs& args) {
    if (args.n > 100'000) std::abort();
    for (std::int64_t i = 0; i < args.n; ++i) args.out[i] = 2 * args.in[i] + 1;
}
