#pragma once

/// @file
/// Which memory an address belongs to.

#include <cstdint>
#include <functional>
#include <string>

#include "memory/device_memory.h"
#include "message/message.h"

namespace simulator {

/// Turns the return address of a call into something a student knows, such as "main()" or "scale.cu:31"; ""
/// where that cannot be had.
using CallerText = std::function<std::string(const void* caller)>;

namespace checks {

using kernelsmith::Message;
using kernelsmith::MessageKind;

/// Describes addresses of global memory.
class AddressDescriber {
public:
    /// @p memory has to outlive it. An empty @p caller knows no calls.
    AddressDescriber(const DeviceMemory& memory, CallerText caller)
        : memory_(&memory), caller_(std::move(caller)) {}

    /// "byte 16 of the 4000 bytes that cudaMalloc number 2 gave"
    [[nodiscard]] Message inside(const Allocation& allocation, Address address) const;
    /// "12 bytes behind the 4000 bytes that cudaMalloc number 2 gave"
    [[nodiscard]] Message outside(const Allocation& allocation, Address address) const;
    /// For freed memory, who gave it and who took it.
    [[nodiscard]] Message freed(const Allocation& allocation, Address address) const;
    /// "the 4000 bytes that cudaMalloc number 2 gave"
    [[nodiscard]] Message name(const Allocation& allocation) const;

    /// The memory that it describes.
    [[nodiscard]] const DeviceMemory& memory() const { return *memory_; }

private:
    [[nodiscard]] Message call(const CallSite& site) const;

    const DeviceMemory* memory_;
    CallerText caller_;
};

} // namespace checks
} // namespace simulator
