#include "approval.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch_test_macros.hpp>

namespace {

bool approving() {
    const char* value = std::getenv("KERNELSMITH_APPROVE");
    return value != nullptr && std::string(value) == "1";
}

void check_file(const std::filesystem::path& file, const std::string& text) {
    if (approving()) {
        std::ofstream(file, std::ios::binary) << text;
        WARN("wrote " << file.string());
    }
    std::ifstream stored(file, std::ios::binary);
    REQUIRE(stored.is_open());
    std::ostringstream content;
    content << stored.rdbuf();
    CHECK(text == content.str());
}

} // namespace

void check_approved(const std::string& name, const std::string& text) {
    const auto file =
        std::filesystem::path(KERNELSMITH_SOURCE_DIR) / "grader/testing/approved" / (name + ".txt");
    INFO("approved text: " << file.string() << "; grader/testing/README.md explains how to approve another");
    check_file(file, text);
}

void check_generated(const std::string& path, const std::string& text) {
    INFO("generated page: " << path << "; KERNELSMITH_APPROVE=1 writes it");
    check_file(std::filesystem::path(KERNELSMITH_SOURCE_DIR) / path, text);
}
