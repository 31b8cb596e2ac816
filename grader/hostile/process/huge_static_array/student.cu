#include <cstring>

#include "lab.h"

static char everything[1 << 30];

extern "C" void scale(const ScaleArgs& args) {
    std::memset(everything, 1, sizeof(everything));
    args.out[0] = everything[args.n];
}
