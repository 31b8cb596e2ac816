#pragma once

/// @file
/// A fat binary that a program has registered, and its code after the first use.

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/device.h"
#include "loading/fat_binary.h"
#include "loading/resources.h"
#include "memory/device_memory.h"
#include "protocol/errors.h"
#include "report/image_record.h"
#include "report/sha256.h"
#include "sass/sass_program.h"

namespace simulator {
struct Kernel;
namespace ptx {
struct Function;
struct Module;
struct Variable;
} // namespace ptx
} // namespace simulator

namespace simulator::runtime {

/// A registered fat binary. Its PTX is parsed, and its variables get device memory, at the first use of
/// one of its kernels or variables, as on a GPU.
class Module {
public:
    /// Reads a fat binary. Errors in it, or @p read_error if it could not be read at all, are reported at the
    /// first use. With @p track_definedness, its kernels report uses of uninitialized registers.
    Module(std::vector<std::byte> image, std::string read_error, const Device& device,
           bool track_definedness);

    /// Returns the code of a kernel by its mangled name. Rejects a kernel that cannot be run, and reports the
    /// reason the first time.
    std::shared_ptr<const Kernel> kernel(DeviceMemory& memory, const std::string& name);
    /// Returns the parsed function of a kernel; loads like kernel().
    const ptx::Function& function(DeviceMemory& memory, const std::string& name);
    /// Returns the GPU resources of a kernel, including its limit of threads.
    KernelResources resources(DeviceMemory& memory, const std::string& name);
    /// Returns the SASS of its PTX for the modelled GPU; empty without ptxas.
    std::shared_ptr<const sass::SassProgram> sass();
    /// Returns the memory of a variable; null if the PTX does not contain it, because no kernel uses it.
    const Allocation* variable(DeviceMemory& memory, const std::string& name);
    /// Returns the compute capability that the PTX was compiled for (80).
    std::uint32_t ptx_architecture(DeviceMemory& memory);

    /// Shares a variable with the host: it will have an address that both can access.
    void share(std::string variable) { shared_.insert(std::move(variable)); }

    /// Returns whether the PTX has been parsed.
    [[nodiscard]] bool used() const { return ptx_ != nullptr; }
    /// Returns the identification of the fat binary.
    [[nodiscard]] ImageRecord image() const { return {.sha256 = sha256(image_), .bytes = image_.size()}; }

    /// Forgets loaded code after the GPU's memory was freed: the next use loads everything again.
    void unload();
    /// Waits for background work.
    void finish() { resources_.finish(); }

private:
    void load(DeviceMemory& memory);
    void parse();
    void place_variables(DeviceMemory& memory);
    void initialize(const ptx::Variable& variable, Address address, DeviceMemory& memory) const;
    [[nodiscard]] Address address_of(const std::string& symbol) const;
    std::uint32_t index_of(const std::string& kernel) const;
    [[noreturn]] void refuse(cudaError_t error, const std::string& why);

    const Device& device_;
    const bool track_definedness_;
    const std::vector<std::byte> image_;
    std::string read_error_; ///< reason why the fat binary cannot be read; empty if it can
    std::vector<FatEntry> entries_;
    ModuleResources resources_;

    std::shared_ptr<const ptx::Module> ptx_;
    bool placed_ = false;
    std::set<std::string> shared_;   ///< names of `__managed__` variables
    std::vector<Address> addresses_; ///< addresses of the variables, in the order of ptx::Module::variables
    std::map<std::uint32_t, std::shared_ptr<const Kernel>> kernels_;
    std::shared_ptr<const sass::SassProgram> sass_;
    std::optional<cudaError_t> refused_;
};

} // namespace simulator::runtime
