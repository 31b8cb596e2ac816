// Kernel launches, as the client library sends them.

#include <utility>
#include <vector>

#include "analysis/kernel.h"
#include "device/messages.h"
#include "protocol/launch.h"
#include "runtime/api/entry.h"
#include "runtime/api/launch.h"
#include "runtime/arguments.h"
#include "runtime/order_check.h"

namespace simulator::device::messages {

using protocol::LaunchMessage;
using runtime::LaunchCall;

namespace {

LaunchCall call_of(const LaunchMessage& message) {
    const auto size_of = [](const std::array<std::uint32_t, 3>& size) {
        return dim3(size[0], size[1], size[2]);
    };
    return {.function = reinterpret_cast<const void*>(message.function),
            .shape = {size_of(message.grid), size_of(message.block), message.dynamic_shared,
                      message.cooperative != 0},
            .stream = reinterpret_cast<cudaStream_t>(message.stream),
            .by_chevrons = message.by_chevrons != 0,
            .in_clusters = message.in_clusters != 0};
}

/// Sends the layout of the arguments, so that the client can pack those of the next launch itself.
void write_parameters(const Kernel& kernel, protocol::Writer& out) {
    out.put(static_cast<std::uint32_t>(kernel.parameter_bytes));
    out.put(static_cast<std::uint32_t>(kernel.parameters.size()));
    for (const VariableLayout& parameter : kernel.parameters) {
        out.put(static_cast<std::uint32_t>(parameter.offset));
        out.put(static_cast<std::uint32_t>(parameter.bytes));
    }
}

} // namespace

std::int32_t launch(Client&, protocol::Reader& in, protocol::Writer& out) {
    const auto message = in.get<LaunchMessage>();
    return runtime::launch_function(call_of(message), [&](const Kernel& kernel) {
        // Order checks need a reply per launch: pages are closed to the host before the launch returns.
        if (runtime::Runtime::get().order_check().work_order() == nullptr) {
            write_parameters(kernel, out);
        }
        return runtime::read_arguments(kernel, reinterpret_cast<const void*>(message.arguments));
    });
}

std::int32_t launch_again(Client&, protocol::Reader& in, protocol::Writer&) {
    const auto message = in.get<LaunchMessage>();
    const auto packed = in.rest();
    return runtime::launch_function(call_of(message), [&](const Kernel&) {
        return std::vector<std::byte>(packed.begin(), packed.end());
    });
}

} // namespace simulator::device::messages
