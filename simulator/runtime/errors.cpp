#include "runtime/errors.h"

#include "runtime/unheard.h"

namespace simulator::runtime {

namespace {

thread_local cudaError_t last_error = cudaSuccess;

constexpr const char* unknown = "unrecognized error code";

} // namespace

const char* name_of(cudaError_t error) {
    switch (error) {
#define ERROR(name, text) \
    case name:            \
        return #name;
#include "runtime/error_names.def"
#undef ERROR
        default: return unknown;
    }
}

const char* text_of(cudaError_t error) {
    switch (error) {
#define ERROR(name, text) \
    case name:            \
        return text;
#include "runtime/error_names.def"
#undef ERROR
        default: return unknown;
    }
}

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

cudaError_t ErrorState::remember(cudaError_t error) {
    // That something is not ready is an answer, as an H200 has it.
    if (error != cudaSuccess && error != cudaErrorNotReady) {
        last_error = error;
    }
    return error;
}

cudaError_t ErrorState::peek() {
    if (last_error != cudaSuccess) {
        heard_of_errors();
    }
    return last_error;
}

cudaError_t ErrorState::take() {
    const cudaError_t last = peek();
    last_error = cudaSuccess;
    return last;
}

} // namespace simulator::runtime
