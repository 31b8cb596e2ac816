#include "runtime/copy.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "checks/global_shadow.h"
#include "finding_messages/call_messages.h"
#include "finding_messages/order_messages.h"
#include "program/call.h"
#include "runtime/graph_nodes.h"
#include "runtime/graph_table.h"
#include "runtime/memory.h"
#include "runtime/pointers.h"
#include "runtime/runtime.h"
#include "runtime/streams.h"
#include "runtime/submit.h"
#include "runtime/uses.h"

namespace simulator::runtime {

namespace call_messages = kernelsmith::call_messages;
namespace order_messages = kernelsmith::order_messages;

namespace {

bool is_empty(const Rows& rows) { return rows.width == 0 || rows.count == 0 || rows.layers == 0; }

/// Returns the bytes from the start of the first row to the end of the last one. Rejects a size that
/// overflows, and rows or layers that overlap.
std::size_t extent(const Rows& rows, const Layout& layout) {
    // Overlapping rows or layers are rejected, because their copy could take practically forever.
    const std::size_t layer = checked_product(rows.count, layout.pitch);
    require((rows.count == 1 || layout.pitch >= rows.width) && (rows.layers == 1 || layout.layer >= layer));
    const std::size_t layers = checked_product(rows.layers - 1, layout.layer);
    const std::size_t before = checked_sum(layers, checked_product(rows.count - 1, layout.pitch));
    return checked_sum(before, rows.width);
}

bool device_to(cudaMemcpyKind kind) {
    return kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
}
bool device_from(cudaMemcpyKind kind) {
    return kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
}

/// Translated addresses of both sides of a copy. Null: in the program's own memory.
struct ResolvedSides {
    std::byte* to;
    const std::byte* from;
};

Range target_of(const CopyRequest& request) {
    return {request.to.begin, extent(request.rows, request.to.layout), device_to(request.kind),
            call_messages::copy_writes, request.caller};
}

Range source_of(const CopyRequest& request) {
    return {request.from.begin, extent(request.rows, request.from.layout), device_from(request.kind),
            call_messages::copy_reads, request.caller};
}

Range target_of(const FillRequest& request) {
    return {request.to.begin, extent(request.rows, request.to.layout), true, call_messages::memset_writes,
            request.caller};
}

ResolvedSides resolve(Runtime& runtime, const CopyRequest& request) {
    return {resolve(runtime, target_of(request)), resolve(runtime, source_of(request))};
}

/// Calls @p act for each row with a function that returns the row's offset in a layout.
template <class Act> void for_each_row(const Rows& rows, Act act) {
    for (std::size_t layer = 0; layer < rows.layers; ++layer) {
        for (std::size_t row = 0; row < rows.count; ++row) {
            act([&](const Layout& layout) { return layer * layout.layer + row * layout.pitch; });
        }
    }
}

/// Returns an address in the program's memory. It may be invalid: the access will show that.
std::byte* program_address(const void* begin, std::size_t offset) {
    return reinterpret_cast<std::byte*>(reinterpret_cast<std::uintptr_t>(begin) + offset);
}

void read_program_memory(const CopyRequest& request, std::byte* to) {
    const auto& [width, count, layers] = request.rows;
    for (std::size_t layer = 0; layer < layers; ++layer) {
        request.program->read({program_address(request.from.begin, layer * request.from.layout.layer),
                               request.from.layout.pitch, to + layer * request.to.layout.layer,
                               request.to.layout.pitch, width, count});
    }
}

void write_program(const CopyRequest& request, const std::byte* from) {
    const auto& [width, count, layers] = request.rows;
    for (std::size_t layer = 0; layer < layers; ++layer) {
        request.program->write({program_address(request.to.begin, layer * request.to.layout.layer),
                                request.to.layout.pitch,
                                const_cast<std::byte*>(from) + layer * request.from.layout.layer,
                                request.from.layout.pitch, width, count});
    }
}

/// Copies within the program's memory, unless the program has ended.
void copy_in_program(const Runtime& runtime, const CopyRequest& request) {
    constexpr std::size_t max_chunk_bytes = 1 << 20;
    const Rows& rows = request.rows;
    std::vector<std::byte> bytes(std::min(rows.width, max_chunk_bytes));
    const auto copy_chunk = [&](std::size_t to, std::size_t from, std::size_t chunk) {
        request.program->read(
            {program_address(request.from.begin, from), chunk, bytes.data(), chunk, chunk, 1});
        request.program->write({program_address(request.to.begin, to), chunk, bytes.data(), chunk, chunk, 1});
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
                copy_chunk(place(request.to.layout), place(request.from.layout),
                           std::min(bytes.size(), rows.width - done));
            }
        }
    }
}

void move_bytes(const Runtime& runtime, const CopyRequest& request, const ResolvedSides& sides) {
    if (sides.to != nullptr && sides.from != nullptr) {
        for_each_row(request.rows, [&](auto offset) {
            std::memmove(sides.to + offset(request.to.layout), sides.from + offset(request.from.layout),
                         request.rows.width);
        });
    } else if (request.program == nullptr) {
        return; // the program has ended, and its memory is gone
    } else if (sides.to != nullptr) {
        read_program_memory(request, sides.to);
    } else if (sides.from != nullptr) {
        write_program(request, sides.from);
    } else {
        copy_in_program(runtime, request);
    }
}

