#include "runtime/say.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace simulator::runtime {

void say(std::string_view text) {
    // The program's own output comes first where both go to one place.
    std::fflush(stdout);
    std::fprintf(stderr, "simulate: %.*s\n", static_cast<int>(text.size()), text.data());
}

std::string demangled(const char* mangled) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(mangled, nullptr, nullptr,
                                                                               &status),
                                                           &std::free);
    std::string name = status == 0 ? text.get() : mangled;
    // nvcc puts what only one source file can see into a namespace named after the file.
    if (name.starts_with("_INTERNAL_")) {
        name.erase(0, std::min(name.find("::"), name.size() - 2) + 2);
    }
    return name;
}

} // namespace simulator::runtime
