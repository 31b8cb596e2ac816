#include <algorithm>

#include "lab.h"

extern "C" void scale(const ScaleArgs& args) { std::fill(args.out, args.out + args.n, 0.0f); }
