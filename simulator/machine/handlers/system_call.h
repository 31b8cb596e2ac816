#pragma once

/// @file
/// Functions of the driver: how they take what a call hands over, and give something back.

#include <algorithm>
#include <cstring>

#include "machine/core.h"
#include "machine/warp.h"

namespace simulator {

/// Argument @p n of a call, as a lane has handed it over; 0 where there is none.
template <class T> T argument(const Warp& warp, const CallLayout& call, std::size_t n, int lane) {
    T value = {};
    if (n >= call.arguments.size()) return value;
    const std::byte* const own =
        warp.local() + static_cast<std::size_t>(lane) * warp.core().launch().local_bytes;
    std::memcpy(&value, own + warp.frame().local_begin + call.arguments[n].offset,
                std::min<std::size_t>(sizeof value, call.arguments[n].bytes));
    return value;
}

/// Gives the caller a result, if it takes one.
template <class T> void write_call_result(Warp& warp, const CallLayout& call, int lane, T value) {
    if (call.results.empty()) return;
    std::byte* const own = warp.local() + static_cast<std::size_t>(lane) * warp.core().launch().local_bytes;
    std::memcpy(own + warp.frame().local_begin + call.results[0].offset, &value,
                std::min<std::size_t>(sizeof value, call.results[0].bytes));
}

/// malloc in a kernel: a block of the device's heap for each lane of @p mask.
const Op* allocate_on_heap(Warp& warp, const Op* op, Mask mask, const CallLayout& call);
/// free in a kernel.
const Op* free_on_heap(Warp& warp, const Op* op, Mask mask, const CallLayout& call);

} // namespace simulator
