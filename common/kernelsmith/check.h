#pragma once

/// @file
/// CUDA calls whose errors cannot be overlooked: an error becomes an exception with the call, the reason and
/// the location.

#include <cuda_runtime_api.h>

// Every source of the course includes this file, so it includes no <string>, which would add half to nvcc's
// compile time.
#include <cstdio>
#include <cstring>
#include <exception>

namespace kernelsmith {

/// Returns the file name at the end of a path, for a message.
inline const char* file_name(const char* path) {
    const char* slash = std::strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/// A CUDA call that failed.
///
/// what() reads `cudaMalloc(&p, n) failed: out of memory (cudaErrorMemoryAllocation) at student.cu:42`.
class CudaError : public std::exception {
public:
    /// Thrown by CUDA_CHECK and CUDA_CHECK_LAUNCH. @p expression and @p file are string literals, not copied.
    CudaError(cudaError_t code, const char* expression, const char* file, int line)
        : code_(code), expression_(expression), file_(file), line_(line) {
        // Each part is bounded, so that the location always fits, however long the expression is.
        std::snprintf(what_, sizeof(what_), "%.240s failed: %.100s (%.60s) at %.80s:%d", expression,
                      cudaGetErrorString(code), cudaGetErrorName(code), file_name(file), line);
    }

    /// Returns the complete message.
    [[nodiscard]] const char* what() const noexcept override { return what_; }
    /// Returns the error code of the call.
    [[nodiscard]] cudaError_t code() const noexcept { return code_; }
    /// Returns the call as the source spells it; `kernel launch` for a launch.
    [[nodiscard]] const char* expression() const noexcept { return expression_; }
    /// Returns the source file, with the path that the compiler was given.
    [[nodiscard]] const char* file() const noexcept { return file_; }
    /// Returns the line in file().
    [[nodiscard]] int line() const noexcept { return line_; }

private:
    cudaError_t code_;
    const char* expression_;
    const char* file_;
    int line_;
    char what_[512] = {};
};

/// Implements CUDA_CHECK. The runtime also keeps each error for cudaGetLastError(). The exception reports
/// this error, so it is cleared there; otherwise the next launch would be blamed for it.
inline void check_cuda(cudaError_t code, const char* expression, const char* file, int line) {
    if (code == cudaSuccess) return;
    cudaGetLastError();
    throw CudaError(code, expression, file, line);
}

/// Implements CUDA_CHECK_NOTHROW.
inline void report_cuda(cudaError_t code, const char* expression, const char* file, int line) noexcept {
    if (code == cudaSuccess) return;
    cudaGetLastError();
    std::fprintf(stderr, "%s failed: %s (%s) at %s:%d\n", expression, cudaGetErrorString(code),
                 cudaGetErrorName(code), file_name(file), line);
}

} // namespace kernelsmith

/// Makes a CUDA call, or evaluates a cudaError_t, and throws kernelsmith::CudaError unless the result is
/// cudaSuccess.
///
/// @code
/// CUDA_CHECK(cudaMemset(counts, 0, bytes));
/// @endcode
#define CUDA_CHECK(...) ::kernelsmith::check_cuda((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

/// Checks the launch in the line above, because `<<<>>>` returns no error code. Throws kernelsmith::CudaError
/// if the launch failed: a block too large, too much shared memory, no code for this GPU.
///
/// @code
/// scale<<<blocks, threads>>>(out, in, n);
/// CUDA_CHECK_LAUNCH();
/// @endcode
///
/// @note The kernel runs later. An error inside it, such as an invalid address, is reported by the next call
/// which waits for the GPU, and every later CUDA call fails.
#define CUDA_CHECK_LAUNCH() ::kernelsmith::check_cuda(cudaGetLastError(), "kernel launch", __FILE__, __LINE__)

/// Like CUDA_CHECK, for destructors: never throws, and writes one line to stderr instead. An exception that
/// left a destructor would end the program and hide the first error.
#define CUDA_CHECK_NOTHROW(...) ::kernelsmith::report_cuda((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
