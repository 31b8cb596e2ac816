#include "grading/runner/buffers.h"

#include <bit>
#include <cstring>
#include <span>
#include <sys/mman.h>
#include <unistd.h>

#include "grading/channel/protocol.h"

namespace runner {
namespace {

namespace protocol = grader::protocol;
using grader::Packet;
using nlohmann::json;

std::size_t round_up(std::size_t value, std::size_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

} // namespace

json Buffers::pool(const json& request) {
    pool_bytes_ = request.at("bytes");
    const int descriptor = request.at("descriptor");
    pool_ = device_.allocate(pool_bytes_);
    // A private mapping: before Linux 6.7, sealed memory could not be mapped shared, not even read-only.
    void* shared = ::mmap(nullptr, pool_bytes_, PROT_READ, MAP_PRIVATE | MAP_POPULATE, descriptor, 0);
    ::close(descriptor); // the student's code must not find any inputs but its own
    if (shared == MAP_FAILED) throw Fault{"memory", "the pool cannot be mapped"};
    device_.upload(pool_, shared, pool_bytes_);
    ::munmap(shared, pool_bytes_);
    return json::object();
}

Buffers::Buffer Buffers::planned(const json& description, bool bare) {
    Buffer buffer;
    buffer.bytes = description.at("bytes");
    buffer.element_bytes = description.at("element_bytes");
    buffer.poisoned = description.at("poisoned");
    const std::size_t band = bare ? 0 : protocol::guard_bytes;
    buffer.offset = band + description.at("misalignment").get<std::size_t>();
    buffer.block_bytes = buffer.offset + buffer.bytes + band;
    if (!bare) buffer.block_bytes = round_up(buffer.block_bytes, protocol::block_alignment);
    return buffer;
}

void Buffers::add(const Buffer& buffer, const json& description) {
    buffers_.push_back(buffer);
    const std::size_t at = description.at("pointer_offset");
    if (at + sizeof(void*) > args_.size()) throw Fault{"protocol", "a pointer outside the arguments"};
    // A buffer without elements still has an address; a solution must not dereference it.
    const void* address = buffer.data();
    std::memcpy(args_.data() + at, &address, sizeof(address));
}

void Buffers::set_calls(std::size_t calls) {
    if (calls == 0 || args_.size() % calls != 0) throw Fault{"protocol", "not one args struct for each call"};
    calls_ = calls;
}

Packet Buffers::allocate(const Packet& request) {
    release();
    args_ = request.bytes;
    set_calls(request.document.at("calls"));
    const bool bare = request.document.at("bare");
    const bool shared = request.document.at("shared");
    const json& guards = request.document.at("guards");
    Packet answer{json::object()};
    for (const json& description : request.document.at("buffers")) {
        Buffer buffer = planned(description, bare);
        buffer.block =
            shared ? device_.allocate_shared(buffer.block_bytes) : device_.allocate(buffer.block_bytes);
        add(buffer, description);
        if (!bare) fill_bands(buffer, guards.at(buffers_.size() - 1));
        if (!shared) continue;
        const Handle handle = device_.handle_of(buffer.block);
        answer.bytes.insert(answer.bytes.end(), handle.begin(), handle.end());
    }
    device_.synchronize();
    return answer;
}

json Buffers::attach(const Packet& request) {
    release();
    const json& descriptions = request.document.at("buffers");
    const std::size_t args_bytes = request.document.at("args_bytes");
    if (request.bytes.size() != args_bytes + descriptions.size() * std::tuple_size_v<Handle>)
        throw Fault{"protocol", "not one handle for each buffer"};
    args_.assign(request.bytes.begin(), request.bytes.begin() + static_cast<std::ptrdiff_t>(args_bytes));
    set_calls(request.document.at("calls"));
    attached_ = true;
    const std::uint8_t* next = request.bytes.data() + args_bytes;
    for (const json& description : descriptions) {
        Handle handle;
        std::memcpy(handle.data(), next, handle.size());
        next += handle.size();
        Buffer buffer = planned(description, request.document.at("bare"));
        buffer.block = device_.open(handle);
        add(buffer, description);
    }
    return json::object();
}

/// Fills everything around the elements with the guard's pattern, repeated from the start of the allocation.
void Buffers::fill_bands(const Buffer& buffer, std::uint64_t guard) {
    device_.fill(buffer.block, buffer.offset, guard);
    const std::size_t end = buffer.offset + buffer.bytes;
    const auto phase = static_cast<int>(8 * (end % sizeof(guard)));
    device_.fill(buffer.data() + buffer.bytes, buffer.block_bytes - end, std::rotr(guard, phase));
}

const Buffers::Buffer& Buffers::chosen(const json& request) const {
    return buffers_.at(request.at("buffer").get<std::size_t>());
}

json Buffers::fill(const Packet& request) {
    const Buffer& buffer = chosen(request.document);
    const std::vector<std::uint8_t>& elements = request.bytes;
    if (elements.size() != buffer.bytes) throw Fault{"protocol", "a fill of the wrong size"};
    if (!elements.empty()) device_.upload(buffer.data(), elements.data(), elements.size());
    return json::object();
}

void Buffers::prepare(const json& request) {
    const std::uint64_t poison = request.at("poison");
    for (const Buffer& buffer : buffers_)
        if (buffer.poisoned) device_.fill(buffer.data(), buffer.bytes, poison);
    for (const json& window : request.at("windows")) {
        const Buffer& buffer = chosen(window);
        const std::size_t from = window.at("from");
        if (from + buffer.bytes > pool_bytes_) throw Fault{"protocol", "a window outside the pool"};
        device_.copy(buffer.data(), static_cast<const unsigned char*>(pool_) + from, buffer.bytes);
        kernelsmith::Salt salt;
        window.at("mask").get_to(salt.mask);
        if (salt.any()) device_.salt(buffer.data(), buffer.bytes, salt, window.at("key"));
    }
    if (request.at("flush")) device_.flush_caches();
    device_.synchronize();
}

std::vector<StridedRegion> Buffers::strided_regions(const json& request) const {
    std::vector<StridedRegion> strided_regions;
    for (const json& spot_check : request.at("looks")) {
        const Buffer& buffer = chosen(spot_check);
        StridedRegion region;
        const std::size_t from = spot_check.at("from");
        region.start = buffer.data() + from;
        region.pitch = spot_check.at("pitch");
        region.width = spot_check.at("width");
        region.rows = spot_check.at("rows");
        if (region.rows == 0 || region.pitch < region.width ||
            from + (region.rows - 1) * region.pitch + region.width > buffer.bytes)
            throw Fault{"protocol", "a read outside the buffer"};
        strided_regions.push_back(region);
    }
    return strided_regions;
}

Packet Buffers::fetch(const json& request) {
    const Buffer& buffer = chosen(request);
    std::vector<std::uint8_t> elements(buffer.bytes);
    if (!elements.empty()) device_.download(elements.data(), buffer.data(), elements.size());
    return {json::object(), std::move(elements)};
}

Packet Buffers::gather(const json& request) {
    const Buffer& buffer = chosen(request);
    const std::vector<std::uint64_t> indices = request.at("indices");
    for (const std::uint64_t index : indices)
        if (index >= buffer.bytes / buffer.element_bytes)
            throw Fault{"protocol", "an offset outside the buffer"};
    std::vector<std::uint8_t> elements(indices.size() * buffer.element_bytes);
    device_.gather(elements.data(), buffer.data(), buffer.element_bytes, indices);
    return {json::object(), std::move(elements)};
}

Packet Buffers::guards() {
    Packet answer{json{{"bands", json::array()}}};
    const auto add_band = [&](const void* band, std::size_t bytes) {
        const std::size_t at = answer.bytes.size();
        answer.bytes.resize(at + bytes);
        device_.download(answer.bytes.data() + at, band, bytes);
    };
    for (const Buffer& buffer : buffers_) {
        const std::size_t after = buffer.block_bytes - buffer.offset - buffer.bytes;
        add_band(buffer.block, buffer.offset);
        add_band(buffer.data() + buffer.bytes, after);
        answer.document["bands"].push_back(json::array({buffer.offset, after}));
    }
    return answer;
}

json Buffers::release() {
    for (const Buffer& buffer : buffers_)
        attached_ ? device_.close(buffer.block) : device_.release(buffer.block);
    buffers_.clear();
    args_.clear();
    attached_ = false;
    return json::object();
}

} // namespace runner
