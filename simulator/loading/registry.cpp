#include "loading/registry.h"

#include <utility>

#include "loading/module.h"

namespace simulator::runtime {

Registry::Registry(const Device& device, bool track_definedness)
    : device_(device), track_definedness_(track_definedness) {}

Registry::~Registry() = default;

Module& Registry::add_module(std::vector<std::byte> image, std::string read_error) {
    return *modules_.emplace_back(
        std::make_unique<Module>(std::move(image), std::move(read_error), device_, track_definedness_));
}

void Registry::remove_module(const Module& module) {
    if (module.used()) {
        former_images_.push_back(module.image());
    }
    std::erase_if(handles_, [&](const auto& entry) { return entry.second->module == &module; });
    std::erase_if(kernels_, [&](const auto& entry) { return entry.second->module == &module; });
    std::erase_if(variables_, [&](const auto& entry) { return entry.second.module == &module; });
    std::erase_if(managed_,
                  [&](const ManagedVariable& managed) { return managed.variable.module == &module; });
    std::erase_if(modules_, [&](const auto& owned) { return owned.get() == &module; });
}

void Registry::add_kernel(Module& module, const void* host, std::string name) {
    auto handle = std::make_unique<KernelHandle>();
    handle->module = &module;
    handle->name = std::move(name);
    std::unique_ptr<KernelHandle>& known = kernels_[host];
    handles_.erase(known.get());
    known = std::move(handle);
    handles_[known.get()] = known.get();
}

void Registry::add_variable(const void* host, VariableHandle variable) {
    variables_[host] = std::move(variable);
}

void Registry::add_managed(ManagedVariable variable) { managed_.push_back(std::move(variable)); }

KernelHandle* Registry::kernel(const void* host) {
    if (const auto found = kernels_.find(host); found != kernels_.end()) {
        return found->second.get();
    }
    const auto found = handles_.find(host);
    return found == handles_.end() ? nullptr : found->second;
}

const void* Registry::host_of(const void* kernel) const {
    for (const auto& [host, handle] : kernels_) {
        if (handle.get() == kernel) {
            return host;
        }
    }
    return kernel;
}

const VariableHandle* Registry::variable(const void* host) const {
    const auto found = variables_.find(host);
    return found == variables_.end() ? nullptr : &found->second;
}

std::vector<ManagedVariable> Registry::managed_of(const Module& module) const {
    std::vector<ManagedVariable> found;
    for (const ManagedVariable& managed : managed_) {
        if (managed.variable.module == &module) {
            found.push_back(managed);
        }
    }
    return found;
}

std::vector<ImageRecord> Registry::used_images() const {
    std::vector<ImageRecord> images = former_images_;
    for (const auto& module : modules_) {
        if (module->used()) {
            images.push_back(module->image());
        }
    }
    return images;
}

void Registry::unload() {
    for (const auto& module : modules_) {
        module->unload();
    }
}

void Registry::finish() {
    for (const auto& module : modules_) {
        module->finish();
    }
}

} // namespace simulator::runtime
