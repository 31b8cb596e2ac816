#pragma once

/// @file
/// The calls by number.

#include <cstdint>

namespace simulator::protocol {

/// What a program asks for.
enum class CallId : std::uint16_t {
/// @cond
#define CALL(name) name,
#define PLAIN(name) name,
#define MESSAGE(name) name,
/// @endcond
#include "protocol/calls.def"
    count, ///< how many there are
};

/// Whether a launch that the device has accepted before is accepted again after such a call.
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
