#include "course/bare_repository.h"

namespace grader {

bool is_bare_repository(const std::filesystem::path& place) {
    namespace fs = std::filesystem;
    std::error_code problem;
    return place.extension() == ".git" && fs::is_directory(fs::symlink_status(place, problem)) &&
           fs::exists(fs::symlink_status(place / "HEAD", problem)) &&
           fs::is_directory(fs::symlink_status(place / "objects", problem));
}

} // namespace grader
