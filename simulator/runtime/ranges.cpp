#include "runtime/ranges.h"

#include <string>
#include <utility>

#include "finding_messages/call_messages.h"
#include "program/call_site.h"
#include "runtime/explain_address.h"
#include "runtime/memory.h"
#include "runtime/pointers.h"
#include "runtime/program_report.h"
#include "runtime/runtime.h"

namespace simulator::runtime {

namespace call_messages = kernelsmith::call_messages;

namespace {

Message wrong_use(MessageKind kind, const Range& range) { return {kind, {{"use", Message(range.use)}}}; }

/// Adds a finding about a range that begins in no live memory of the device, if the address shows the error.
void note_wrong_begin(Runtime& runtime, const Range& range) {
    const DeviceMemory& memory = runtime.memory().device;
    const Address begin = address_of(range.begin);
    const bool is_device_address = memory.is_device_address(begin);
    if (range.begin == nullptr || (!is_device_address && !range.on_device)) {
        return; // the error code suffices
    }
    const Allocation* near = is_device_address ? memory.nearest(begin) : nullptr;
    Finding finding;
    finding.place = host_code_place(range.caller);
    finding.address = begin;
    if (near != nullptr) {
        finding.where = explain_address(memory, begin);
    }
    if (!is_device_address) {
        finding.kind = FindingKind::host_pointer;
        finding.what = wrong_use(call_messages::call_uses_host_memory, range);
        finding.advice = call_messages::pass_device_pointer;
    } else if (near != nullptr && !near->live && begin < near->end() && begin >= near->begin) {
        finding.kind = FindingKind::use_after_free;
        finding.what = wrong_use(call_messages::call_uses_freed_memory, range);
        finding.advice = call_messages::free_after_last_use;
    } else {
        finding.kind = FindingKind::out_of_bounds;
        finding.what = wrong_use(call_messages::call_uses_unallocated_memory, range);
        finding.advice = call_messages::check_pointer_arithmetic;
    }
    runtime.report().findings.add(std::move(finding));
}

/// Adds a finding about a copy from or to the device heap.
void note_heap(Runtime& runtime, const Range& range) {
    const Address begin = address_of(range.begin);
    Finding finding;
    finding.kind = FindingKind::host_access;
    finding.place = host_code_place(range.caller);
    finding.address = begin;
    finding.what = wrong_use(call_messages::call_uses_device_heap, range);
    finding.where = explain_address(runtime.memory().device, begin);
    finding.advice = call_messages::copy_heap_by_kernel;
    runtime.report().findings.add(std::move(finding));
}

} // namespace

std::size_t checked_product(std::size_t count, std::size_t each) {
    std::size_t bytes = 0;
    require(!__builtin_mul_overflow(count, each, &bytes));
    return bytes;
}

std::size_t pitch_of(std::size_t width) {
    constexpr std::size_t unit = 512;
    return checked_sum(width, unit - 1) / unit * unit;
}

std::size_t checked_sum(std::size_t some, std::size_t more) {
    std::size_t bytes = 0;
    require(!__builtin_add_overflow(some, more, &bytes));
    return bytes;
}

kernelsmith::Argument size_argument(std::string_view name, std::uint64_t size) {
    return size > INT64_MAX ? kernelsmith::Argument(name, std::to_string(size))
                            : kernelsmith::Argument(name, size);
}

void note_overrun(Runtime& runtime, const Allocation& allocation, Address begin, Message what,
                  const void* caller) {
    Finding finding;
    finding.kind = FindingKind::out_of_bounds;
    finding.place = host_code_place(caller);
    finding.address = allocation.end();
    finding.what = std::move(what);
    finding.where = explain_address(runtime.memory().device, begin);
    finding.advice = call_messages::give_size_in_bytes;
    runtime.report().findings.add(std::move(finding));
}

std::byte* resolve(Runtime& runtime, const Range& range) {
    const Address begin = address_of(range.begin);
    const DeviceMemory& memory = runtime.memory().device;
    const Allocation* allocation = memory.find(begin);
    if (allocation == nullptr) {
        const bool on_host = !range.on_device && range.begin != nullptr && !memory.is_device_address(begin);
        if (!on_host) {
            note_wrong_begin(runtime, range);
        }
        require(on_host);
        return nullptr;
    }
    if (allocation->origin == AllocationOrigin::heap) {
        note_heap(runtime, range);
        throw ApiError(cudaErrorInvalidValue);
    }
    const std::size_t there = allocation->end() - begin;
    if (range.bytes > there) {
        note_overrun(runtime, *allocation, begin,
                     {call_messages::call_overruns_memory,
                      {{"use", Message(range.use)},
                       size_argument("bytes", range.bytes),
                       size_argument("excess", range.bytes - there)}},
                     range.caller);
        throw ApiError(cudaErrorInvalidValue);
    }
    return allocation->host + (begin - allocation->begin);
}

bool is_pageable(const Runtime& runtime, const void* begin) {
    const Address address = address_of(begin);
    const DeviceMemory& memory = runtime.memory().device;
    return !memory.is_device_address(address) && memory.find(address) == nullptr;
}

} // namespace simulator::runtime
