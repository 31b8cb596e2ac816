#pragma once

/// @file
/// GPU resources of the kernels of a fat binary.

#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "loading/cubin.h"
#include "loading/fat_binary.h"

namespace simulator::runtime {

/// Returns the PTX or cubin among @p entries that a GPU of compute capability @p capability would run: the
/// newest that is not newer than the GPU. Null if there is none.
const FatEntry* best_entry(const std::vector<FatEntry>& entries, FatEntryKind kind, std::uint32_t capability);

/// Returns the cubin of a PTX for a GPU of compute capability @p capability; empty if ptxas produces none.
std::string assembled(const FatEntry& ptx, std::uint32_t capability);

/// Resources of the kernels of one fat binary: from its cubin for the modelled GPU, and from ptxas if the
/// cubin is not sufficient. ptxas runs in the background; the program waits only if it queries resources
/// before ptxas has finished.
class ModuleResources {
public:
    /// Starts to determine the resources. The bytes of @p entries must outlive this object.
    ModuleResources(const std::vector<FatEntry>& entries, std::uint32_t capability);
    ModuleResources(const ModuleResources&) = delete;
    ModuleResources& operator=(const ModuleResources&) = delete;
    ~ModuleResources() { finish(); }

    /// Returns the resources of a kernel; KernelResources::registers_known is false if they are unknown.
    KernelResources of(std::string_view kernel);
    /// Waits for ptxas.
    void finish();

private:
    ResourceTable table_;
    std::jthread worker_;
};

} // namespace simulator::runtime
