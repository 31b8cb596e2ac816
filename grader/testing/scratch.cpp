// Temporary folders of a test. Separate from the rest of the harness, which programs without Catch2 use, too.

#include <catch2/interfaces/catch_interfaces_capture.hpp>
#include <fmt/format.h>

#include "harness.h"

namespace harness {

namespace fs = std::filesystem;

fs::path scratch(const std::string& name) {
    // Tests run in parallel, and a fixture passes the same name in all tests that use it.
    const std::string test = Catch::getResultCapture().getCurrentTestName();
    const fs::path directory =
        fs::path(FIXTURE_SCRATCH) / fmt::format("{:016x}", std::hash<std::string>()(test)) / name;
    fs::remove_all(directory);
    fs::create_directories(directory);
    return directory;
}

fs::path copy_of_course(const std::string& name) {
    const fs::path to = scratch(name);
    const fs::path from = FIXTURE_COURSE;
    for (const auto& entry : fs::directory_iterator(from)) {
        const fs::path target = to / entry.path().filename();
        // A relative link would be dangling at its new place.
        if (entry.is_symlink())
            fs::create_directory_symlink(fs::canonical(entry.path()), target);
        else
            fs::copy(entry.path(), target, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    }
    return to;
}

} // namespace harness
