// Runtime functions whose argument types do not determine how they are marshalled, and calls that are not
// runtime functions.

#include <algorithm>
#include <array>
#include <cuda_runtime_api.h>
#include <string>
#include <vector>

#include "device/final_report.h"
#include "device/host_access.h"
#include "device/messages.h"
#include "loading/registry.h"
#include "runtime/api/entry.h"
#include "runtime/launch.h"
#include "runtime/unchecked_errors.h"

namespace simulator::device::messages {

using protocol::Reader;
using protocol::Writer;

namespace {

// Maximum size of the data in one reply; Mailbox::capacity is larger.
constexpr std::size_t max_answer_bytes = 200 * 1024;

/// Returns a buffer of at most max_answer_bytes for a result of @p bytes; empty if the result is not @p
/// wanted.
std::vector<std::byte> room(bool wanted, std::uint64_t bytes) {
    return std::vector<std::byte>(wanted ? std::min<std::uint64_t>(bytes, max_answer_bytes) : 0);
}

void* data_of(std::vector<std::byte>& bytes, bool wanted) { return wanted ? bytes.data() : nullptr; }

/// Lists of equal length that a program requests.
class NodeLists {
public:
    explicit NodeLists(Reader& in) : handle_(in.get<std::uint64_t>()) {
        const auto wanted = in.get<std::uint8_t>();
        counts_ = in.get<std::uint8_t>() != 0;
        there_ = in.get<std::size_t>();
        const std::size_t room =
            std::min(there_, max_answer_bytes / (2 * sizeof(cudaGraphNode_t) + sizeof(cudaGraphEdgeData)));
        if (wanted != 0) {
            there_ = room;
        }
        wanted_ = wanted;
        for (auto& list : nodes_) {
            list.resize(room);
        }
        data_.resize(room);
    }
    template <class Handle> [[nodiscard]] Handle handle() const { return reinterpret_cast<Handle>(handle_); }
    cudaGraphNode_t* nodes(unsigned which) {
        return (wanted_ & 1U << which) != 0 ? nodes_.at(which).data() : nullptr;
    }
    cudaGraphEdgeData* data() { return (wanted_ & 4U) != 0 ? data_.data() : nullptr; }
    std::size_t* count() { return counts_ ? &there_ : nullptr; }
    void answer(Writer& out) {
        out.put(there_);
        for (unsigned which = 0; which < nodes_.size(); ++which) {
            if (nodes(which) != nullptr) {
                out.put_bytes(std::as_bytes(std::span(nodes_.at(which))));
            }
        }
        if (data() != nullptr) {
            out.put_bytes(std::as_bytes(std::span(data_)));
        }
    }

private:
    std::uint64_t handle_;
    unsigned wanted_ = 0; ///< one bit per list
    bool counts_ = false;
    std::size_t there_ = 0;
    std::array<std::vector<cudaGraphNode_t>, 2> nodes_;
    std::vector<cudaGraphEdgeData> data_;
};

} // namespace

std::int32_t announce_site(Client& client, Reader& in, Writer&) {
    client.sites.add(in);
    return cudaSuccess;
}

std::int32_t mark_errors_checked(Client&, Reader&, Writer&) {
    runtime::mark_errors_checked();
    return cudaSuccess;
}

std::int32_t host_access(Client&, Reader& in, Writer&) {
    const auto address = in.get<std::uint64_t>();
    const bool writes = in.get<std::uint8_t>() != 0;
    return handle_host_fault(runtime::Runtime::get(), address, writes) ? 1 : 0;
}

std::int32_t program_ends(Client&, Reader&, Writer&) {
    return report_at_exit(runtime::Runtime::get()) ? 1 : 0;
}

std::int32_t serve_streams(Client& client, Reader& in, Writer&) {
    const auto post =
        in.get<std::uint8_t>() == 0 ? ServiceThreads::Role::functions : ServiceThreads::Role::memory;
    if (runtime::Program* const thread = runtime::current_call().program) {
        client.service_threads.post(post, *thread);
    }
    return cudaSuccess;
}

std::int32_t unsupported(Client&, Reader& in, Writer&) {
    const std::string name = in.get_text();
    return runtime::answer(
        runtime::Need::nothing, [&](runtime::Runtime&) { runtime::refuse_unsupported(name.c_str()); },
        name.c_str());
}

std::int32_t leave(Client&, Reader&, Writer&) { return cudaSuccess; }

std::int32_t cudaDeviceGetPCIBusId(Client&, Reader& in, Writer& out) {
    const bool wanted = in.get<std::uint8_t>() != 0;
    const auto length = in.get<int>();
    const auto device = in.get<int>();
    std::array<char, 64> text{};
    const int most = std::min(length, static_cast<int>(text.size()));
    const cudaError_t error = ::cudaDeviceGetPCIBusId(wanted ? text.data() : nullptr, most, device);
    out.put_text(text.data());
    return error;
}

std::int32_t cudaFuncGetName(Client&, Reader& in, Writer& out) {
    const bool wanted = in.get<std::uint8_t>() != 0;
    const auto* const function = in.get<const void*>();
    std::string name;
    // Under the lock, because another thread may unregister the function.
    const cudaError_t error = runtime::answer(
        runtime::Need::gpu,
        [&](runtime::Runtime& runtime) {
            runtime::require(wanted);
            name = runtime::kernel_of(runtime, function).name;
        },
        "cudaFuncGetName");
    out.put_text(name);
    return error;
}

std::int32_t cudaGraphGetNodes(Client&, Reader& in, Writer& out) {
    NodeLists lists(in);
    const cudaError_t error = ::cudaGraphGetNodes(lists.handle<cudaGraph_t>(), lists.nodes(0), lists.count());
    lists.answer(out);
    return error;
}

std::int32_t cudaGraphGetRootNodes(Client&, Reader& in, Writer& out) {
    NodeLists lists(in);
    const cudaError_t error =
        ::cudaGraphGetRootNodes(lists.handle<cudaGraph_t>(), lists.nodes(0), lists.count());
    lists.answer(out);
    return error;
}

std::int32_t cudaGraphGetEdges(Client&, Reader& in, Writer& out) {
    NodeLists lists(in);
    const cudaError_t error = ::cudaGraphGetEdges(lists.handle<cudaGraph_t>(), lists.nodes(0), lists.nodes(1),
                                                  lists.data(), lists.count());
    lists.answer(out);
    return error;
}

std::int32_t cudaGraphNodeGetDependencies(Client&, Reader& in, Writer& out) {
    NodeLists lists(in);
    const cudaError_t error = ::cudaGraphNodeGetDependencies(lists.handle<cudaGraphNode_t>(), lists.nodes(0),
                                                             lists.data(), lists.count());
    lists.answer(out);
    return error;
}

std::int32_t cudaGraphNodeGetDependentNodes(Client&, Reader& in, Writer& out) {
    NodeLists lists(in);
    const cudaError_t error = ::cudaGraphNodeGetDependentNodes(lists.handle<cudaGraphNode_t>(),
                                                               lists.nodes(0), lists.data(), lists.count());
    lists.answer(out);
    return error;
}

std::int32_t cudaMemPoolGetAttribute(Client&, Reader& in, Writer& out) {
    auto* const pool = in.get<cudaMemPool_t>();
    const auto attribute = in.get<cudaMemPoolAttr>();
    const bool wanted = in.get<std::uint8_t>() != 0;
    std::uint64_t value = 0;
    const cudaError_t error = ::cudaMemPoolGetAttribute(pool, attribute, wanted ? &value : nullptr);
    out.put(value);
    return error;
}

std::int32_t cudaMemPoolSetAttribute(Client&, Reader& in, Writer&) {
    auto* const pool = in.get<cudaMemPool_t>();
    const auto attribute = in.get<cudaMemPoolAttr>();
    const bool given = in.get<std::uint8_t>() != 0;
    auto value = in.get<std::uint64_t>();
    return ::cudaMemPoolSetAttribute(pool, attribute, given ? &value : nullptr);
}

std::int32_t cudaMemRangeGetAttribute(Client&, Reader& in, Writer& out) {
    const bool wanted = in.get<std::uint8_t>() != 0;
    std::vector<std::byte> data = room(wanted, in.get<std::uint64_t>());
    const auto attribute = in.get<cudaMemRangeAttribute>();
    const auto* const pointer = in.get<const void*>();
    const auto bytes = in.get<std::size_t>();
    const cudaError_t error =
        ::cudaMemRangeGetAttribute(data_of(data, wanted), data.size(), attribute, pointer, bytes);
    out.put_bytes(data);
    return error;
}

std::int32_t cudaMemRangeGetAttributes(Client&, Reader& in, Writer& out) {
    const auto count = in.get<std::uint32_t>();
    std::uint64_t left = max_answer_bytes;
    std::vector<std::vector<std::byte>> data;
    std::vector<void*> places;
    std::vector<std::size_t> sizes;
    std::vector<cudaMemRangeAttribute> attributes;
    for (std::uint32_t n = 0; n < count; ++n) {
        attributes.push_back(in.get<cudaMemRangeAttribute>());
        const bool wanted = in.get<std::uint8_t>() != 0;
        data.push_back(room(wanted, std::min(left, in.get<std::uint64_t>())));
        left -= data.back().size();
        places.push_back(data_of(data.back(), wanted));
        sizes.push_back(data.back().size());
    }
    const auto* const pointer = in.get<const void*>();
    const auto bytes = in.get<std::size_t>();
    const cudaError_t error = ::cudaMemRangeGetAttributes(places.data(), sizes.data(), attributes.data(),
                                                          attributes.size(), pointer, bytes);
    for (const std::vector<std::byte>& one : data) {
        out.put_bytes(one);
    }
    return error;
}

std::int32_t cudaSetValidDevices(Client&, Reader& in, Writer&) {
    const bool given = in.get<std::uint8_t>() != 0;
    const auto count = in.get<int>();
    std::vector<int> devices(given && count > 0 ? std::min<std::size_t>(static_cast<std::size_t>(count), 1024)
                                                : 0);
    for (int& device : devices) {
        device = in.get<int>();
    }
    return ::cudaSetValidDevices(given ? devices.data() : nullptr,
                                 count < 0 ? count : static_cast<int>(devices.size()));
}

} // namespace simulator::device::messages
