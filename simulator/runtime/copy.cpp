#include "runtime/copy.h"

#include <fmt/core.h>

#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/call_site.h"
#include "runtime/explain_address.h"
#include "runtime/pointers.h"
#include "runtime/runtime.h"
#include "runtime/submit.h"

namespace simulator::runtime {

namespace {

/// One side of a copy.
struct Side {
    const void* begin;
    bool on_device; ///< has to be memory that the GPU knows
};

bool is_empty(const Rows& rows) { return rows.width == 0 || rows.count == 0 || rows.layers == 0; }

/// Bytes from the first to behind the last. Refuses what no address space holds.
std::size_t extent(const Rows& rows, const Layout& layout) {
    const std::size_t layers = bytes_times(rows.layers - 1, layout.layer);
    const std::size_t before = bytes_plus(layers, bytes_times(rows.count - 1, layout.pitch));
    return bytes_plus(before, rows.width);
}

/// Tells about a range that begins in no live memory of the device, where that says what is wrong with it.
void note_wrong_begin(Runtime& runtime, Side side, const char* does, const void* caller) {
    const Address begin = address_of(side.begin);
    const bool reserved = runtime.memory.reserved(begin);
    if (side.begin == nullptr || (!reserved && !side.on_device)) {
        return; // what a GPU answers says it as well
    }
    const Allocation* near = reserved ? runtime.memory.nearest(begin) : nullptr;
    Finding finding;
    finding.place = host_place(*chain_of(caller));
    finding.address = begin;
    finding.where = near != nullptr ? explain_address(runtime.memory, begin) : std::string();
    if (!reserved) {
        finding.kind = FindingKind::host_pointer;
        finding.what = fmt::format("{} the host's memory where device memory has to be", does);
        finding.advice = "A pointer that cudaMalloc gave belongs here. A copy names its target first and its "
                         "source second: "
                         "does the direction fit them?";
    } else if (near != nullptr && !near->live && begin < near->end() && begin >= near->begin) {
        finding.kind = FindingKind::use_after_free;
        finding.what = fmt::format("{} memory that was already freed", does);
        finding.advice = "Free memory only after the last use of it.";
    } else {
        finding.kind = FindingKind::out_of_bounds;
        finding.what = fmt::format("{} device memory that no allocation gave", does);
        finding.advice =
            "How was the pointer computed? What is added to a pointer counts elements, not bytes.";
    }
    runtime.findings.add(std::move(finding));
}

/// Tells about a copy from what a kernel has allocated, or into it.
void note_heap(Runtime& runtime, Address begin, const char* does, const void* caller) {
    Finding finding;
    finding.kind = FindingKind::host_access;
    finding.place = host_place(*chain_of(caller));
    finding.address = begin;
    finding.what = fmt::format("{} memory that a kernel has allocated", does);
    finding.where = explain_address(runtime.memory, begin);
    finding.advice =
        "The heap of the device is for kernels alone: have one copy it into memory that cudaMalloc gave.";
    runtime.findings.add(std::move(finding));
}

/// Where the bytes of one side really lie. Refuses a range that is not all there.
std::byte* resolve(Runtime& runtime, Side side, std::size_t bytes, const char* does, const void* caller) {
    const Address begin = address_of(side.begin);
    const Allocation* allocation = runtime.memory.find(begin);
    if (allocation == nullptr) {
        const bool on_host = !side.on_device && side.begin != nullptr && !runtime.memory.reserved(begin);
        if (!on_host) {
            note_wrong_begin(runtime, side, does, caller);
        }
        require(on_host);
        return static_cast<std::byte*>(const_cast<void*>(side.begin));
    }
    if (allocation->origin == Origin::heap) {
        note_heap(runtime, begin, does, caller);
        throw Refusal(cudaErrorInvalidValue);
    }
    const std::size_t there = allocation->end() - begin;
    if (bytes > there && runtime.memory.reserved(begin)) {
        note_overrun(runtime, *allocation, begin,
                     fmt::format("{} {} bytes, {} more than there are", does, bytes, bytes - there), caller);
        throw Refusal(cudaErrorInvalidValue);
    }
    return allocation->host + (begin - allocation->begin);
}

bool device_to(cudaMemcpyKind kind) {
    return kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
}
bool device_from(cudaMemcpyKind kind) {
    return kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
}

} // namespace

std::size_t bytes_times(std::size_t count, std::size_t each) {
    std::size_t bytes = 0;
    require(!__builtin_mul_overflow(count, each, &bytes));
    return bytes;
}

std::size_t pitch_of(std::size_t width) {
    constexpr std::size_t unit = 512;
    return bytes_plus(width, unit - 1) / unit * unit;
}

std::size_t bytes_plus(std::size_t some, std::size_t more) {
    std::size_t bytes = 0;
    require(!__builtin_add_overflow(some, more, &bytes));
    return bytes;
}

void note_overrun(Runtime& runtime, const Allocation& allocation, Address begin, std::string what,
                  const void* caller) {
    Finding finding;
    finding.kind = FindingKind::out_of_bounds;
    finding.place = host_place(*chain_of(caller));
    finding.address = allocation.end();
    finding.what = std::move(what);
    finding.where = explain_address(runtime.memory, begin);
    finding.advice = "Sizes of copies are in bytes: the number of elements times sizeof the element.";
    runtime.findings.add(std::move(finding));
}

namespace {

/// Where both sides of a copy really lie.
struct Ends {
    std::byte* to;
    const std::byte* from;
};

Ends resolve(Runtime& runtime, const CopyRequest& request) {
    return {resolve(runtime, {request.to.begin, device_to(request.kind)},
                    extent(request.rows, request.to.layout), "a copy writes", request.caller),
            resolve(runtime, {request.from.begin, device_from(request.kind)},
                    extent(request.rows, request.from.layout), "a copy reads", request.caller)};
}

std::byte* resolve(Runtime& runtime, const FillRequest& request) {
    return resolve(runtime, {request.to.begin, true}, extent(request.rows, request.to.layout),
                   "a memset writes", request.caller);
}

/// Calls @p act with where each row begins in a layout of each side.
template <class Act> void for_each_row(const Rows& rows, Act act) {
    for (std::size_t layer = 0; layer < rows.layers; ++layer) {
        for (std::size_t row = 0; row < rows.count; ++row) {
            act([&](const Layout& layout) { return layer * layout.layer + row * layout.pitch; });
        }
    }
}

void copy(Runtime& runtime, const CopyRequest& request) {
    const Ends ends = resolve(runtime, request);
    for_each_row(request.rows, [&](auto offset) {
        const std::size_t there = offset(request.to.layout);
        const std::size_t here = offset(request.from.layout);
        std::memmove(ends.to + there, ends.from + here, request.rows.width);
        if (runtime.settings.check.init) {
            runtime.shadow.copied(address_of(request.to.begin) + there, address_of(request.from.begin) + here,
                                  request.rows.width);
        }
    });
}

void fill(Runtime& runtime, const FillRequest& request) {
    std::byte* const to = resolve(runtime, request);
    for_each_row(request.rows, [&](auto offset) {
        const std::size_t there = offset(request.to.layout);
        std::memset(to + there, request.value, request.rows.width);
        if (runtime.settings.check.init) {
            runtime.shadow.written(address_of(request.to.begin) + there, request.rows.width);
        }
    });
}

/// Whether it is the program's own memory, of which the device knows nothing.
bool is_pageable(Runtime& runtime, const void* begin) {
    const Address address = address_of(begin);
    return !runtime.memory.reserved(address) && runtime.memory.find(address) == nullptr;
}

/// The same copy from bytes of its own.
Work staged(CopyRequest request) {
    auto bytes = std::make_shared<std::vector<std::byte>>(request.rows.width);
    std::memcpy(bytes->data(), request.from.begin, request.rows.width);
    request.from.begin = bytes->data();
    return [request, bytes](Runtime& later) { copy(later, request); };
}

} // namespace

void submit_copy(Runtime& runtime, cudaStream_t stream, const CopyRequest& request, Await await) {
    // What a program writes next must not reach a copy that was asked for before. More than so much is waited for,
    // as a GPU's driver does.
    constexpr std::size_t most_staged = 64 * 1024;

    require(request.kind >= cudaMemcpyHostToHost && request.kind <= cudaMemcpyDefault,
            cudaErrorInvalidMemcpyDirection);
    const Rows& rows = request.rows;
    const bool empty = is_empty(rows);
    require(empty || (request.to.begin != nullptr && request.from.begin != nullptr));
    Work work = [request, empty](Runtime& later) {
        if (!empty) {
            copy(later, request);
        }
    };
    const bool captured = runtime.captures.of(stream) != nullptr;
    if (await == Await::no && !captured && !empty) {
        resolve(runtime, request);
        const bool from_program = is_pageable(runtime, request.from.begin);
        if (is_pageable(runtime, request.to.begin) ||
            (from_program && (rows.width > most_staged || rows.count != 1 || rows.layers != 1))) {
            await = Await::yes;
        } else if (from_program) {
            work = staged(request);
        }
    }
    if (await == Await::yes) {
        submit_and_wait(runtime, stream, cudaGraphNodeTypeMemcpy, std::move(work));
    } else {
        submit(runtime, stream, cudaGraphNodeTypeMemcpy, std::move(work));
    }
}

void submit_fill(Runtime& runtime, cudaStream_t stream, const FillRequest& request) {
    const bool empty = is_empty(request.rows);
    if (!empty && runtime.captures.of(stream) == nullptr) {
        resolve(runtime, request);
    }
    submit(runtime, stream, cudaGraphNodeTypeMemset, [request, empty](Runtime& later) {
        if (!empty) {
            fill(later, request);
        }
    });
}

} // namespace simulator::runtime
