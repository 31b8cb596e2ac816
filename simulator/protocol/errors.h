#pragma once

/// @file
/// CUDA's errors, and the one from which a GPU does not recover.

#include <driver_types.h>

#include <mutex>
#include <new>
#include <optional>
#include <string>

#include "protocol/error_names.h"

namespace simulator::runtime {

using protocol::name_of;
using protocol::text_of;

/// A call that is answered with an error. Thrown within the library, never out of it.
class ApiError {
public:
    /// The call is answered with @p code.
    explicit ApiError(cudaError_t code) : code_(code) {}
    /// What the call returns.
    [[nodiscard]] cudaError_t code() const { return code_; }

private:
    cudaError_t code_;
};

/// Refuses the call unless @p condition holds.
inline void require(bool condition, cudaError_t otherwise = cudaErrorInvalidValue) {
    if (!condition) {
        throw ApiError(otherwise);
    }
}

/// What a call needs of the GPU, and so how it answers once a kernel has gone wrong.
enum class Need {
    nothing, ///< answers as if nothing had happened
    gpu,     ///< fails once the program has heard of the fault
    result,  ///< the same, waits for something, and so hears of the fault
    idle_gpu ///< waits for everything first, and so hears of the fault
};

/// What went wrong on the GPU. Safe to use from several threads.
class ErrorState {
public:
    /// Whether a call with this need fails before it begins, and with what.
    cudaError_t error_before_call(Need need);
    /// The program has waited for the GPU, and hears of the fault if there was one.
    cudaError_t report_fault();
    /// A kernel went wrong. The first one counts.
    void fault(cudaError_t error);
    /// Whether a kernel went wrong: nothing more runs.
    [[nodiscard]] bool faulted() const { return fault_code() != cudaSuccess; }
    /// What it was, if one did.
    [[nodiscard]] cudaError_t fault_code() const;
    /// After cudaDeviceReset. A GPU that a kernel has gone wrong on is lost to the process.
    void reset();

private:
    mutable std::mutex mutex_;
    std::optional<cudaError_t> fault_;
    bool reported_ = false;
    bool lost_ = false;
};

} // namespace simulator::runtime
