#include "runner/session.h"

#include <chrono>
#include <cstring>
#include <dlfcn.h>
#include <exception>
#include <sys/mman.h>

#include "run/protocol.h"
#include "runner/copy_count.h"
#include "runner/launch_log.h"

namespace runner {
namespace {

namespace protocol = grader::protocol;
using nlohmann::json;

constexpr std::size_t alignment = 256;

std::size_t round_up(std::size_t value, std::size_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

} // namespace

json Session::answer(const json& request) {
    const std::string what = request.at("do");
    if (what == "hello") return device_->facts();
    if (what == "load") return load(request);
    if (what == "pool") return pool(request);
    if (what == "allocate") return allocate(request);
    if (what == "fill") return fill(request);
    if (what == "prepare") return prepare(request);
    if (what == "call") return call();
    if (what == "launches") return {{"launches", launch_log()}};
    if (what == "fetch") return fetch(request);
    if (what == "gather") return gather(request);
    if (what == "guards") return guards();
    if (what == "release") return release();
    if (what == "ceilings") return device_->ceilings();
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
    // Private, because before Linux 6.7 sealed memory could not be mapped shared, not even for reading.
    void* shared =
        ::mmap(nullptr, pool_bytes_, PROT_READ, MAP_PRIVATE | MAP_POPULATE, protocol::pool_descriptor, 0);
    if (shared == MAP_FAILED) throw Fault{"memory", "the pool cannot be mapped"};
    pool_ = device_->allocate(pool_bytes_);
    device_->upload(pool_, shared, pool_bytes_);
    ::munmap(shared, pool_bytes_);
    return json::object();
}

json Session::allocate(const json& request) {
    const auto args = request.at("args").get_binary();
    args_.assign(reinterpret_cast<const std::byte*>(args.data()),
                 reinterpret_cast<const std::byte*>(args.data()) + args.size());
    const bool bare = request.at("bare");
    for (const json& description : request.at("buffers")) {
        Buffer buffer;
        buffer.bytes = description.at("bytes");
        buffer.element_bytes = description.at("element_bytes");
        buffer.poisoned = description.at("poisoned");
        const std::size_t misalignment = description.at("misalignment");
        const std::size_t band = bare ? 0 : protocol::guard_bytes;
        buffer.offset = band + misalignment;
        buffer.block_bytes = buffer.offset + buffer.bytes + band;
        if (!bare) buffer.block_bytes = round_up(buffer.block_bytes, alignment);
        buffer.block = device_->allocate(buffer.block_bytes);
        buffers_.push_back(buffer);
        if (!bare) device_->fill(buffer.block, buffer.block_bytes, description.at("guard"));
        const std::size_t at = description.at("pointer_offset");
        if (at + sizeof(void*) > args_.size()) throw Fault{"protocol", "a pointer outside the arguments"};
        // A buffer without elements still has an address; a solution must not need to look at it.
        const void* address = buffer.data();
        std::memcpy(args_.data() + at, &address, sizeof(address));
    }
    device_->synchronize();
    return json::object();
}

json Session::fill(const json& request) {
    const Buffer& buffer = buffers_.at(request.at("buffer").get<std::size_t>());
    const auto& data = request.at("data").get_binary();
    if (data.size() != buffer.bytes) throw Fault{"protocol", "a fill of the wrong size"};
    if (!data.empty()) device_->upload(buffer.data(), data.data(), data.size());
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
    using Clock = std::chrono::steady_clock;
    if (function_ == nullptr) throw Fault{"protocol", "nothing is loaded"};
    start_launch_log();
    start_copy_count();
    const Clock::time_point start = Clock::now();
    try {
        function_(args_.data());
    } catch (const std::exception& error) {
        throw Fault{"exception", error.what()};
    } catch (...) {
        throw Fault{"exception", "something that is not a std::exception"};
    }
    device_->synchronize();
    const std::chrono::duration<double, std::milli> elapsed = Clock::now() - start;
    stop_launch_log();
    return {{"ms", elapsed.count()}, {"copied_bytes", stop_copy_count()}};
}

json Session::fetch(const json& request) {
    const Buffer& buffer = buffers_.at(request.at("buffer").get<std::size_t>());
    json::binary_t::container_type data(buffer.bytes);
    if (!data.empty()) device_->download(data.data(), buffer.data(), data.size());
    return {{"data", json::binary(std::move(data))}};
}

json Session::gather(const json& request) {
    const Buffer& buffer = buffers_.at(request.at("buffer").get<std::size_t>());
    const std::vector<std::uint64_t> indices = request.at("indices");
    for (const std::uint64_t index : indices)
        if (index >= buffer.bytes / buffer.element_bytes)
            throw Fault{"protocol", "a place outside the buffer"};
    json::binary_t::container_type data(indices.size() * buffer.element_bytes);
    device_->gather(data.data(), buffer.data(), buffer.element_bytes, indices);
    return {{"data", json::binary(std::move(data))}};
}

json Session::guards() {
    json bands = json::array();
    for (const Buffer& buffer : buffers_) {
        json::binary_t::container_type before(buffer.offset);
        json::binary_t::container_type after(buffer.block_bytes - buffer.offset - buffer.bytes);
        device_->download(before.data(), buffer.block, before.size());
        device_->download(after.data(), buffer.data() + buffer.bytes, after.size());
        bands.push_back({json::binary(std::move(before)), json::binary(std::move(after))});
    }
    return {{"bands", std::move(bands)}};
}

json Session::release() {
    for (const Buffer& buffer : buffers_) device_->release(buffer.block);
    buffers_.clear();
    args_.clear();
    return json::object();
}

} // namespace runner
