#pragma once

/// @file
/// Mutation testing of the checks: programs with one certain mistake each. A few correct statements are
/// planted into a correct program, and then one thing is removed from them.

#include <string>
#include <vector>

#include "tree.h"

namespace programs {

/// The names of all mistakes: barrier_dropped, bound_off_by_one, ...
const std::vector<std::string>& mistakes();

/// Makes a program with the mistake, and comments `// finding: KIND` on the lines of the findings; `// other:
/// KIND` marks lines that the same finding may name instead. With `mended` it is the same program without the
/// mistake, and without findings. Throws std::invalid_argument for an unknown mistake.
Program make_mutant(const std::string& mistake, std::uint64_t seed, bool mended);

} // namespace programs
