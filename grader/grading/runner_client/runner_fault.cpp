#include "grading/runner_client/runner_fault.h"

#include <string_view>

#include <fmt/core.h>

namespace grader {

std::string explain(const RunnerFault& fault, const std::string& entry) {
    if (fault.kind == "symbol")
        return fmt::format(
            "it does not define {}; the function must keep the name and form that lab.h gives it", entry);
    if (fault.kind == "load") return fmt::format("it cannot be loaded: {}", fault.what());
    if (fault.kind == "conduct") return fault.what();
    if (fault.kind == "exception") return fmt::format("it threw: {}", fault.what());
    if (fault.kind == "unheard")
        return fmt::format("a call failed, and the program did not look at its error: {}", fault.what());
    if (fault.kind == "memory")
        return fmt::format(
            "no memory is left for the buffers of the next call, and a process without it gets "
            "them ({}): what the function allocates, it frees before it returns",
            fault.what());
    return fmt::format("the device reports: {}", fault.what());
}

std::string advice_on(const RunnerFault& fault) {
    const bool refused = std::string_view(fault.what()).find("kernel launch failed: invalid argument") !=
                         std::string_view::npos;
    if (fault.kind == "exception" && refused)
        return "CUDA refuses a launch for one of its numbers: a block has 1 to 1024 threads, and at "
               "most 48 KB of shared memory unless cudaFuncSetAttribute allows more; a grid has at "
               "least one block, and at most 65535 in y and in z.";
    if (fault.kind != "unheard") return {};
    return "A launch that fails says nothing by itself. With CUDA_CHECK_LAUNCH(); behind each launch you are "
           "told which one it is, and where.";
}

} // namespace grader
