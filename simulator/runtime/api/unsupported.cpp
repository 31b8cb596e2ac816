// Reports unsupported functions.

#include <fmt/core.h>

#include <set>
#include <string>

#include "runtime/api/entry.h"

namespace simulator::runtime {

void refuse_unsupported(const char* what) {
    static std::set<std::string> told;
    if (told.insert(what).second) {
        report_unsupported(fmt::format("{} is not supported by the simulator", what));
    }
    throw ApiError(cudaErrorNotSupported);
}

} // namespace simulator::runtime
