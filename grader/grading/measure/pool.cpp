#include "grading/measure/pool.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

#include "base/errors.h"
#include "kernelsmith/host_threads.h"

namespace grader {
namespace {

using kernelsmith::Buffer;
using kernelsmith::Role;

constexpr std::size_t alignment = 256;
constexpr std::size_t chunk_elements = std::size_t{1} << 20;

} // namespace

std::vector<Pool::InputRange> Pool::plan(const kernelsmith::Layout& layout, std::size_t& total) {
    std::vector<InputRange> ranges;
    total = 0;
    for (std::size_t i = 0; i < layout.buffers.size(); ++i) {
        const Buffer& buffer = layout.buffers[i];
        if (buffer.role != Role::in && buffer.role != Role::inout) continue;
        const std::size_t elements = buffer.count() + buffer.window_step * (windows - 1);
        ranges.push_back({i, total, elements, buffer.window_step * buffer.element_bytes, buffer.salt});
        total += (elements * buffer.element_bytes + alignment - 1) / alignment * alignment;
    }
    total = std::max(total, alignment);
    return ranges;
}

std::size_t Pool::bytes_for(const kernelsmith::Layout& layout) {
    std::size_t total = 0;
    (void)plan(layout, total);
    return total;
}

Pool::Pool(const kernelsmith::Problem& problem, const kernelsmith::Layout& layout,
           const kernelsmith::Draw& draw)
    : ranges_(plan(layout, bytes_)) {
    const auto fail = [](const char* what) {
        throw EnvironmentError(std::string(what) + " for the inputs: " + std::strerror(errno));
    };
    descriptor_ = Descriptor(::memfd_create("inputs", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (descriptor() < 0) fail("no shared memory");
    if (::ftruncate(descriptor(), static_cast<off_t>(bytes_)) != 0) fail("not enough memory");
    void* const map = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor(), 0);
    if (map == MAP_FAILED) fail("not enough memory");
    const auto unmap = [bytes = bytes_](void* mapped) { ::munmap(mapped, bytes); };
    std::unique_ptr<void, decltype(unmap)> mapping(map, unmap);

    const std::span<std::byte> all(static_cast<std::byte*>(map), bytes_);
    for (const InputRange& range : ranges_) {
        const std::size_t element_bytes = layout.buffers[range.buffer].element_bytes;
        std::atomic<std::size_t> next = 0;
        const auto work = [&] {
            for (std::size_t first; (first = next.fetch_add(chunk_elements)) < range.elements;) {
                const std::size_t count = std::min(chunk_elements, range.elements - first);
                problem.generate(draw, range.buffer, first,
                                 all.subspan(range.start + first * element_bytes, count * element_bytes));
            }
        };
        std::vector<std::jthread> threads;
        for (unsigned i = 1; i < kernelsmith::host_threads(); ++i) threads.emplace_back(work);
        work();
    }
    mapping.reset(); // sealing against writes fails while a writable mapping exists
    // A student's process inherits the descriptor; it must not be able to change the inputs through it.
    if (::fcntl(descriptor(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        fail("no sealed memory");
}

std::vector<Window> Pool::at(std::uint64_t window, std::uint64_t key) const {
    std::vector<Window> result;
    for (const InputRange& range : ranges_) {
        Window there{range.buffer, range.start + range.step_bytes * window};
        if (key != 0) {
            there.salt = range.salt;
            there.key = kernelsmith::key_of_input(key, range.buffer);
        }
        result.push_back(there);
    }
    return result;
}

} // namespace grader
