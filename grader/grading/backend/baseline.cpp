#include "grading/backend/baseline.h"

#include <fmt/core.h>

#include "base/errors.h"

namespace grader {

std::filesystem::path built_baseline(const Backend& backend, const Lab& lab) {
    const CompileResult baseline = compile(backend.compile_job(lab.baseline(), lab, {}));
    if (!baseline.ok)
        throw EnvironmentError(
            fmt::format("the baseline of {} does not compile here:\n{}", lab.id, baseline.log));
    return baseline.object;
}

} // namespace grader
