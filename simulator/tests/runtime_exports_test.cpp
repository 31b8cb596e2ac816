#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>

#include "runtime/process.h"
#include "runtime/ptxas.h"

namespace {

namespace fs = std::filesystem;
using namespace simulator::runtime;

/// The names that a library defines, with their versions.
std::set<std::string> exports_of(const fs::path& library) {
    std::istringstream lines(run_process({"nm", "-D", "--defined-only", library.string()}).output);
    std::set<std::string> names;
    for (std::string address, type, name; lines >> address >> type >> name;) {
        names.insert(name);
    }
    return names;
}

TEST_CASE("the library has exactly the names of the runtime whose place it takes", "[runtime]") {
    const fs::path ours =
        fs::read_symlink("/proc/self/exe").parent_path().parent_path() / "lib/simulator/libcudart.so.13";
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

} // namespace
