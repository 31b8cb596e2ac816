#include "lab.h"

extern "C" void scale(const ScaleArgs& args) {
    for (int pass = 0; pass < 100; ++pass)
        for (std::int64_t i = 0; i < args.n; ++i)
            static_cast<volatile float*>(args.out)[i] = 2 * args.in[i] + 1;
}
