#pragma once

/// @file
/// One measurement at a time on a device, across all users of a machine.

#include <functional>
#include <string>

#include "grading/backend/backend.h"

namespace grader {

/// What the lock of @p device is called: no two cards of a machine have the same.
std::string lock_name(const DeviceFacts& device);

/// Holds the device called @p name until destroyed. Not copyable: it owns the lock file's descriptor.
class DeviceLock {
public:
    /// Takes the lock; calls @p waiting once when somebody else holds it.
    DeviceLock(const std::string& name, const std::function<void()>& waiting);
    DeviceLock(const DeviceLock&) = delete;
    DeviceLock& operator=(const DeviceLock&) = delete;
    ~DeviceLock();

private:
    int descriptor_ = -1;
};

} // namespace grader
