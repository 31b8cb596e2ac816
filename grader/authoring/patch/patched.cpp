#include "authoring/patch/patched.h"

#include <fmt/core.h>

#include "authoring/patch/patch.h"
#include "base/files.h"

namespace grader {

namespace fs = std::filesystem;

bool is_patch(const fs::path& file) { return file.extension() == ".patch"; }

fs::path solution_of(const fs::path& file) {
    return fs::absolute(file).lexically_normal().parent_path().parent_path() / "student.cu";
}

std::string patched_text(const fs::path& file, const fs::path& solution) {
    try {
        return apply_patch(read_patch(read_text(file)), read_text(solution));
    } catch (const PatchError& error) {
        throw PatchError(error.line(), fmt::format("{}:{}: it does not fit {}: {}", file.string(),
                                                   error.line(), solution.string(), error.what()));
    }
}

} // namespace grader
