#include "authoring/rules/mistakes.h"

#include "authoring/patch/patch.h"
#include "authoring/patch/patched_source.h"

namespace grader {

std::optional<std::filesystem::path> source_of(const Backend& backend, const Lab& lab,
                                               const WrongFile& wrong) {
    const std::filesystem::path file = lab.solutions / "wrong" / wrong.file;
    if (!std::filesystem::is_regular_file(file)) return std::nullopt;
    try {
        return whole_source(backend, lab, file);
    } catch (const PatchError&) {
        return std::nullopt;
    }
}

} // namespace grader
