#include "runtime/arguments.h"

#include <algorithm>
#include <cstdint>

#include "analysis/kernel.h"
#include "program/program_values.h"

namespace simulator::runtime {

std::vector<std::byte> read_arguments(const Kernel& kernel, const void* arguments) {
    require(arguments != nullptr || kernel.parameters.empty());
    const auto places = read_values<const void*>(arguments, kernel.parameters.size());
    std::vector<std::byte> packed(kernel.parameter_bytes);
    for (std::size_t n = 0; n < places.size(); ++n) {
        const VariableLayout& parameter = kernel.parameters[n];
        const auto bytes = read_values<std::byte>(places[n], parameter.bytes);
        std::ranges::copy(bytes, packed.begin() + parameter.offset);
    }
    return packed;
}

std::vector<std::byte> read_argument_block(const Kernel& kernel, const void* extra) {
    // CU_LAUNCH_PARAM_END, _BUFFER_POINTER and _BUFFER_SIZE of the driver's header.
    constexpr std::uintptr_t end = 0, pointer = 1, size = 2;
    constexpr std::size_t longest = 8;
    const void* buffer = nullptr;
    std::size_t bytes = 0;
    const auto* next = static_cast<const std::uintptr_t*>(extra);
    for (std::size_t n = 0; read_value<std::uintptr_t>(next) != end; ++n, next += 2) {
        const auto pair = read_values<std::uintptr_t>(next, 2);
        require(n < longest && (pair[0] == pointer || pair[0] == size));
        const auto* const there = reinterpret_cast<const void*>(pair[1]);
        if (pair[0] == pointer) {
            buffer = there;
        } else {
            bytes = read_value<std::size_t>(there);
        }
    }
    require(buffer != nullptr && bytes == kernel.parameter_bytes);
    return read_values<std::byte>(buffer, kernel.parameter_bytes);
}

} // namespace simulator::runtime
