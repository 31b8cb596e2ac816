#pragma once

/// @file
/// The inputs of a timed run: one stretch of every input's endless sequence, made once, shared by both
/// runners.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/descriptor.h"
#include "grading/runner_client/runner_client.h"
#include "kernelsmith/problem.h"

namespace grader {

/// A sealed block of memory that child processes inherit.
class Pool {
public:
    /// Windows that a repeat may start at: enough that no turn of a measurement meets the content of
    /// another.
    static constexpr std::uint64_t windows = 4096;

    /// Generates every input of @p draw's case, to be salted where that has a key, with as many threads as the machine has. Throws
    /// EnvironmentError.
    Pool(const kernelsmith::Problem& problem, const kernelsmith::Layout& layout,
         const kernelsmith::Draw& draw);

    /// For a child to inherit. The pool closes it, so it has to outlive the child's start.
    [[nodiscard]] int descriptor() const { return descriptor_.get(); }
    /// Of all inputs together: what a runner has to map.
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

    /// Where each input starts when the repeat's window is @p window, and how it is salted when its key is @p key.
    [[nodiscard]] std::vector<Window> at(std::uint64_t window, std::uint64_t key) const;

    /// Bytes a pool for @p layout takes.
    static std::size_t bytes_for(const kernelsmith::Layout& layout);

private:
    struct InputRange {
        std::size_t buffer = 0;
        std::size_t start = 0; ///< byte in the pool
        std::size_t elements = 0;
        std::size_t step_bytes = 0;
        kernelsmith::Salt salt = {};
    };
    static std::vector<InputRange> plan(const kernelsmith::Layout& layout, std::size_t& total);

    std::size_t bytes_ = 0; // before the stretches, whose planning sets it
    std::vector<InputRange> ranges_;
    Descriptor descriptor_;
};

} // namespace grader
