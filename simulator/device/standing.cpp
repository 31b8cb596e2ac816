#include "device/standing.h"

namespace simulator::device {

void Standing::post(Post post, runtime::Program& thread) {
    Place& place = post == Post::functions ? functions_ : memory_;
    const std::lock_guard lock(place.mutex);
    place.thread = &thread;
}

void Standing::leave(const runtime::Program& thread) {
    for (Place* const place : {&functions_, &memory_}) {
        const std::lock_guard lock(place->mutex);
        if (place->thread == &thread) {
            place->thread = nullptr;
        }
    }
}

template <class Act> void Standing::have(Place& place, Act act) {
    const std::lock_guard lock(place.mutex);
    // The program sends its threads before it asks for anything that needs them.
    if (place.thread != nullptr) {
        act(*place.thread);
    }
}

bool Standing::read(const runtime::RowTransfer& rows) {
    bool all = false;
    have(memory_, [&](Program& thread) { all = thread.read(rows); });
    return all;
}

void Standing::write(const runtime::RowTransfer& rows) {
    have(memory_, [&](Program& thread) { thread.write(rows); });
}

void Standing::set_host_access(std::uint64_t address, std::size_t bytes, HostAccess access) {
    have(functions_, [&](Program& thread) { thread.set_host_access(address, bytes, access); });
}

void Standing::call(cudaHostFn_t function, void* data) {
    have(functions_, [&](Program& thread) { thread.call(function, data); });
}

void Standing::call(cudaStreamCallback_t callback, cudaStream_t stream, cudaError_t status, void* data) {
    have(functions_, [&](Program& thread) { thread.call(callback, stream, status, data); });
}

} // namespace simulator::device
