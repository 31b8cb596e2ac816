// Calls that register fat binaries, kernels and variables, sent for a program's start-up code.

#include <string>
#include <utility>
#include <vector>

#include "device/messages.h"
#include "loading/module.h"
#include "loading/registry.h"
#include "program/program_memory.h"
#include "runtime/api/entry.h"
#include "runtime/memory.h"

namespace simulator::device::messages {

using runtime::answer;
using runtime::Module;
using runtime::Need;
using runtime::require;
using runtime::Runtime;

namespace {

constexpr std::uint64_t max_image_bytes = std::uint64_t{1} << 30;

Module& image_of(Client& client, std::uint32_t number) {
    const auto found = client.images.find(number);
    require(found != client.images.end());
    return *found->second;
}

std::vector<std::byte> read_image(std::uint64_t address, std::uint64_t bytes) {
    require(runtime::current_call().program != nullptr && bytes <= max_image_bytes);
    std::vector<std::byte> image(bytes);
    runtime::read_program_memory(address, image);
    return image;
}

} // namespace

std::int32_t register_image(Client& client, protocol::Reader& in, protocol::Writer&) {
    const auto number = in.get<std::uint32_t>();
    const auto address = in.get<std::uint64_t>();
    const auto bytes = in.get<std::uint64_t>();
    std::string damage = in.get_text();
    return answer(Need::nothing, [&](Runtime& runtime) {
        require(!client.images.contains(number));
        client.images[number] = &runtime.registry().add_module(read_image(address, bytes), std::move(damage));
    });
}

std::int32_t unregister_image(Client& client, protocol::Reader& in, protocol::Writer&) {
    const auto number = in.get<std::uint32_t>();
    return answer(Need::nothing, [&](Runtime& runtime) {
        Module& image = image_of(client, number);
        client.images.erase(number);
        runtime.registry().remove_module(image);
    });
}

std::int32_t register_function(Client& client, protocol::Reader& in, protocol::Writer&) {
    const auto image = in.get<std::uint32_t>();
    const auto* const host = in.get<const void*>();
    std::string name = in.get_text();
    return answer(Need::nothing, [&](Runtime& runtime) {
        runtime.registry().add_kernel(image_of(client, image), host, std::move(name));
    });
}

std::int32_t register_variable(Client& client, protocol::Reader& in, protocol::Writer&) {
    const auto image = in.get<std::uint32_t>();
    const auto* const host = in.get<const void*>();
    const auto bytes = in.get<std::uint64_t>();
    const auto constant = in.get<std::uint8_t>();
    std::string name = in.get_text();
    return answer(Need::nothing, [&](Runtime& runtime) {
        runtime.registry().add_variable(host, {.module = &image_of(client, image),
                                               .name = std::move(name),
                                               .bytes = bytes,
                                               .constant = constant != 0});
    });
}

std::int32_t register_managed(Client& client, protocol::Reader& in, protocol::Writer&) {
    const auto image = in.get<std::uint32_t>();
    auto* const pointer = in.get<void**>();
    const auto bytes = in.get<std::uint64_t>();
    const auto constant = in.get<std::uint8_t>();
    std::string name = in.get_text();
    return answer(Need::nothing, [&](Runtime& runtime) {
        Module& module = image_of(client, image);
        module.share(name);
        runtime.registry().add_managed({.variable = {.module = &module,
                                                     .name = std::move(name),
                                                     .bytes = bytes,
                                                     .constant = constant != 0},
                                        .pointer = pointer});
    });
}

std::int32_t set_up_managed(Client& client, protocol::Reader& in, protocol::Writer&) {
    const auto image = in.get<std::uint32_t>();
    return answer(Need::nothing, [&](Runtime& runtime) {
        runtime::Program* const program = runtime::current_call().program;
        require(program != nullptr);
        for (const auto& managed : runtime.registry().managed_of(image_of(client, image))) {
            const Allocation* const place =
                managed.variable.module->variable(runtime.memory().device, managed.variable.name);
            Address address = place == nullptr ? 0 : place->begin;
            auto* const bytes = reinterpret_cast<std::byte*>(&address);
            program->write({managed.pointer, sizeof address, bytes, sizeof address, sizeof address, 1});
        }
    });
}

} // namespace simulator::device::messages
