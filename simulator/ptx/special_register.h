#pragma once

/// @file
/// The names of the registers that PTX defines.

#include <optional>
#include <string_view>

#include "ptx/module.h"

namespace simulator::ptx {

/// The register written @p name, such as `%tid.x`.
std::optional<SpecialRegister> special_register_of(std::string_view name);
/// How it is written.
std::string_view text_of(SpecialRegister special);
/// The type that a `mov` from it has: u32 or u64.
Word type_of(SpecialRegister special);

/// Whether it tells of the shared memory that CUDA keeps for itself.
bool is_of_reserved_shared(SpecialRegister special);

} // namespace simulator::ptx
