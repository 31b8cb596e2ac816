#pragma once

/// @file
/// Places of calls in the program, as it announces them.

#include <cstdint>
#include <mutex>
#include <vector>

#include "program/call_site.h"
#include "protocol/wire.h"

namespace simulator::device {

/// Those of one program, by the numbers it gives them.
class Sites {
public:
    /// Takes one that the program announces. The numbers count up from 1.
    void add(protocol::Reader& in);
    /// The place with a number; null when there is none.
    const runtime::CallChain* at(std::uint32_t number);

private:
    std::mutex mutex_;
    std::vector<const runtime::CallChain*> sites_;
};

} // namespace simulator::device
