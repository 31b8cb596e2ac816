#include "runner/session.h"

#include <bit>
#include <cstring>
#include <dlfcn.h>
#include <exception>
#include <sys/mman.h>

#include "child/protocol.h"
#include "runner/copy_count.h"
#include "runner/launch_log.h"

namespace runner {
namespace {

namespace protocol = grader::protocol;
using grader::Message;
using nlohmann::json;

std::size_t round_up(std::size_t value, std::size_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

} // namespace

Message Session::answer(const Message& request) {
    const json& document = request.document;
    const std::string what = document.at("do");
    if (what == "hello") return {device_->facts()};
    if (what == "memory") return {json{{"free_bytes", device_->free_bytes()}}};
    if (what == "load") return {load(document)};
    if (what == "pool") return {pool(document)};
    if (what == "allocate") return {allocate(request)};
    if (what == "fill") return {fill(request)};
    if (what == "prepare") return {prepare(document)};
    if (what == "call") return {call()};
    if (what == "launches") return {launches()};
    if (what == "fetch") return fetch(document);
    if (what == "gather") return gather(document);
    if (what == "guards") return guards();
    if (what == "release") return {release()};
    if (what == "ceilings") return {device_->ceilings()};
    throw Fault{"protocol", "unknown request " + what};
}

json Session::load(const json& request) {
    const std::string path = request.at("path");
    const std::string entry = request.at("entry");
    void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw Fault{"load", ::dlerror()};
    void* symbol = ::dlsym(library, entry.c_str());
    if (symbol == nullptr) throw Fault{"symbol", entry};
    function_ = reinterpret_cast<void (*)(const void*)>(symbol);
    return json::object();
}

json Session::pool(const json& request) {
    pool_bytes_ = request.at("bytes");
    pool_ = device_->allocate(pool_bytes_);
    // Private, because before Linux 6.7 sealed memory could not be mapped shared, not even for reading.
    void* shared =
        ::mmap(nullptr, pool_bytes_, PROT_READ, MAP_PRIVATE | MAP_POPULATE, protocol::pool_descriptor, 0);
    if (shared == MAP_FAILED) throw Fault{"memory", "the pool cannot be mapped"};
    device_->upload(pool_, shared, pool_bytes_);
    ::munmap(shared, pool_bytes_);
    return json::object();
}

json Session::allocate(const Message& request) {
    args_ = request.bytes;
    const bool bare = request.document.at("bare");
    for (const json& description : request.document.at("buffers")) {
        Buffer buffer;
        buffer.bytes = description.at("bytes");
        buffer.element_bytes = description.at("element_bytes");
        buffer.poisoned = description.at("poisoned");
        const std::size_t misalignment = description.at("misalignment");
        const std::size_t band = bare ? 0 : protocol::guard_bytes;
        buffer.offset = band + misalignment;
        buffer.block_bytes = buffer.offset + buffer.bytes + band;
        if (!bare) buffer.block_bytes = round_up(buffer.block_bytes, protocol::block_alignment);
        buffer.block = device_->allocate(buffer.block_bytes);
        buffers_.push_back(buffer);
        if (!bare) fill_bands(buffer, description.at("guard"));
        const std::size_t at = description.at("pointer_offset");
        if (at + sizeof(void*) > args_.size()) throw Fault{"protocol", "a pointer outside the arguments"};
        // A buffer without elements still has an address; a solution must not need to look at it.
        const void* address = buffer.data();
        std::memcpy(args_.data() + at, &address, sizeof(address));
    }
    device_->synchronize();
    return json::object();
}

/// All that is around the elements is the guard's pattern, repeated from the block's start on.
void Session::fill_bands(const Buffer& buffer, std::uint64_t guard) {
    device_->fill(buffer.block, buffer.offset, guard);
    const std::size_t end = buffer.offset + buffer.bytes;
    const auto phase = static_cast<int>(8 * (end % sizeof(guard)));
    device_->fill(buffer.data() + buffer.bytes, buffer.block_bytes - end, std::rotr(guard, phase));
}

json Session::fill(const Message& request) {
    const Buffer& buffer = buffers_.at(request.document.at("buffer").get<std::size_t>());
    const std::vector<std::uint8_t>& elements = request.bytes;
    if (elements.size() != buffer.bytes) throw Fault{"protocol", "a fill of the wrong size"};
    if (!elements.empty()) device_->upload(buffer.data(), elements.data(), elements.size());
    return json::object();
}

json Session::prepare(const json& request) {
    const std::uint64_t poison = request.at("poison");
    for (const Buffer& buffer : buffers_)
        if (buffer.poisoned) device_->fill(buffer.data(), buffer.bytes, poison);
    for (const json& window : request.at("windows")) {
        const Buffer& buffer = buffers_.at(window.at("buffer").get<std::size_t>());
        const std::size_t from = window.at("from");
        if (from + buffer.bytes > pool_bytes_) throw Fault{"protocol", "a window outside the pool"};
        device_->copy(buffer.data(), static_cast<const unsigned char*>(pool_) + from, buffer.bytes);
    }
    if (request.at("flush")) device_->flush_caches();
    device_->synchronize();
    return json::object();
}

json Session::call() {
    if (function_ == nullptr) throw Fault{"protocol", "nothing is loaded"};
    start_launch_log();
    start_copy_count();
    const double start = device_->clock_ms();
    try {
        function_(args_.data());
    } catch (const std::exception& error) {
        throw Fault{"exception", error.what()};
    } catch (...) {
        throw Fault{"exception", "something that is not a std::exception"};
    }
    device_->synchronize();
    const double elapsed = device_->clock_ms() - start;
    stop_launch_log();
    return {{"ms", elapsed}, {"copied_bytes", stop_copy_count()}};
}

json Session::launches() {
    json log = launch_log();
    log["kept"] = device_->has_kernels();
    return log;
}

Message Session::fetch(const json& request) {
    const Buffer& buffer = buffers_.at(request.at("buffer").get<std::size_t>());
    std::vector<std::uint8_t> elements(buffer.bytes);
    if (!elements.empty()) device_->download(elements.data(), buffer.data(), elements.size());
    return {json::object(), std::move(elements)};
}

Message Session::gather(const json& request) {
    const Buffer& buffer = buffers_.at(request.at("buffer").get<std::size_t>());
    const std::vector<std::uint64_t> indices = request.at("indices");
    for (const std::uint64_t index : indices)
        if (index >= buffer.bytes / buffer.element_bytes)
            throw Fault{"protocol", "a place outside the buffer"};
    std::vector<std::uint8_t> elements(indices.size() * buffer.element_bytes);
    device_->gather(elements.data(), buffer.data(), buffer.element_bytes, indices);
    return {json::object(), std::move(elements)};
}

Message Session::guards() {
    Message answer{json{{"bands", json::array()}}};
    const auto add = [&](const void* band, std::size_t bytes) {
        const std::size_t at = answer.bytes.size();
        answer.bytes.resize(at + bytes);
        device_->download(answer.bytes.data() + at, band, bytes);
    };
    for (const Buffer& buffer : buffers_) {
        const std::size_t after = buffer.block_bytes - buffer.offset - buffer.bytes;
        add(buffer.block, buffer.offset);
        add(buffer.data() + buffer.bytes, after);
        answer.document["bands"].push_back(json::array({buffer.offset, after}));
    }
    return answer;
}

json Session::release() {
    for (const Buffer& buffer : buffers_) device_->release(buffer.block);
    buffers_.clear();
    args_.clear();
    return json::object();
}

} // namespace runner
