#pragma once

/// @file
/// Driver functions: access to their arguments and results.

#include <algorithm>
#include <cstring>

#include "machine/core.h"
#include "machine/warp.h"

namespace simulator {

/// Returns argument @p n of a call in a lane; 0 if there is none.
template <class T> T argument(const Warp& warp, const CallLayout& call, std::size_t n, int lane) {
    T value = {};
    if (n >= call.arguments.size()) return value;
    const std::byte* const own =
        warp.local() + static_cast<std::size_t>(lane) * warp.core().launch().local_bytes;
    std::memcpy(&value, own + warp.frame().local_begin + call.arguments[n].offset,
                std::min<std::size_t>(sizeof value, call.arguments[n].bytes));
    return value;
}

/// Writes the result for the caller, if it uses one.
template <class T> void write_call_result(Warp& warp, const CallLayout& call, int lane, T value) {
    if (call.results.empty()) return;
    std::byte* const own = warp.local() + static_cast<std::size_t>(lane) * warp.core().launch().local_bytes;
    std::memcpy(own + warp.frame().local_begin + call.results[0].offset, &value,
                std::min<std::size_t>(sizeof value, call.results[0].bytes));
}

/// malloc in a kernel: allocates a block of the device heap for each lane of @p mask.
const Op* allocate_on_heap(Warp& warp, const Op* op, Mask mask, const CallLayout& call);
/// free in a kernel: frees a block of the device heap for each lane of @p mask.
const Op* free_on_heap(Warp& warp, const Op* op, Mask mask, const CallLayout& call);

} // namespace simulator
