#pragma once

/// @file
/// Says in words what an address belongs to.

#include <cstdint>
#include <functional>
#include <string>

#include "memory/device_memory.h"

namespace simulator {

/// Turns the return address of a call into something a student knows, such as "main()" or "scale.cu:31"; ""
/// where that cannot be had.
using CallerText = std::function<std::string(const void* caller)>;

namespace checks {

/// Describes addresses of global memory.
class Where {
public:
    /// @p memory has to outlive it. An empty @p caller knows no calls.
    Where(const DeviceMemory& memory, CallerText caller) : memory_(&memory), caller_(std::move(caller)) {}

    /// "byte 16 of the 4000 bytes that cudaMalloc number 2 gave"
    [[nodiscard]] std::string inside(const Allocation& allocation, Address address) const;
    /// "12 bytes behind the 4000 bytes that cudaMalloc number 2 gave"
    [[nodiscard]] std::string outside(const Allocation& allocation, Address address) const;
    /// For freed memory, who gave it and who took it.
    [[nodiscard]] std::string freed(const Allocation& allocation, Address address) const;
    /// "the 4000 bytes that cudaMalloc number 2 gave"
    [[nodiscard]] std::string name(const Allocation& allocation) const;

    /// The memory that it describes.
    [[nodiscard]] const DeviceMemory& memory() const { return *memory_; }

private:
    [[nodiscard]] std::string call(const CallSite& site) const;

    const DeviceMemory* memory_;
    CallerText caller_;
};

} // namespace checks
} // namespace simulator
