#include "lab.h"

extern "C" void scale(const ScaleArgs&) {
    // Stops at two gigabytes, even if no limit is enforced.
    constexpr std::size_t chunk = 16 << 20;
    for (int i = 0; i < 128; ++i) {
        volatile char* const memory = new char[chunk];
        for (std::size_t at = 0; at < chunk; at += 4096) memory[at] = 1;
    }
}
