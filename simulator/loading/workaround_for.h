#pragma once

/// @file
/// What to do about a kernel that the simulator cannot run.

#include <string_view>

namespace simulator::runtime {

/// What to do where @p what, as a ptx::PtxError says it, names an instruction or a register of a feature that is
/// missing; empty where nothing is known.
std::string_view workaround_for(std::string_view what);

} // namespace simulator::runtime
