#include "runtime/ranges.h"

#include <fmt/core.h>

#include <utility>

#include "program/call_site.h"
#include "runtime/explain_address.h"
#include "runtime/pointers.h"
#include "runtime/runtime.h"

namespace simulator::runtime {

namespace {

/// Tells about a range that begins in no live memory of the device, where that says what is wrong with it.
void note_wrong_begin(Runtime& runtime, const Range& range) {
    const Address begin = address_of(range.begin);
    const bool reserved = runtime.memory.reserved(begin);
    if (range.begin == nullptr || (!reserved && !range.on_device)) {
        return; // what a GPU answers says it as well
    }
    const Allocation* near = reserved ? runtime.memory.nearest(begin) : nullptr;
    Finding finding;
    finding.place = host_place(range.caller);
    finding.address = begin;
    finding.where = near != nullptr ? explain_address(runtime.memory, begin) : std::string();
    if (!reserved) {
        finding.kind = FindingKind::host_pointer;
        finding.what = fmt::format("{} the host's memory where device memory has to be", range.use);
        finding.advice = "A pointer that cudaMalloc gave belongs here. A copy names its target first and its "
                         "source second: "
                         "does the direction fit them?";
    } else if (near != nullptr && !near->live && begin < near->end() && begin >= near->begin) {
        finding.kind = FindingKind::use_after_free;
        finding.what = fmt::format("{} memory that was already freed", range.use);
        finding.advice = "Free memory only after the last use of it.";
    } else {
        finding.kind = FindingKind::out_of_bounds;
        finding.what = fmt::format("{} device memory that no allocation gave", range.use);
        finding.advice =
            "How was the pointer computed? What is added to a pointer counts elements, not bytes.";
    }
    runtime.findings.add(std::move(finding));
}

/// Tells about a copy from what a kernel has allocated, or into it.
void note_heap(Runtime& runtime, const Range& range) {
    const Address begin = address_of(range.begin);
    Finding finding;
    finding.kind = FindingKind::host_access;
    finding.place = host_place(range.caller);
    finding.address = begin;
    finding.what = fmt::format("{} memory that a kernel has allocated", range.use);
    finding.where = explain_address(runtime.memory, begin);
    finding.advice =
        "The heap of the device is for kernels alone: have one copy it into memory that cudaMalloc gave.";
    runtime.findings.add(std::move(finding));
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

std::byte* resolve(Runtime& runtime, const Range& range) {
    const Address begin = address_of(range.begin);
    const Allocation* allocation = runtime.memory.find(begin);
    if (allocation == nullptr) {
        const bool on_host = !range.on_device && range.begin != nullptr && !runtime.memory.reserved(begin);
        if (!on_host) {
            note_wrong_begin(runtime, range);
        }
        require(on_host);
        return nullptr;
    }
    if (allocation->origin == Origin::heap) {
        note_heap(runtime, range);
        throw Refusal(cudaErrorInvalidValue);
    }
    const std::size_t there = allocation->end() - begin;
    if (range.bytes > there) {
        note_overrun(runtime, *allocation, begin,
                     fmt::format("{} {} bytes, {} more than there are", range.use, range.bytes,
                                 range.bytes - there),
                     range.caller);
        throw Refusal(cudaErrorInvalidValue);
    }
    return allocation->host + (begin - allocation->begin);
}

bool is_pageable(const Runtime& runtime, const void* begin) {
    const Address address = address_of(begin);
    return !runtime.memory.reserved(address) && runtime.memory.find(address) == nullptr;
}

} // namespace simulator::runtime
