#pragma once

/// @file
/// Registrations of a program: kernels by host function, device variables by host variable.

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

/// A kernel from the program's view. A cudaKernel_t holds its address.
struct KernelHandle {
    Module* module = nullptr;                         ///< module with its code
    std::string name = {};                            ///< mangled name
    std::optional<std::uint32_t> dynamic_shared = {}; ///< limit set by cudaFuncSetAttribute
    int carveout = -1; ///< share of shared memory in percent that was set; -1: none. It has no effect
};

/// A variable from the program's view.
struct VariableHandle {
    Module* module = nullptr; ///< module that declares it
    std::string name = {};    ///< mangled name
    std::size_t bytes = 0;    ///< size according to the host compiler
    bool constant = false;    ///< `__constant__`
};

/// A `__managed__` variable: the program reads its address from a pointer in the program.
struct ManagedVariable {
    VariableHandle variable = {}; ///< variable on the device
    void** pointer = nullptr;     ///< program's pointer that receives the address
};

/// All registrations.
class Registry {
public:
    /// @p track_definedness: see Module.
    Registry(const Device& device, bool track_definedness);
    ~Registry();

    /// Adds a fat binary: see Module. The reference stays valid.
    Module& add_module(std::vector<std::byte> image, std::string read_error);
    /// Removes a module and everything registered with it.
    void remove_module(const Module& module);
    /// Adds the kernel @p name of a module, which the program calls as @p host.
    void add_kernel(Module& module, const void* host, std::string name);
    /// Adds a variable that the program identifies by the address @p host.
    void add_variable(const void* host, VariableHandle variable);
    /// Adds a variable that the program accesses through a pointer.
    void add_managed(ManagedVariable variable);

    /// Returns the kernel of a host function or a cudaKernel_t; null if there is none.
    KernelHandle* kernel(const void* host);
    /// Returns the host function of a kernel that the program may also identify by its cudaKernel_t.
    const void* host_of(const void* kernel) const;
    /// Returns the device variable of a host variable; null if there is none.
    const VariableHandle* variable(const void* host) const;
    /// Returns the managed variables of a module.
    [[nodiscard]] std::vector<ManagedVariable> managed_of(const Module& module) const;

    /// Returns the fat binaries that were used so far, including removed ones.
    [[nodiscard]] std::vector<ImageRecord> used_images() const;

    /// Unloads all modules after the GPU's memory was freed.
    void unload();
    /// Waits for background work.
    void finish();

private:
    const Device& device_;
    const bool track_definedness_;
    std::vector<std::unique_ptr<Module>> modules_;
    std::vector<ImageRecord> former_images_;                                 ///< images of removed modules
    std::unordered_map<const void*, std::unique_ptr<KernelHandle>> kernels_; ///< keyed by host function
    std::unordered_map<const void*, KernelHandle*> handles_;                 ///< keyed by cudaKernel_t
    std::unordered_map<const void*, VariableHandle> variables_;
    std::vector<ManagedVariable> managed_;
};

} // namespace simulator::runtime
