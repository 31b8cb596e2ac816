#pragma once

/// @file
/// CUDA's errors, and the sticky error after which a GPU does not recover.

#include <driver_types.h>

#include <mutex>
#include <new>
#include <optional>
#include <string>

#include "protocol/error_names.h"

namespace simulator::runtime {

using protocol::name_of;
using protocol::text_of;

/// Thrown if a call must return an error. It is caught in the library and never reaches the program.
class ApiError {
public:
    /// Makes the call return @p code.
    explicit ApiError(cudaError_t code) : code_(code) {}
    /// Returns the error that the call returns.
    [[nodiscard]] cudaError_t code() const { return code_; }

private:
    cudaError_t code_;
};

/// Throws an ApiError with @p otherwise unless @p condition holds.
inline void require(bool condition, cudaError_t otherwise = cudaErrorInvalidValue) {
    if (!condition) {
        throw ApiError(otherwise);
    }
}

/// Requirement of a call on the GPU, which decides what the call returns after a kernel has faulted.
enum class Need {
    nothing, ///< returns as if no fault had happened
    gpu,     ///< fails once a fault has been reported to the program
    result,  ///< fails likewise; it waits for some work, which reports the fault
    idle_gpu ///< waits for all work first, which reports the fault
};

/// The sticky error of the GPU. Thread-safe.
class ErrorState {
public:
    /// Returns the error with which a call of this need fails before it begins, or cudaSuccess.
    cudaError_t error_before_call(Need need);
    /// Marks the fault as reported, because the program has waited for the GPU, and returns it; cudaSuccess
    /// if there was none.
    cudaError_t report_fault();
    /// Records that a kernel faulted. Only the first fault counts.
    void fault(cudaError_t error);
    /// Returns whether a kernel faulted, after which no more work runs.
    [[nodiscard]] bool faulted() const { return fault_code() != cudaSuccess; }
    /// Returns the fault, or cudaSuccess if there was none.
    [[nodiscard]] cudaError_t fault_code() const;
    /// For cudaDeviceReset. The process has lost a GPU on which a kernel faulted.
    void reset();

private:
    mutable std::mutex mutex_;
    std::optional<cudaError_t> fault_;
    bool reported_ = false;
    bool lost_ = false;
};

} // namespace simulator::runtime
