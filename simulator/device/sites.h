#pragma once

/// @file
/// Call sites in the program, as it announces them.

#include <cstdint>
#include <mutex>
#include <vector>

#include "program/call_site.h"
#include "protocol/wire.h"

namespace simulator::device {

/// Call sites of one program, by the numbers that it assigns.
class Sites {
public:
    /// Adds a site that the program announces. The numbers count up from 1.
    void add(protocol::Reader& in);
    /// Returns the site with a number; null if there is none.
    const runtime::CallChain* at(std::uint32_t number);

private:
    std::mutex mutex_;
    std::vector<const runtime::CallChain*> sites_;
};

} // namespace simulator::device
