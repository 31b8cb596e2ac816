#pragma once

/// @file
/// A folder for the files of one test.

#include <filesystem>
#include <stdexcept>
#include <string>

#include <cstdlib>

namespace simulator::tests {

/// Empty at the start, and gone with this.
struct Folder {
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "simulator-test-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder " + name);
        path = name;
    }
    ~Folder() { std::filesystem::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::filesystem::path path; ///< where it is
};

} // namespace simulator::tests
