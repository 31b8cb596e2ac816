#pragma once

/// @file
/// A folder for the files of one test.

#include <filesystem>
#include <stdexcept>
#include <string>

#include <cstdlib>

namespace simulator::tests {

/// Empty at the start, and gone with this.
struct TemporaryFolder {
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "simulator-test-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder " + name);
        path = name;
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::filesystem::path path; ///< where it is
};

} // namespace simulator::tests
