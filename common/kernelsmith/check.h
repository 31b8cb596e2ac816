#pragma once

/// @file
/// CUDA calls that cannot fail unnoticed: an error becomes an exception that says which call, why and where.

#include <cuda_runtime_api.h>

// Every source of the course includes this file, so it includes no <string>: nvcc would take half as long again.
#include <cstdio>
#include <cstring>
#include <exception>

namespace kernelsmith {

/// The file name at the end of a path, as a message to a reader should show it.
inline const char* file_name(const char* path) {
    const char* slash = std::strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/// A CUDA call that failed.
///
/// what() reads `cudaMalloc(&p, n) failed: out of memory (cudaErrorMemoryAllocation) at student.cu:42`.
class CudaError : public std::exception {
public:
    /// Made by CUDA_CHECK and CUDA_CHECK_LAUNCH. @p expression and @p file are string literals, not copied.
    CudaError(cudaError_t code, const char* expression, const char* file, int line)
        : code_(code), expression_(expression), file_(file), line_(line) {
        // With bounds, so that the place is there however long the expression is.
        std::snprintf(what_, sizeof(what_), "%.240s failed: %.100s (%.60s) at %.80s:%d", expression,
                      cudaGetErrorString(code), cudaGetErrorName(code), file_name(file), line);
    }

    /// The sentence.
    [[nodiscard]] const char* what() const noexcept override { return what_; }
    /// What the call returned.
    [[nodiscard]] cudaError_t code() const noexcept { return code_; }
    /// The call as it stands in the source; `kernel launch` for a launch.
    [[nodiscard]] const char* expression() const noexcept { return expression_; }
    /// The source file, with the path that the compiler was given.
    [[nodiscard]] const char* file() const noexcept { return file_; }
    /// The line in file().
    [[nodiscard]] int line() const noexcept { return line_; }

private:
    cudaError_t code_;
    const char* expression_;
    const char* file_;
    int line_;
    char what_[512] = {};
};

/// The function behind CUDA_CHECK. The runtime also remembers each error for cudaGetLastError(); this one has
/// been reported by the exception, so it is forgotten there, or the next launch would be blamed for it.
inline void check_cuda(cudaError_t code, const char* expression, const char* file, int line) {
    if (code == cudaSuccess) return;
    cudaGetLastError();
    throw CudaError(code, expression, file, line);
}

/// The function behind CUDA_CHECK_NOTHROW.
inline void report_cuda(cudaError_t code, const char* expression, const char* file, int line) noexcept {
    if (code == cudaSuccess) return;
    cudaGetLastError();
    std::fprintf(stderr, "%s failed: %s (%s) at %s:%d\n", expression, cudaGetErrorString(code),
                 cudaGetErrorName(code), file_name(file), line);
}

} // namespace kernelsmith

/// Makes a CUDA call, or looks at a cudaError_t, and throws kernelsmith::CudaError unless it is cudaSuccess.
///
/// @code
/// CUDA_CHECK(cudaMemset(counts, 0, bytes));
/// @endcode
#define CUDA_CHECK(...) ::kernelsmith::check_cuda((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

/// Stands right below a `<<<>>>`, which returns nothing, and throws kernelsmith::CudaError if the launch was
/// refused: a block too large, too much shared memory, no code for this GPU.
///
/// @code
/// scale<<<blocks, threads>>>(out, in, n);
/// CUDA_CHECK_LAUNCH();
/// @endcode
///
/// @note The kernel runs later. What goes wrong inside it, such as a bad address, comes out of the next call
/// that waits for the GPU, and CUDA refuses all work after that.
#define CUDA_CHECK_LAUNCH() ::kernelsmith::check_cuda(cudaGetLastError(), "kernel launch", __FILE__, __LINE__)

/// Like CUDA_CHECK, for destructors: never throws, and writes one line to stderr instead. An exception that
/// left a destructor would end the program, and nobody would learn what the first error was.
#define CUDA_CHECK_NOTHROW(...) ::kernelsmith::report_cuda((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
