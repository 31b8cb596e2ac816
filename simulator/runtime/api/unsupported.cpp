// Entry points of CUDA that the simulator does not have. They are all there, so that a program that has one
// in it can be loaded and run as far as it does not call it.

#include <fmt/core.h>

#include <set>
#include <string>

#include "runtime/api/entry.h"

namespace simulator::runtime {

void refuse_unsupported(const char* what) {
    static std::set<std::string> told;
    if (told.insert(what).second) {
        say_cannot_run(fmt::format("{} is not supported by the simulator", what));
    }
    throw Refusal(cudaErrorNotSupported);
}

namespace {

cudaError_t refuse(const char* name) {
    return answer(
        Need::nothing, [name](Runtime&) { refuse_unsupported(name); }, name);
}

} // namespace
} // namespace simulator::runtime

// Declared elsewhere with their parameters, which do not matter here: the caller puts them away itself.
#define UNSUPPORTED(name)                                     \
    extern "C" cudaError_t simulator_##name() __asm__(#name); \
    cudaError_t simulator_##name() { return simulator::runtime::refuse(#name); }
#include "runtime/api/unsupported.def"
