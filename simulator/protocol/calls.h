#pragma once

/// @file
/// The calls that a program can send to its device process, by number.

#include <cstdint>

namespace simulator::protocol {

/// Number of a call, in the order of calls.def.
enum class CallId : std::uint16_t {
/// @cond
#define CALL(name) name,
#define PLAIN(name) name,
#define MESSAGE(name) name,
/// @endcond
#include "protocol/calls.def"
    count, ///< number of calls
};

/// Returns whether a launch that the device has accepted stays accepted after @p call: true for PLAIN calls.
constexpr bool keeps_launches_accepted(CallId call) {
    switch (call) {
/// @cond
#define CALL(name)
#define PLAIN(name) case CallId::name:
#define MESSAGE(name)
/// @endcond
#include "protocol/calls.def"
        return true;
        default: return false;
    }
}

} // namespace simulator::protocol
