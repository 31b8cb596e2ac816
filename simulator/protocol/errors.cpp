#include "protocol/errors.h"

namespace simulator::runtime {

cudaError_t ErrorState::before(Need need) {
    if (need == Need::nothing) {
        return cudaSuccess;
    }
    const std::lock_guard lock(mutex_);
    if (lost_) {
        return cudaErrorDevicesUnavailable;
    }
    return told_ ? *fault_ : cudaSuccess;
}

cudaError_t ErrorState::hear() {
    const std::lock_guard lock(mutex_);
    told_ = told_ || fault_.has_value();
    return told_ ? *fault_ : cudaSuccess;
}

cudaError_t ErrorState::what() const {
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
