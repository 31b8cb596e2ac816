#pragma once

/// @file
/// A lock on a device, so that all users of a machine take turns with measurements.

#include <functional>
#include <string>

#include "grading/backend/backend.h"

namespace grader {

/// Returns the name of the lock of @p device, unique among the cards of a machine.
std::string lock_name(const DeviceFacts& device);

/// Holds a device lock until destroyed. Not copyable: it owns the descriptor of the lock file.
class DeviceLock {
public:
    /// Takes the lock @p name; calls @p waiting once if another process holds it.
    DeviceLock(const std::string& name, const std::function<void()>& waiting);
    DeviceLock(const DeviceLock&) = delete;
    DeviceLock& operator=(const DeviceLock&) = delete;
    ~DeviceLock();

private:
    int descriptor_ = -1;
};

} // namespace grader
