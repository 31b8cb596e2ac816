#include "protocol/errors.h"

#include <dlfcn.h>

#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <string>

#include "loading/ptxas.h"

namespace {

using namespace simulator::runtime;

TEST_CASE("errors have the names and the texts that CUDA gives them", "[runtime]") {
    CHECK(std::string(name_of(cudaErrorIllegalAddress)) == "cudaErrorIllegalAddress");
    CHECK(std::string(text_of(cudaErrorIllegalAddress)) == "an illegal memory access was encountered");
    CHECK(std::string(name_of(static_cast<cudaError_t>(12345))) == "unrecognized error code");
}

TEST_CASE("all errors read as in the toolkit's own runtime", "[runtime]") {
    const auto ptxas = find_ptxas();
    const std::filesystem::path folder = ptxas ? ptxas->parent_path().parent_path() : "";
    void* library = dlopen((folder / "lib64/libcudart.so.13").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        SKIP("the toolkit has no shared runtime here");
    }
    using Text = const char* (*)(cudaError_t);
    const auto their_name = reinterpret_cast<Text>(dlsym(library, "cudaGetErrorName"));
    const auto their_text = reinterpret_cast<Text>(dlsym(library, "cudaGetErrorString"));
    for (int code = 0; code < 2000; ++code) {
        const auto error = static_cast<cudaError_t>(code);
        CAPTURE(code);
        CHECK(std::string(name_of(error)) == their_name(error));
        CHECK(std::string(text_of(error)) == their_text(error));
    }
}

TEST_CASE("a fault is returned when the program waits and by every call from then on", "[runtime]") {
    ErrorState errors;
    CHECK(errors.error_before_call(Need::idle_gpu) == cudaSuccess);
    errors.fault(cudaErrorIllegalAddress);
    errors.fault(cudaErrorAssert);
    CHECK(errors.faulted());
    CHECK(errors.error_before_call(Need::gpu) == cudaSuccess);
    CHECK(errors.report_fault() == cudaErrorIllegalAddress);
    CHECK(errors.error_before_call(Need::gpu) == cudaErrorIllegalAddress);
    CHECK(errors.error_before_call(Need::nothing) == cudaSuccess);
}

TEST_CASE("a reset does not bring a faulted GPU back", "[runtime]") {
    ErrorState healthy;
    healthy.reset();
    CHECK(healthy.error_before_call(Need::gpu) == cudaSuccess);

    ErrorState errors;
    errors.fault(cudaErrorIllegalAddress);
    errors.reset();
    CHECK(errors.error_before_call(Need::gpu) == cudaErrorDevicesUnavailable);
    CHECK(errors.error_before_call(Need::nothing) == cudaSuccess);
}

} // namespace
