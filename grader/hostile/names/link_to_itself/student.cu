// This file is correct; the hostile part is around it.
#include "lab.h"

extern "C" void scale(const ScaleArgs& args) {
    for (std::int64_t i = 0; i < args.n; ++i) args.out[i] = 2 * args.in[i] + 1;
}
