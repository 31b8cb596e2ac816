#pragma once

/// @file
/// What a program has registered: which host function stands for which kernel, which host variable for which
/// device variable.

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "report/image_record.h"

namespace simulator {
struct Device;
}

namespace simulator::runtime {

class Module;

/// A kernel as the program knows it. Its address is what a cudaKernel_t holds.
struct KernelHandle {
    Module* module = nullptr;                         ///< where its code is
    std::string name = {};                            ///< mangled
    std::optional<std::uint32_t> dynamic_shared = {}; ///< the limit that cudaFuncSetAttribute set
    int carveout = -1; ///< the share of shared memory in percent that was set; -1: none. Changes nothing
};

/// A variable as the program knows it.
struct VariableHandle {
    Module* module = nullptr; ///< where it is declared
    std::string name = {};    ///< mangled
    std::size_t bytes = 0;    ///< as the host's compiler knows them
    bool constant = false;    ///< `__constant__`
};

/// A `__managed__` variable: the program reads its address from a pointer of its own.
struct ManagedVariable {
    VariableHandle variable = {}; ///< what it is on the device
    void** pointer = nullptr;     ///< at the program, for the address
};

/// Everything that was registered.
class Registry {
public:
    /// @p track_definedness: see Module.
    Registry(const Device& device, bool track_definedness);
    ~Registry();

    /// A fat binary, see Module; the module stays where it is.
    Module& add_module(std::vector<std::byte> image, std::string read_error);
    /// Forgets a module and everything registered with it.
    void remove_module(const Module& module);
    /// The kernel @p name of a module, called by the program as @p host.
    void add_kernel(Module& module, const void* host, std::string name);
    /// A variable that the program knows by the address @p host.
    void add_variable(const void* host, VariableHandle variable);
    /// A variable that the program reaches through a pointer.
    void add_managed(ManagedVariable variable);

    /// The kernel behind a host function or a cudaKernel_t; null when there is none.
    KernelHandle* kernel(const void* host);
    /// The host function of a kernel that the program may know by another name as well.
    const void* host_of(const void* kernel) const;
    /// The variable behind a host variable; null when there is none.
    const VariableHandle* variable(const void* host) const;
    /// The managed variables of a module.
    [[nodiscard]] std::vector<ManagedVariable> managed_of(const Module& module) const;

    /// The fat binaries of which something was used so far, also those that are gone.
    [[nodiscard]] std::vector<ImageRecord> used_images() const;

    /// After the memory of the GPU is gone.
    void unload();
    /// Waits for what goes on in the background.
    void finish();

private:
    const Device& device_;
    const bool track_definedness_;
    std::vector<std::unique_ptr<Module>> modules_;
    std::vector<ImageRecord> former_images_;                                 ///< of modules that are gone
    std::unordered_map<const void*, std::unique_ptr<KernelHandle>> kernels_; ///< by host function
    std::unordered_map<const void*, KernelHandle*> handles_;                 ///< by cudaKernel_t
    std::unordered_map<const void*, VariableHandle> variables_;
    std::vector<ManagedVariable> managed_;
};

} // namespace simulator::runtime
