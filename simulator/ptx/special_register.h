#pragma once

/// @file
/// Names of the special registers of PTX.

#include <optional>
#include <string_view>

#include "ptx/module.h"

namespace simulator::ptx {

/// Returns the register with name @p name, such as `%tid.x`.
std::optional<SpecialRegister> special_register_of(std::string_view name);
/// Returns the name of a register.
std::string_view text_of(SpecialRegister special);
/// Returns the type of a `mov` from the register: u32 or u64.
Word type_of(SpecialRegister special);

/// Returns whether the register describes the shared memory that CUDA reserves.
bool is_of_reserved_shared(SpecialRegister special);

} // namespace simulator::ptx
