#include "kernelsmith/check.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <unistd.h>

#include "gpu.h"

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;
using kernelsmith::CudaError;

namespace {

__global__ void do_nothing() {}

/// Returns what @p act writes to stderr.
template <typename Act> std::string captured_stderr(Act act) {
    std::FILE* file = std::tmpfile();
    REQUIRE(file != nullptr);
    const int saved = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    act();
    std::fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);

    std::string text;
    std::rewind(file);
    for (int character = std::fgetc(file); character != EOF; character = std::fgetc(file)) {
        text += static_cast<char>(character);
    }
    std::fclose(file);
    return text;
}

/// Returns the error that @p act throws.
template <typename Act> CudaError thrown_by(Act act) {
    try {
        act();
    } catch (const CudaError& error) {
        return error;
    }
    FAIL("no CudaError was thrown");
    std::abort();
}

int evaluations = 0;

cudaError_t count_evaluation(cudaError_t result) {
    ++evaluations;
    return result;
}

} // namespace

TEST_CASE("CUDA_CHECK lets success pass", "[check]") {
    evaluations = 0;
    CUDA_CHECK(count_evaluation(cudaSuccess));
    CHECK(evaluations == 1);
}

TEST_CASE("CUDA_CHECK throws an error with the call and its reason and location", "[check]") {
    evaluations = 0;
    const int line = __LINE__ + 1;
    const CudaError error = thrown_by([] { CUDA_CHECK(count_evaluation(cudaErrorMemoryAllocation)); });

    CHECK(evaluations == 1);
    CHECK(error.code() == cudaErrorMemoryAllocation);
    CHECK(std::string(error.expression()) == "count_evaluation(cudaErrorMemoryAllocation)");
    CHECK_THAT(error.file(), EndsWith("tests/check_test.cu"));
    CHECK(error.line() == line);
    CHECK(std::string(error.what()) == "count_evaluation(cudaErrorMemoryAllocation) failed: out of memory "
                                       "(cudaErrorMemoryAllocation) at check_test.cu:" +
                                           std::to_string(line));
}

TEST_CASE("CUDA_CHECK takes an expression with commas, and CudaError is an exception", "[check]") {
    STATIC_CHECK(std::is_base_of_v<std::exception, CudaError>);
    CHECK_THROWS_AS(CUDA_CHECK(std::is_same_v<int, int> ? cudaErrorInvalidValue : cudaSuccess), CudaError);
}

TEST_CASE("an error has its location however long the expression is", "[check]") {
    const std::string expression(1000, 'x');
    const std::string what = CudaError(cudaErrorInvalidValue, expression.c_str(), "/a/student.cu", 42).what();
    CHECK_THAT(what, StartsWith("xxx"));
    CHECK_THAT(what, EndsWith("x failed: invalid argument (cudaErrorInvalidValue) at student.cu:42"));
}

TEST_CASE("CUDA_CHECK reports a failing CUDA call with and without a GPU", "[check]") {
    const CudaError error = thrown_by([] { CUDA_CHECK(cudaSetDevice(-1)); });
    CHECK_THAT(error.what(), StartsWith("cudaSetDevice(-1) failed: "));
    CHECK_THAT(error.what(), ContainsSubstring(cudaGetErrorName(error.code())));
}

TEST_CASE("CUDA_CHECK_LAUNCH names the launch", "[check]") {
    static_cast<void>(cudaSetDevice(-1)); // leaves an error in the runtime, as a failed launch does
    const int line = __LINE__ + 1;
    const CudaError error = thrown_by([] { CUDA_CHECK_LAUNCH(); });
    CHECK(std::string(error.expression()) == "kernel launch");
    CHECK(error.line() == line);
    CHECK_THAT(error.what(), StartsWith("kernel launch failed: "));
}

TEST_CASE("CUDA_CHECK_NOTHROW writes one line to stderr and throws nothing", "[check]") {
    const int line = __LINE__ + 1;
    const std::string text = captured_stderr([] { CUDA_CHECK_NOTHROW(cudaErrorInvalidValue); });
    CHECK(text == "cudaErrorInvalidValue failed: invalid argument (cudaErrorInvalidValue) at check_test.cu:" +
                      std::to_string(line) + "\n");
    CHECK(noexcept(kernelsmith::report_cuda(cudaSuccess, "", "", 0)));
}

TEST_CASE("CUDA_CHECK_NOTHROW is silent on success", "[check]") {
    CHECK(captured_stderr([] { CUDA_CHECK_NOTHROW(cudaSuccess); }).empty());
}

TEST_CASE("file_name is what follows the last slash", "[check]") {
    CHECK(std::string(kernelsmith::file_name("/a/b/student.cu")) == "student.cu");
    CHECK(std::string(kernelsmith::file_name("student.cu")) == "student.cu");
}

TEST_CASE("CUDA_CHECK_LAUNCH distinguishes a refused launch from a valid one", "[check]") {
    require_gpu();
    do_nothing<<<1, 32>>>();
    CHECK_NOTHROW(CUDA_CHECK_LAUNCH());

    do_nothing<<<1, 4096>>>();
    CHECK_THROWS_AS(CUDA_CHECK_LAUNCH(), CudaError);
    CHECK_NOTHROW(CUDA_CHECK_LAUNCH());
    CUDA_CHECK(cudaDeviceSynchronize());
}

TEST_CASE("a failed call is not blamed on the next launch", "[check]") {
    require_gpu();
    void* memory = nullptr;
    SECTION("after CUDA_CHECK") {
        const CudaError error = thrown_by([&] { CUDA_CHECK(cudaMalloc(&memory, ~0ULL)); });
        CHECK(error.code() == cudaErrorMemoryAllocation);
    }
    SECTION("after CUDA_CHECK_NOTHROW") {
        const std::string text = captured_stderr([&] { CUDA_CHECK_NOTHROW(cudaMalloc(&memory, ~0ULL)); });
        CHECK_THAT(text, ContainsSubstring("(cudaErrorMemoryAllocation)"));
    }
    CHECK(cudaPeekAtLastError() == cudaSuccess);
    do_nothing<<<1, 1>>>();
    CHECK_NOTHROW(CUDA_CHECK_LAUNCH());
    CUDA_CHECK(cudaDeviceSynchronize());
}
