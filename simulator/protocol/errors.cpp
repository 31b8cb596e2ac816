#include "protocol/errors.h"

namespace simulator::runtime {

cudaError_t ErrorState::error_before_call(Need need) {
    if (need == Need::nothing) {
        return cudaSuccess;
    }
    const std::lock_guard lock(mutex_);
    if (lost_) {
        return cudaErrorDevicesUnavailable;
    }
    return reported_ ? *fault_ : cudaSuccess;
}

cudaError_t ErrorState::report_fault() {
    const std::lock_guard lock(mutex_);
    reported_ = reported_ || fault_.has_value();
    return reported_ ? *fault_ : cudaSuccess;
}

cudaError_t ErrorState::fault_code() const {
    const std::lock_guard lock(mutex_);
    return fault_.value_or(cudaSuccess);
}

void ErrorState::fault(cudaError_t error) {
    const std::lock_guard lock(mutex_);
    if (!fault_) {
        fault_ = error;
    }
}

void ErrorState::reset() {
    const std::lock_guard lock(mutex_);
    lost_ = lost_ || fault_.has_value();
}

} // namespace simulator::runtime
