#pragma once

/// @file
/// A fat binary that a program registered, and what is made of it when it is first used.

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

/// A registered fat binary. Its PTX is parsed, and its variables get device memory, when one of its kernels
/// or variables is first used, as with a GPU.
class Module {
public:
    /// Looks into a fat binary; what is wrong with it, or @p damage where it could not even be had, is told when it
    /// is used. With @p track_definedness its kernels tell of registers that nothing has set.
    Module(std::vector<std::byte> image, std::string read_error, const Device& device,
           bool track_definedness);

    /// The code of a kernel, by its mangled name. Refuses what cannot be run, and says why the first time.
    std::shared_ptr<const Kernel> kernel(DeviceMemory& memory, const std::string& name);
    /// The parsed function of a kernel; loads like kernel().
    const ptx::Function& function(DeviceMemory& memory, const std::string& name);
    /// What a kernel takes of the GPU, its limit of threads included.
    KernelResources resources(DeviceMemory& memory, const std::string& name);
    /// What its PTX becomes on the modelled GPU; empty where there is no ptxas.
    std::shared_ptr<const sass::SassProgram> sass();
    /// Where a variable lies; null when the PTX does not have it, because no kernel uses it.
    const Allocation* variable(DeviceMemory& memory, const std::string& name);
    /// Compute capability that the PTX was compiled for (80).
    std::uint32_t ptx_architecture(DeviceMemory& memory);

    /// Makes a variable one that the host shares: it will lie at an address that both can touch.
    void share(std::string variable) { shared_.insert(std::move(variable)); }

    /// Whether its PTX was read.
    [[nodiscard]] bool used() const { return ptx_ != nullptr; }
    /// Which fat binary it is.
    [[nodiscard]] ImageRecord image() const { return {.sha256 = sha256(image_), .bytes = image_.size()}; }

    /// After the memory of the GPU is gone: the next use loads everything again.
    void unload();
    /// Waits for what goes on in the background.
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
    std::string read_error_; ///< why the fat binary cannot be read; empty when it can
    std::vector<FatEntry> entries_;
    ModuleResources resources_;

    std::shared_ptr<const ptx::Module> ptx_;
    bool placed_ = false;
    std::set<std::string> shared_;   ///< names of `__managed__` variables
    std::vector<Address> addresses_; ///< of the variables, in the order of ptx::Module::variables
    std::map<std::uint32_t, std::shared_ptr<const Kernel>> kernels_;
    std::shared_ptr<const sass::SassProgram> sass_;
    std::optional<cudaError_t> refused_;
};

} // namespace simulator::runtime
