#include "device/service_threads.h"

namespace simulator::device {

void ServiceThreads::post(Role post, runtime::Program& thread) {
    Slot& slot = post == Role::functions ? functions_ : memory_;
    const std::lock_guard lock(slot.mutex);
    slot.thread = &thread;
}

void ServiceThreads::leave(const runtime::Program& thread) {
    for (Slot* const slot : {&functions_, &memory_}) {
        const std::lock_guard lock(slot->mutex);
        if (slot->thread == &thread) {
            slot->thread = nullptr;
        }
    }
}

template <class Act> void ServiceThreads::act_on(Slot& slot, Act act) {
    const std::lock_guard lock(slot.mutex);
    // The program announces its service threads before it sends a call that needs them.
    if (slot.thread != nullptr) {
        act(*slot.thread);
    }
}

bool ServiceThreads::read(const runtime::RowTransfer& rows) {
    bool all = false;
    act_on(memory_, [&](Program& thread) { all = thread.read(rows); });
    return all;
}

void ServiceThreads::write(const runtime::RowTransfer& rows) {
    act_on(memory_, [&](Program& thread) { thread.write(rows); });
}

void ServiceThreads::set_host_access(std::uint64_t address, std::size_t bytes, HostAccess access) {
    act_on(functions_, [&](Program& thread) { thread.set_host_access(address, bytes, access); });
}

void ServiceThreads::call(cudaHostFn_t function, void* data) {
    act_on(functions_, [&](Program& thread) { thread.call(function, data); });
}

void ServiceThreads::call(cudaStreamCallback_t callback, cudaStream_t stream, cudaError_t status,
                          void* data) {
    act_on(functions_, [&](Program& thread) { thread.call(callback, stream, status, data); });
}

} // namespace simulator::device
