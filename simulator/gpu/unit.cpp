#include "gpu/unit.h"

namespace simulator {

std::string_view text_of(Unit unit) {
    constexpr std::string_view texts[unit_count] = {"alu",     "fma",        "fma_heavy", "fp16", "fp64",
                                                    "xu",      "conversion", "lsu",       "tex",  "branch",
                                                    "uniform", "tensor",     "none"};
    return texts[static_cast<std::size_t>(unit)];
}

} // namespace simulator