void record_uses(Runtime& runtime, const CopyRequest& request) {
    record_use_of_rows(runtime, order_messages::copy_work, order::Use::read, request.from, request.rows,
                       request.caller);
    record_use_of_rows(runtime, order_messages::copy_work, order::Use::write,
                       {request.to.begin, request.to.layout}, request.rows, request.caller);
}

void copy(Runtime& runtime, const CopyRequest& request) {
    move_bytes(runtime, request, resolve(runtime, request));
    record_uses(runtime, request);
    if (!runtime.settings.check.init) {
        return;
    }
    for_each_row(request.rows, [&](auto offset) {
        runtime.shadow().copied(address_of(request.to.begin) + offset(request.to.layout),
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
    std::byte* const to = resolve(runtime, target_of(request));
    record_use_of_rows(runtime, order_messages::memset_work, order::Use::write,
                       {request.to.begin, request.to.layout}, request.rows, request.caller);
    for_each_row(request.rows, [&](auto offset) {
        const std::size_t there = offset(request.to.layout);
        fill_row(to + there, request);
        if (runtime.settings.check.init) {
            runtime.shadow().written(address_of(request.to.begin) + there, request.rows.width);
        }
    });
}

/// Checks a range of a deferred operation.
void check_deferred(Runtime& runtime, const Range& range) {
    if (const auto there = runtime.graphs().memory.bytes_from(address_of(range.begin))) {
        require(range.bytes <= *there);
    } else {
        resolve(runtime, range);
    }
}

/// Returns the synchronization that the toolkit's manual guarantees for a copy that is waited for.
SyncGuarantee guarantee_of(Runtime& runtime, const CopyRequest& request) {
    const auto is_on_device = [&](const void* begin) {
        const Allocation* const owner = runtime.memory().device.find(address_of(begin));
        return owner != nullptr && !owner->is_host_accessible();
    };
    if (!is_on_device(request.to.begin)) {
        return SyncGuarantee::all_and_work;
    }
    if (is_on_device(request.from.begin)) {
        return SyncGuarantee::nothing;
    }
    // It may return when the bytes are in the driver's staging memory, from which the GPU fetches them.
    return is_pageable(runtime, request.from.begin) ? SyncGuarantee::all_before : SyncGuarantee::all_and_work;
}

/// Returns a copy to the device of the bytes as they are now (staging).
Work staged(const CopyRequest& request) {
    const std::size_t width = request.rows.width;
    auto bytes = std::make_shared<std::vector<std::byte>>(width);
    request.program->read({request.from.begin, width, bytes->data(), width, width, 1});
    return [request, bytes](Runtime& later) {
        move_bytes(later, request, {resolve(later, request).to, bytes->data()});
        record_uses(later, request);
        if (later.settings.check.init) {
            later.shadow().written(address_of(request.to.begin), request.rows.width);
        }
    };
}

} // namespace

void submit_copy(Runtime& runtime, cudaStream_t stream, CopyRequest request, Await await) {
    // Later writes of the program must not affect a copy that was submitted before. Larger copies are waited
    // for, as a GPU's driver does: an H200's stages 1 MiB, and waits for 32 MiB.
    constexpr std::size_t max_staged_bytes = 1 << 20;

    require(request.kind >= cudaMemcpyHostToHost && request.kind <= cudaMemcpyDefault,
            cudaErrorInvalidMemcpyDirection);
    const Rows rows = request.rows;
    const bool empty = is_empty(rows);
    require(empty || (request.to.begin != nullptr && request.from.begin != nullptr));
    const bool captured = runtime.streams().captures.of(stream) != nullptr;
    // The calling thread reads and writes the program's memory, unless the copy becomes a node of a graph.
    request.program = captured ? runtime.service_program() : current_call().program;
    Work work = [request, empty](Runtime& later) {
        if (!empty) {
            copy(later, request);
        }
    };
    if (await == Await::no && !captured && !empty) {
        resolve(runtime, request);
        const bool from_program = is_pageable(runtime, request.from.begin);
        if (is_pageable(runtime, request.to.begin) ||
            (from_program && (rows.width > max_staged_bytes || rows.count != 1 || rows.layers != 1))) {
            await = Await::yes;
        } else if (from_program) {
            work = staged(request);
        }
    }
    if (await == Await::yes) {
        submit_and_wait(runtime, stream, cudaGraphNodeTypeMemcpy, std::move(work), copy_params(request),
                        guarantee_of(runtime, request));
    } else {
        submit(runtime, stream, cudaGraphNodeTypeMemcpy, std::move(work), copy_params(request));
    }
}

void submit_fill(Runtime& runtime, cudaStream_t stream, const FillRequest& request) {
    const bool empty = is_empty(request.rows);
    if (!empty && runtime.streams().captures.of(stream) == nullptr) {
        resolve(runtime, target_of(request));
    }
    const auto work = [request, empty](Runtime& later) {
        if (!empty) {
            fill(later, request);
        }
    };
    submit(runtime, stream, cudaGraphNodeTypeMemset, work, fill_params(request));
}

Work deferred_copy(Runtime& runtime, CopyRequest request) {
    request.program = runtime.service_program();
    require(!is_empty(request.rows) && request.to.begin != nullptr && request.from.begin != nullptr);
    check_deferred(runtime, target_of(request));
    check_deferred(runtime, source_of(request));
    return [request](Runtime& later) { copy(later, request); };
}

Work deferred_fill(Runtime& runtime, const FillRequest& request) {
    check_deferred(runtime, target_of(request));
    return [request](Runtime& later) { fill(later, request); };
}

} // namespace simulator::runtime
