#include "runtime/say.h"

#include <cstdio>

namespace simulator::runtime {

void say(std::string_view text) {
    // The program's own output comes first where both go to one place.
    std::fflush(stdout);
    std::fprintf(stderr, "simulate: %.*s\n", static_cast<int>(text.size()), text.data());
}

} // namespace simulator::runtime
