#include <sys/mman.h>
#include <unistd.h>

#include "lab.h"

/// A gigabyte in a file that no process has mapped, and that therefore counts for no process.
static void hide_a_gigabyte() {
    static char some[1 << 20];
    const int file = memfd_create("hidden", 0);
    for (int i = 0; i < 1024; ++i)
        if (write(file, some, sizeof(some)) < 0) return;
    sleep(2);
}

extern "C" void scale(const ScaleArgs& args) {
    if (args.n == 1) hide_a_gigabyte();
    for (std::int64_t i = 0; i < args.n; ++i) args.out[i] = 2 * args.in[i] + 1;
}
