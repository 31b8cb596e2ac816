#pragma once

/// @file
/// Memory of the device, as one core of the host reaches it.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "machine/address_pattern.h"
#include "machine/launch_state.h"

namespace simulator {

/// A stretch of device memory and where its bytes are: what an instruction touched last, it most likely
/// touches next.
struct HostMapping {
    Address begin = 1;       ///< above the end as long as nothing has been looked up
    Address end = 0;         ///< behind the last byte
    std::ptrdiff_t host = 0; ///< add it to an address
    bool read_only = false;  ///< constant memory
};

/// Looks up where addresses lie, and remembers it for each instruction.
class CoreMemory {
public:
    /// Of a core that takes part in @p launch, which has to outlive it.
    explicit CoreMemory(LaunchState& launch)
        : launch_(launch), host_mappings_(launch.kernel.code.size()), patterns_(launch.kernel.code.size()) {}

    /// Where the bytes of [begin, end) are, if one live allocation holds them all; null otherwise. @p op is
    /// whose memory of the last answer is used.
    [[nodiscard]] const HostMapping* host_mapping(std::uint32_t op, Address begin, Address end) {
        const HostMapping& last = host_mappings_[op];
        if (begin >= last.begin && end <= last.end) [[likely]]
            return &last;
        return fill_mapping(op, begin, end);
    }
    /// Forgets all answers: memory may have been freed.
    void invalidate_mappings();

    /// How the addresses lay that instruction @p op asked for last. Null: that was never asked.
    [[nodiscard]] std::unique_ptr<AddressPattern>& pattern(std::uint32_t op) { return patterns_[op]; }

    /// A block of the heap for a thread, called for in @p line of the source; 0 where there is no room.
    [[nodiscard]] Address allocate(std::uint64_t bytes, const std::string& line);
    /// Frees one.
    FreeResult release(Address block, const std::string& line);

private:
    const HostMapping* fill_mapping(std::uint32_t op, Address begin, Address end);

    LaunchState& launch_;
    std::vector<HostMapping> host_mappings_;                ///< by instruction
    std::vector<std::unique_ptr<AddressPattern>> patterns_; ///< by instruction; null: none was needed yet
};

} // namespace simulator
