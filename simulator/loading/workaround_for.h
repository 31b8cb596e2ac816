#pragma once

/// @file
/// Workarounds for kernels that the simulator cannot run.

#include <string_view>

namespace simulator::runtime {

/// Returns a workaround if @p what, the text of a ptx::PtxError, names an instruction or a register of an
/// unsupported feature; empty if none is known.
std::string_view workaround_for(std::string_view what);

} // namespace simulator::runtime
