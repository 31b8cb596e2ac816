#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "loading/ptxas.h"
#include "program/process.h"
#include "runtime/supported.h"

namespace {

namespace fs = std::filesystem;
using namespace simulator::runtime;

/// Returns the symbols that a library defines, with their versions.
std::set<std::string> exports_of(const fs::path& library) {
    std::istringstream lines(run_process({"nm", "-D", "--defined-only", library.string()}).output);
    std::set<std::string> names;
    for (std::string address, type, name; lines >> address >> type >> name;) {
        names.insert(name);
    }
    return names;
}

fs::path our_library() {
    return fs::read_symlink("/proc/self/exe").parent_path().parent_path() / "lib/simulator/libcudart.so.13";
}

/// Returns the symbols without their versions.
std::set<std::string> names_of_ours() {
    std::set<std::string> names;
    for (const std::string& name : exports_of(our_library())) {
        if (const std::size_t version = name.find("@@"); version != std::string::npos) {
            names.insert(name.substr(0, version));
        }
    }
    return names;
}

TEST_CASE("the library has exactly the names of the runtime that it replaces", "[runtime]") {
    const fs::path ours = our_library();
    const auto ptxas = find_ptxas();
    const fs::path theirs = ptxas ? ptxas->parent_path().parent_path() / "lib64/libcudart.so.13" : fs::path();
    if (!fs::exists(theirs)) {
        SKIP("the toolkit has no shared runtime here");
    }
    REQUIRE(fs::exists(ours));
    const std::set<std::string> names = exports_of(ours);
    CHECK(names == exports_of(theirs));
    CHECK(names.contains("cudaMalloc@@libcudart.so.13"));
}

TEST_CASE("each function that is listed as different exists and is supported", "[runtime]") {
    const std::set<std::string> names = names_of_ours();
    std::set<std::string> refused;
#define UNSUPPORTED(name) refused.insert(#name);
#include "protocol/unsupported.def"
#undef UNSUPPORTED
#define DIFFERS(name, how)        \
    CHECK(names.contains(#name)); \
    CHECK_FALSE(refused.contains(#name));
#include "protocol/differs.def"
}

TEST_CASE("docs/supported_runtime.md equals the page generated from the library", "[runtime]") {
    const fs::path file = fs::path(KERNELSMITH_SOURCE_DIR) / "docs/supported_runtime.md";
    const std::string page = supported_runtime_page(names_of_ours());
    CHECK(page.find("| `cudaMalloc` | yes |") != std::string::npos);
    CHECK(page.find("| `cudaMallocMipmappedArray` | **no**: `cudaErrorNotSupported` |") != std::string::npos);
    CHECK(page.find("| `cudaProfilerStop` | changes nothing: all launches are in the report |") !=
          std::string::npos);
    CHECK(page.find("_ptsz`") == std::string::npos);
    const char* approve = std::getenv("KERNELSMITH_APPROVE");
    if (approve != nullptr && std::string_view(approve) == "1") {
        std::ofstream(file, std::ios::binary) << page;
        WARN("wrote " << file.string());
    }
    INFO("with KERNELSMITH_APPROVE=1 in the environment this test writes " << file.string());
    std::ifstream stored(file, std::ios::binary);
    REQUIRE(stored.is_open());
    std::ostringstream text;
    text << stored.rdbuf();
    CHECK(text.str() == page);
}

} // namespace
