#pragma once

/// @file
/// Descriptions of the memory that an address belongs to.

#include <cstdint>
#include <functional>
#include <string>

#include "memory/device_memory.h"
#include "message/message.h"

namespace simulator {

/// Converts the return address of a call into a location that a student knows, such as "main()" or
/// "scale.cu:31"; "" if there is none.
using CallerText = std::function<std::string(const void* caller)>;

namespace checks {

using kernelsmith::Message;
using kernelsmith::MessageKind;

/// Describes addresses of global memory in messages.
class AddressDescriber {
public:
    /// @p memory must outlive the object. An empty @p caller describes no calls.
    AddressDescriber(const DeviceMemory& memory, CallerText caller)
        : memory_(&memory), caller_(std::move(caller)) {}

    /// Describes an address inside an allocation: "byte 16 of the 4000 bytes that cudaMalloc number 2 gave"
    [[nodiscard]] Message inside(const Allocation& allocation, Address address) const;
    /// Describes an address past an allocation: "12 bytes behind the 4000 bytes that cudaMalloc number 2
    /// gave"
    [[nodiscard]] Message outside(const Allocation& allocation, Address address) const;
    /// Describes an address in freed memory, with the calls that allocated and freed it.
    [[nodiscard]] Message freed(const Allocation& allocation, Address address) const;
    /// Names an allocation: "the 4000 bytes that cudaMalloc number 2 gave"
    [[nodiscard]] Message name(const Allocation& allocation) const;

    /// Returns the memory whose addresses are described.
    [[nodiscard]] const DeviceMemory& memory() const { return *memory_; }

private:
    [[nodiscard]] Message call(const CallSite& site) const;

    const DeviceMemory* memory_;
    CallerText caller_;
};

} // namespace checks
} // namespace simulator
