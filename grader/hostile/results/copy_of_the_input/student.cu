#include <algorithm>

#include "lab.h"

extern "C" void scale(const ScaleArgs& args) { std::copy(args.in, args.in + args.n, args.out); }
