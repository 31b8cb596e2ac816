#include "runtime/copy.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/call_site.h"
#include "runtime/explain_address.h"
#include "runtime/graph_nodes.h"
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
    // Rows or layers that lie upon each other could be more than anybody lives to see.
    const std::size_t layer = bytes_times(rows.count, layout.pitch);
    require((rows.count == 1 || layout.pitch >= rows.width) && (rows.layers == 1 || layout.layer >= layer));
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
    finding.place = host_place(caller);
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
    finding.place = host_place(caller);
    finding.address = begin;
    finding.what = fmt::format("{} memory that a kernel has allocated", does);
    finding.where = explain_address(runtime.memory, begin);
    finding.advice =
        "The heap of the device is for kernels alone: have one copy it into memory that cudaMalloc gave.";
    runtime.findings.add(std::move(finding));
}

/// Where the bytes of one side really lie; null where that is the program's own memory. Refuses a range that is not
/// all there.
std::byte* resolve(Runtime& runtime, Side side, std::size_t bytes, const char* does, const void* caller) {
    const Address begin = address_of(side.begin);
    const Allocation* allocation = runtime.memory.find(begin);
    if (allocation == nullptr) {
        const bool on_host = !side.on_device && side.begin != nullptr && !runtime.memory.reserved(begin);
        if (!on_host) {
            note_wrong_begin(runtime, side, does, caller);
        }
        require(on_host);
        return nullptr;
    }
    if (allocation->origin == Origin::heap) {
        note_heap(runtime, begin, does, caller);
        throw Refusal(cudaErrorInvalidValue);
    }
    const std::size_t there = allocation->end() - begin;
    if (bytes > there) {
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
    finding.place = host_place(caller);
    finding.address = allocation.end();
    finding.what = std::move(what);
    finding.where = explain_address(runtime.memory, begin);
    finding.advice = "Sizes of copies are in bytes: the number of elements times sizeof the element.";
    runtime.findings.add(std::move(finding));
}

namespace {

/// Where both sides of a copy really lie. Null: in the program's own memory.
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

/// A place in the program's memory, which may be none: whoever copies finds out.
std::byte* place_behind(const void* begin, std::size_t offset) {
    return reinterpret_cast<std::byte*>(reinterpret_cast<std::uintptr_t>(begin) + offset);
}

void read_program(const CopyRequest& request, std::byte* to) {
    const auto& [width, count, layers] = request.rows;
    for (std::size_t layer = 0; layer < layers; ++layer) {
        request.program->read({place_behind(request.from.begin, layer * request.from.layout.layer),
                               request.from.layout.pitch, to + layer * request.to.layout.layer,
                               request.to.layout.pitch, width, count});
    }
}

void write_program(const CopyRequest& request, const std::byte* from) {
    const auto& [width, count, layers] = request.rows;
    for (std::size_t layer = 0; layer < layers; ++layer) {
        request.program->write({place_behind(request.to.begin, layer * request.to.layout.layer),
                                request.to.layout.pitch,
                                const_cast<std::byte*>(from) + layer * request.from.layout.layer,
                                request.from.layout.pitch, width, count});
    }
}

/// From the program's memory into the program's memory, as long as there is a program.
void copy_in_program(const Runtime& runtime, const CopyRequest& request) {
    constexpr std::size_t most_at_a_time = 1 << 20;
    const Rows& rows = request.rows;
    std::vector<std::byte> bytes(std::min(rows.width, most_at_a_time));
    const auto copy_piece = [&](std::size_t to, std::size_t from, std::size_t piece) {
        request.program->read({place_behind(request.from.begin, from), piece, bytes.data(), piece, piece, 1});
        request.program->write({place_behind(request.to.begin, to), piece, bytes.data(), piece, piece, 1});
    };
    for (std::size_t layer = 0; layer < rows.layers; ++layer) {
        for (std::size_t row = 0; row < rows.count; ++row) {
            for (std::size_t done = 0; done < rows.width; done += bytes.size()) {
                if (runtime.program_is_gone) {
                    return;
                }
                const auto place = [&](const Layout& layout) {
                    return layer * layout.layer + row * layout.pitch + done;
                };
                copy_piece(place(request.to.layout), place(request.from.layout),
                           std::min(bytes.size(), rows.width - done));
            }
        }
    }
}

void move_bytes(const Runtime& runtime, const CopyRequest& request, const Ends& ends) {
    if (ends.to != nullptr && ends.from != nullptr) {
        for_each_row(request.rows, [&](auto offset) {
            std::memmove(ends.to + offset(request.to.layout), ends.from + offset(request.from.layout),
                         request.rows.width);
        });
    } else if (request.program == nullptr) {
        return; // the program is gone, and so is its memory
    } else if (ends.to != nullptr) {
        read_program(request, ends.to);
    } else if (ends.from != nullptr) {
        write_program(request, ends.from);
    } else {
        copy_in_program(runtime, request);
    }
}

void copy(Runtime& runtime, const CopyRequest& request) {
    move_bytes(runtime, request, resolve(runtime, request));
    if (!runtime.settings.check.init) {
        return;
    }
    for_each_row(request.rows, [&](auto offset) {
        runtime.shadow.copied(address_of(request.to.begin) + offset(request.to.layout),
                              address_of(request.from.begin) + offset(request.from.layout),
                              request.rows.width);
    });
}

void fill_row(std::byte* row, const FillRequest& request) {
    std::memset(row, request.value, request.rows.width);
    for (std::size_t at = 0; request.element_bytes > 1 && at < request.rows.width;
         at += request.element_bytes) {
        std::memcpy(row + at, &request.value, request.element_bytes);
    }
}

void fill(Runtime& runtime, const FillRequest& request) {
    std::byte* const to = resolve(runtime, request);
    for_each_row(request.rows, [&](auto offset) {
        const std::size_t there = offset(request.to.layout);
        fill_row(to + there, request);
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

/// Looks over a side of what is to be done later.
void resolve_later(Runtime& runtime, Side side, std::size_t bytes, const char* does, const void* caller) {
    if (const auto there = runtime.graph_memory.bytes_from(address_of(side.begin))) {
        require(bytes <= *there);
    } else {
        resolve(runtime, side, bytes, does, caller);
    }
}

/// The same copy to the device, of bytes as they are now.
Work staged(const CopyRequest& request) {
    const std::size_t width = request.rows.width;
    auto bytes = std::make_shared<std::vector<std::byte>>(width);
    request.program->read({request.from.begin, width, bytes->data(), width, width, 1});
    return [request, bytes](Runtime& later) {
        move_bytes(later, request, {resolve(later, request).to, bytes->data()});
        if (later.settings.check.init) {
            later.shadow.written(address_of(request.to.begin), request.rows.width);
        }
    };
}

} // namespace

void submit_copy(Runtime& runtime, cudaStream_t stream, CopyRequest request, Await await) {
    // What a program writes next must not reach a copy that was asked for before. More than so much is waited for,
    // as a GPU's driver does: an H200's still takes 1 MiB, and waits for 32 MiB.
    constexpr std::size_t most_staged = 1 << 20;

    require(request.kind >= cudaMemcpyHostToHost && request.kind <= cudaMemcpyDefault,
            cudaErrorInvalidMemcpyDirection);
    const Rows rows = request.rows;
    const bool empty = is_empty(rows);
    require(empty || (request.to.begin != nullptr && request.from.begin != nullptr));
    const bool captured = runtime.captures.of(stream) != nullptr;
    // Who asks waits, unless the copy becomes part of a graph.
    request.program = captured ? runtime.standing_program() : current_call().program;
    Work work = [request, empty](Runtime& later) {
        if (!empty) {
            copy(later, request);
        }
    };
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
        submit_and_wait(runtime, stream, cudaGraphNodeTypeMemcpy, std::move(work), copy_params(request));
    } else {
        submit(runtime, stream, cudaGraphNodeTypeMemcpy, std::move(work), copy_params(request));
    }
}

void submit_fill(Runtime& runtime, cudaStream_t stream, const FillRequest& request) {
    const bool empty = is_empty(request.rows);
    if (!empty && runtime.captures.of(stream) == nullptr) {
        resolve(runtime, request);
    }
    const auto work = [request, empty](Runtime& later) {
        if (!empty) {
            fill(later, request);
        }
    };
    submit(runtime, stream, cudaGraphNodeTypeMemset, work, fill_params(request));
}

Work copy_later(Runtime& runtime, CopyRequest request) {
    request.program = runtime.standing_program();
    require(!is_empty(request.rows) && request.to.begin != nullptr && request.from.begin != nullptr);
    resolve_later(runtime, {request.to.begin, device_to(request.kind)},
                  extent(request.rows, request.to.layout), "a copy writes", request.caller);
    resolve_later(runtime, {request.from.begin, device_from(request.kind)},
                  extent(request.rows, request.from.layout), "a copy reads", request.caller);
    return [request](Runtime& later) { copy(later, request); };
}

Work fill_later(Runtime& runtime, const FillRequest& request) {
    resolve_later(runtime, {request.to.begin, true}, extent(request.rows, request.to.layout),
                  "a memset writes", request.caller);
    return [request](Runtime& later) { fill(later, request); };
}

} // namespace simulator::runtime
