#include "authoring/patch/patched_source.h"

#include "authoring/patch/patched.h"
#include "base/files.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Creates a symbolic link in @p other to everything in @p folder, under the same name.
void link_all(const fs::path& folder, const fs::path& other) {
    std::error_code known_already;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        fs::create_symlink(fs::absolute(entry.path()), other / entry.path().filename(), known_already);
}

} // namespace

fs::path whole_source(const Backend& backend, const Lab& lab, const fs::path& file) {
    if (!is_patch(file) || !fs::is_regular_file(file)) return file;
    const fs::path solution = solution_of(file);
    const std::string text = patched_text(file, solution);
    const fs::path folder = backend.compile_job(file, lab, {}).cache_entry += "_patched";
    fs::create_directories(folder);
    link_all(solution.parent_path(), folder);
    fs::path source = folder / file.filename().replace_extension(".cu");
    write_if_changed(source, text);
    return source;
}

} // namespace grader
