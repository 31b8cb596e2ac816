#pragma once

/// @file
/// The input pool of a timed run: one contiguous range of every input's endless sequence, generated once and
/// shared by both runners.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/descriptor.h"
#include "grading/runner_client/runner_client.h"
#include "kernelsmith/problem.h"

namespace grader {

/// A sealed memory file that child processes inherit.
class Pool {
public:
    /// Number of windows at which the inputs of a call may start: enough that no two calls of a measurement
    /// get the same data.
    static constexpr std::uint64_t windows = 4096;

    /// Generates every input of @p draw's case with as many threads as the machine has. The inputs will be
    /// salted if @p draw has a key. Throws EnvironmentError.
    Pool(const kernelsmith::Problem& problem, const kernelsmith::Layout& layout,
         const kernelsmith::Draw& draw);

    /// Returns the descriptor for a child to inherit. The pool closes it, so the pool must outlive the
    /// start of the child.
    [[nodiscard]] int descriptor() const { return descriptor_.get(); }
    /// Returns the size of all inputs together in bytes, which a runner maps.
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

    /// Returns the start of each input in the window @p window, and its salt with the key @p key.
    [[nodiscard]] std::vector<Window> at(std::uint64_t window, std::uint64_t key) const;

    /// Returns the bytes that a pool for @p layout takes.
    static std::size_t bytes_for(const kernelsmith::Layout& layout);

private:
    struct InputRange {
        std::size_t buffer = 0;
        std::size_t start = 0; ///< byte offset in the pool
        std::size_t elements = 0;
        std::size_t step_bytes = 0;
        kernelsmith::Salt salt = {};
    };
    static std::vector<InputRange> plan(const kernelsmith::Layout& layout, std::size_t& total);

    std::size_t bytes_ = 0; // before ranges_, whose initialization sets it
    std::vector<InputRange> ranges_;
    Descriptor descriptor_;
};

} // namespace grader
