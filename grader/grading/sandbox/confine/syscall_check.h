#pragma once

/// @file
/// How a step of the way into a room fails: with its name and what the kernel said.

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace confine {

/// The room cannot be as it was asked for, so its program is not started.
class SandboxError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Throws SandboxError where @p result is below 0, for the step that @p what names. Returns it otherwise.
template <typename Result> Result check_syscall(Result result, const std::string& what) {
    if (result < 0) throw SandboxError(what + ": " + std::strerror(errno));
    return result;
}

} // namespace confine
