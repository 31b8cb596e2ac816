#pragma once

/// @file
/// What the kernels of a fat binary take of a GPU.

#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "loading/cubin.h"
#include "loading/fat_binary.h"

namespace simulator::runtime {

/// The text or machine code among @p entries that a GPU of compute capability @p capability would run: the
/// newest that is not newer than itself. Null when there is none.
const FatEntry* best_entry(const std::vector<FatEntry>& entries, FatEntryKind kind, std::uint32_t capability);

/// The machine code of a PTX for a GPU of compute capability @p capability; empty where ptxas makes none.
std::string assembled(const FatEntry& ptx, std::uint32_t capability);

/// Resources of the kernels of one fat binary: from its machine code for the modelled GPU, and, for what that
/// does not tell, from ptxas. ptxas works beside the program, which waits only when it asks before ptxas is
/// done.
class ModuleResources {
public:
    /// Begins to find out. The bytes of @p entries must outlive this.
    ModuleResources(const std::vector<FatEntry>& entries, std::uint32_t capability);
    ModuleResources(const ModuleResources&) = delete;
    ModuleResources& operator=(const ModuleResources&) = delete;
    ~ModuleResources() { finish(); }

    /// What is known of a kernel; KernelResources::registers_known is false when nothing is.
    KernelResources of(std::string_view kernel);
    /// Waits for ptxas.
    void finish();

private:
    ResourceTable table_;
    std::jthread worker_;
};

} // namespace simulator::runtime
