#include "ptx/supported.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch_test_macros.hpp>

#include "ptx/form.h"

TEST_CASE("the page of supported instructions has a line for each row", "[ptx]") {
    const std::string page = simulator::ptx::supported_instructions_page();
    for (const auto& row : simulator::ptx::forms()) {
        INFO(row.id);
        CHECK(page.find("| `" + std::string(row.mnemonic) + "` |") != std::string::npos);
    }
    CHECK(page.find("| `fma` | `{.rn\\|.rz\\|.rm\\|.rp}[.ftz][.sat].f32` | `d, a, b, c` | d = a \\* b + c, "
                    "rounded once |") != std::string::npos);
}

TEST_CASE("docs/supported_instructions.md equals the page generated from the instruction forms", "[ptx]") {
    const auto file = std::filesystem::path(KERNELSMITH_SOURCE_DIR) / "docs/supported_instructions.md";
    const char* approve = std::getenv("KERNELSMITH_APPROVE");
    if (approve != nullptr && std::string_view(approve) == "1") {
        std::ofstream(file, std::ios::binary) << simulator::ptx::supported_instructions_page();
        WARN("wrote " << file.string());
    }
    INFO("with KERNELSMITH_APPROVE=1 in the environment this test writes " << file.string());
    std::ifstream stored(file, std::ios::binary);
    REQUIRE(stored.is_open());
    std::ostringstream text;
    text << stored.rdbuf();
    CHECK(text.str() == simulator::ptx::supported_instructions_page());
}
