#include "launch_variants.h"

#include <memory>

#include <catch2/catch_test_macros.hpp>

#include "testing/bench.h"

namespace launch_variants {
namespace {

namespace fs = std::filesystem;
using grader::Backend;
using grader::Defines;

fs::path compile_variants(const Backend& backend, const Defines& defines) {
    const fs::path source = fs::path(FIXTURE_STUDENTS).parent_path() / "cuda/ways.cu";
    const grader::CompileResult result = grader::compile(backend.compile_job(source, bench::lab(), defines));
    INFO(result.log);
    REQUIRE(result.ok);
    return result.object;
}

} // namespace

const Backend& simulator() {
    static const std::unique_ptr<Backend> sim = grader::make_backend("sim", bench::places());
    return *sim;
}

const Backend& gpu() {
    static const std::unique_ptr<Backend> device = grader::make_backend("gpu", bench::places());
    if (!device->availability().usable) SKIP("no NVIDIA GPU can be used on this machine");
    return *device;
}

VariantRunner::VariantRunner(const Backend& backend, const Defines& defines)
    : object_(compile_variants(backend, defines)),
      runner_(backend.runner(), backend.limits({bench::lab().manifest.limits})) {}

double VariantRunner::call(const std::string& entry) {
    runner_.load(object_, entry);
    const double copied_bytes = runner_.call().copied_bytes;
    log_ = runner_.launches();
    return copied_bytes;
}

} // namespace launch_variants
