#pragma once

/// @file
/// Error reporting for the steps that build a sandbox: the name of the step and the kernel's error text.

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace confine {

/// The sandbox cannot be built as specified, so its program is not started.
class SandboxError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Throws SandboxError with the name @p what of the step if @p result is negative. Returns @p result
/// otherwise.
template <typename Result> Result check_syscall(Result result, const std::string& what) {
    if (result < 0) throw SandboxError(what + ": " + std::strerror(errno));
    return result;
}

} // namespace confine
