#include <unistd.h>

#include "lab.h"

/// Allocates eighty megabytes, writes to each page, and never exits.
[[noreturn]] static void hoard() {
    constexpr std::size_t bytes = 80 << 20;
    volatile char* const memory = new char[bytes];
    for (std::size_t at = 0; at < bytes; at += 4096) memory[at] = 1;
    while (true) pause();
}

extern "C" void scale(const ScaleArgs& args) {
    if (args.n == 1) {
        for (int child = 0; child < 8; ++child)
            if (fork() == 0) hoard();
        sleep(3);
    }
    for (std::int64_t i = 0; i < args.n; ++i) args.out[i] = 2 * args.in[i] + 1;
}
