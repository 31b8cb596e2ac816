#pragma once

/// @file
/// A temporary folder for the files of one test.

#include <filesystem>
#include <stdexcept>
#include <string>

#include <cstdlib>

namespace simulator::tests {

/// Creates an empty folder, and deletes it with its contents in the destructor.
struct TemporaryFolder {
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "simulator-test-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder " + name);
        path = name;
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::filesystem::path path; ///< path of the folder
};

} // namespace simulator::tests
