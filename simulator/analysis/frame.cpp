#include "analysis/frame.h"

namespace simulator {

bool is_in_frame(const ptx::Function& function, std::uint32_t variable) {
    const ptx::Space space = function.variable(variable).space;
    if (space == ptx::Space::local) return true;
    const bool of_kernel = function.entry && variable < function.results.size() + function.parameters.size();
    return space == ptx::Space::param && !of_kernel;
}

} // namespace simulator
