#include <cstdlib>

#include "lab.h"

int main() { std::abort(); }
extern "C" long recv(int, void*, unsigned long, int) { std::abort(); }
extern "C" long send(int, const void*, unsigned long, int) { std::abort(); }
extern "C" int poll(void*, unsigned long, int) { std::abort(); }

extern "C" void scale(const ScaleArgs& args) {
    for (std::int64_t i = 0; i < args.n; ++i) args.out[i] = 2 * args.in[i] + 1;
}
