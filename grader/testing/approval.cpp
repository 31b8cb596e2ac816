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

} // namespace

void check_approved(const std::string& name, const std::string& text) {
    const auto file =
        std::filesystem::path(KERNELSMITH_SOURCE_DIR) / "grader/testing/approved" / (name + ".txt");
    INFO("approved text: " << file.string() << "; grader/testing/README.md says how to approve of another");
    if (approving()) {
        std::ofstream(file, std::ios::binary) << text;
        WARN("approved of " << name);
    }
    std::ifstream stored(file, std::ios::binary);
    REQUIRE(stored.is_open());
    std::ostringstream approved;
    approved << stored.rdbuf();
    CHECK(text == approved.str());
}
