#include "runtime/say.h"

#include <cstdio>

namespace simulator::runtime {

void flush_output() {
    // A thread that died while it printed holds the stream for ever.
    if (ftrylockfile(stdout) == 0) {
        std::fflush(stdout);
        funlockfile(stdout);
    }
}

void say(std::string_view text) {
    flush_output();
    std::fprintf(stderr, "simulate: %.*s\n", static_cast<int>(text.size()), text.data());
}

} // namespace simulator::runtime
