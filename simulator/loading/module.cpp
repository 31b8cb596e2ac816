#include "loading/module.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "analysis/kernel.h"
#include "loading/workaround_for.h"
#include "machine/launch.h"
#include "program/notice.h"
#include "ptx/parser.h"

namespace simulator::runtime {

namespace {

std::vector<FatEntry> read_entries(Bytes image, std::string& read_error) {
    if (!read_error.empty()) {
        return {};
    }
    try {
        return read_container(image);
    } catch (const FatBinaryError& error) {
        read_error = error.what();
        return {};
    }
}

/// Lists the available code for an error message: "sm_90 SASS, compute_100 PTX".
std::string contents(const std::vector<FatEntry>& entries) {
    std::string text;
    for (const FatEntry& entry : entries) {
        if (entry.kind != FatEntryKind::other) {
            text += fmt::format(fmt::runtime(entry.kind == FatEntryKind::ptx ? "{}compute_{} PTX"
                                                                             : "{}sm_{} SASS"),
                                text.empty() ? "" : ", ", entry.architecture);
        }
    }
    return text.empty() ? "nothing" : text;
}

/// @p kernel is empty if the error concerns the text as a whole.
std::string explain(const ptx::PtxError& error, const std::string& kernel, std::string_view file) {
    std::string text = fmt::format("{} cannot be run: ", kernel.empty() ? "the PTX" : demangled(kernel));
    if (!error.function.empty() && error.function != kernel) {
        text +=
            fmt::format("in {}, {}", demangled(error.function), kernel.empty() ? "" : "which it may call, ");
    }
    text += error.what();
    text += fmt::format(" (line {} of the PTX", error.line);
    if (error.source.line != 0) {
        text += fmt::format(", line {} of {}", error.source.line, file.empty() ? "the source" : file);
    }
    text += ")";
    const std::string_view advice = workaround_for(error.what());
    return advice.empty() ? text : fmt::format("{}; {}", text, advice);
}

bool in_device_memory(const ptx::Variable& variable) {
    return variable.space == ptx::Space::global || variable.space == ptx::Space::constant;
}

} // namespace

Module::Module(std::vector<std::byte> image, std::string read_error, const Device& device,
               bool track_definedness)
    : device_(device), track_definedness_(track_definedness), image_(std::move(image)),
      read_error_(std::move(read_error)), entries_(read_entries(image_, read_error_)),
      resources_(entries_, static_cast<std::uint32_t>(device.capability())) {}

void Module::refuse(cudaError_t error, const std::string& why) {
    report_unsupported(why);
    refused_ = error;
    throw ApiError(error);
}

void Module::parse() {
    if (!read_error_.empty()) {
        refuse(cudaErrorInvalidKernelImage, read_error_);
    }
    const FatEntry* entry =
        best_entry(entries_, FatEntryKind::ptx, static_cast<std::uint32_t>(device_.capability()));
    if (entry == nullptr) {
        // Targets above 8.0 have few features that older GPUs lack.
        const int target = std::min(device_.capability(), 80);
        refuse(
            cudaErrorNoKernelImageForDevice,
            fmt::format(
                "the program contains {0}; the simulator needs PTX for compute capability {1}.{2} or lower: "
                "compile with -gencode arch=compute_{3},code=compute_{3}",
                contents(entries_), device_.capability_major, device_.capability_minor, target));
    }
    try {
        ptx_ = std::make_shared<const ptx::Module>(ptx::parse(unpack(*entry)));
    } catch (const ptx::PtxError& error) {
        refuse(cudaErrorInvalidPtx, explain(error, {}, error.file));
    } catch (const FatBinaryError& error) {
        refuse(cudaErrorInvalidKernelImage, error.what());
    }
}

void Module::load(DeviceMemory& memory) {
    if (refused_) {
        throw ApiError(*refused_);
    }
    if (ptx_ == nullptr) {
        parse();
    }
    if (!placed_) {
        place_variables(memory);
        placed_ = true;
    }
}

void Module::place_variables(DeviceMemory& memory) {
    addresses_.assign(ptx_->variables.size(), 0);
    for (std::size_t i = 0; i < addresses_.size(); ++i) {
        const ptx::Variable& variable = ptx_->variables[i];
        if (in_device_memory(variable) && !variable.external) {
            const AllocationOrigin origin = shared_.contains(variable.name) ? AllocationOrigin::managed
                                            : variable.space == ptx::Space::constant
                                                ? AllocationOrigin::constant
                                                : AllocationOrigin::variable;
            const Allocation* place = memory.allocate(std::max<std::uint64_t>(variable.bytes, 1), origin, {},
                                                      demangled(variable.name));
            require(place != nullptr, cudaErrorMemoryAllocation);
            addresses_[i] = place->begin;
        }
    }
    for (std::size_t i = 0; i < addresses_.size(); ++i) {
        if (addresses_[i] != 0) {
            initialize(ptx_->variables[i], addresses_[i], memory);
        }
    }
}

void Module::initialize(const ptx::Variable& variable, Address address, DeviceMemory& memory) const {
    std::byte* const bytes = memory.find(address)->host;
    std::ranges::copy(variable.initial, bytes);
    for (const ptx::Relocation& relocation : variable.relocations) {
        const Address value = address_of(relocation.symbol) + static_cast<Address>(relocation.addend);
        std::memcpy(bytes + relocation.offset, &value, sizeof value);
    }
}

Address Module::address_of(const std::string& symbol) const {
    const auto variable = std::ranges::find(ptx_->variables, symbol, &ptx::Variable::name);
    if (variable != ptx_->variables.end()) {
        return addresses_[static_cast<std::size_t>(variable - ptx_->variables.begin())];
    }
    const auto function = std::ranges::find(ptx_->functions, symbol, &ptx::Function::name);
    require(function != ptx_->functions.end(), cudaErrorInvalidPtx);
    return address_of_function(static_cast<std::uint32_t>(function - ptx_->functions.begin()));
}

std::uint32_t Module::index_of(const std::string& kernel) const {
    const auto found = std::ranges::find_if(ptx_->functions, [&](const ptx::Function& function) {
        return function.entry && function.name == kernel;
    });
    require(found != ptx_->functions.end(), cudaErrorInvalidDeviceFunction);
    return static_cast<std::uint32_t>(found - ptx_->functions.begin());
}

const ptx::Function& Module::function(DeviceMemory& memory, const std::string& name) {
    load(memory);
    return ptx_->functions[index_of(name)];
}

std::shared_ptr<const Kernel> Module::kernel(DeviceMemory& memory, const std::string& name) {
    load(memory);
    const std::uint32_t index = index_of(name);
    const auto [known, added] = kernels_.try_emplace(index);
    if (added) {
        try {
            known->second = decode(ptx_, index, addresses_, track_definedness_);
        } catch (const ptx::PtxError& error) {
            report_unsupported(explain(error, name, ptx_->file_name(error.source)));
        }
    }
    // A kernel that cannot be decoded stays in the map as null, so that it is reported once.
    require(known->second != nullptr, cudaErrorInvalidPtx);
    return known->second;
}

KernelResources Module::resources(DeviceMemory& memory, const std::string& name) {
    const std::shared_ptr<const Kernel> code = kernel(memory, name);
    KernelResources resources = resources_.of(name);
    resources.static_shared = code->static_shared;
    if (!resources.registers_known) {
        resources.local_bytes = code->functions.front().local_bytes + code->call_bytes;
    }
    const ptx::Function& source = *code->functions.front().source;
    resources.max_threads = source.max_threads != 0 ? std::min(source.max_threads, device_.threads_per_block)
                                                    : device_.threads_per_block;
    return resources;
}

std::shared_ptr<const sass::SassProgram> Module::sass() {
    if (sass_ == nullptr) {
        sass::SassProgram code;
        const auto capability = static_cast<std::uint32_t>(device_.capability());
        if (const FatEntry* ptx = best_entry(entries_, FatEntryKind::ptx, capability)) {
            const std::string cubin = assembled(*ptx, capability);
            code = sass::read_sass_program(std::as_bytes(std::span(cubin)));
        }
        sass_ = std::make_shared<const sass::SassProgram>(std::move(code));
    }
    return sass_;
}

const Allocation* Module::variable(DeviceMemory& memory, const std::string& name) {
    load(memory);
    const auto found = std::ranges::find(ptx_->variables, name, &ptx::Variable::name);
    if (found == ptx_->variables.end()) {
        return nullptr;
    }
    return memory.find(addresses_[static_cast<std::size_t>(found - ptx_->variables.begin())]);
}

std::uint32_t Module::ptx_architecture(DeviceMemory& memory) {
    load(memory);
    return ptx_->target;
}

void Module::unload() {
    placed_ = false;
    addresses_.clear();
    kernels_.clear();
}

} // namespace simulator::runtime
