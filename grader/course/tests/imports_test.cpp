// The imports of a build, read from its file.

#include <algorithm>
#include <fstream>
#include <random>

#include <catch2/catch_test_macros.hpp>

#include "base/files.h"
#include "course/imports.h"
#include "grading/processes/process.h"

namespace {

using namespace grader;

/// Builds a shared object from @p source with the host's compiler.
std::filesystem::path built(const TemporaryDirectory& place, const char* source) {
    std::ofstream(place.path() / "source.cpp") << source;
    const std::filesystem::path object = place.path() / "object.so";
    const ProcessResult compiler =
        run_process({{find_program("c++").string(), "-std=c++20", "-O1", "-fPIC", "-shared", "-o",
                      object.string(), (place.path() / "source.cpp").string()}},
                    60);
    REQUIRE(compiler.end.exit_code == 0);
    return object;
}

} // namespace

TEST_CASE("the imports of a build are its undefined symbols and needed libraries") {
    const TemporaryDirectory place;
    const Imports imports = read_imports(
        built(place, "#include <cmath>\nextern \"C\" double f(double x) { return std::lgamma(x); }\n"));
    const auto has = [](const std::vector<std::string>& list, const char* name) {
        return std::find(list.begin(), list.end(), name) != list.end();
    };
    CHECK(has(imports.symbols, "lgamma"));
    CHECK_FALSE(has(imports.symbols, "f"));
    CHECK(has(imports.libraries, "libm.so.6"));
    CHECK(suspicious_import(imports).empty());
}

TEST_CASE("dlsym and the driver API are suspicious imports and CUDA runtime functions are not") {
    CHECK(suspicious_import({{"libc.so.6"}, {"dlsym"}}) == "dlsym");
    CHECK(suspicious_import({{"libcuda.so.1"}, {}}) == "libcuda.so.1");
    CHECK(suspicious_import({{}, {"cudaMalloc", "cuLaunchKernel"}}) == "cuLaunchKernel");
    CHECK(suspicious_import({{}, {"cudaMalloc", "cudaLaunchKernel", "cube", "custom_sort", "cublasSgemm_v2"}})
              .empty());
}

TEST_CASE("a shared object with corrupted headers is read or rejected without a crash") {
    const TemporaryDirectory place;
    const std::string good =
        read_text(built(place, "#include <dlfcn.h>\nvoid* f() { return dlsym(nullptr, \"g\"); }\n"));
    const std::filesystem::path file = place.path() / "broken.so";
    std::mt19937 random(1);
    for (int i = 0; i < 2000; ++i) {
        std::string bytes = good;
        if (i % 4 == 0) bytes.resize(random() % bytes.size());
        // Headers and tables are at the start of the file, and contain its offsets.
        for (int change = 0; change < 8 && !bytes.empty(); ++change)
            bytes[random() % std::min<std::size_t>(bytes.size(), 4096)] = static_cast<char>(random());
        std::ofstream(file, std::ios::binary) << bytes;
        try {
            const Imports imports = read_imports(file);
            CHECK(imports.symbols.size() < 10'000'000);
        } catch (const std::runtime_error&) {
            continue;
        }
    }
}
