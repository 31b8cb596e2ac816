#pragma once

/// @file
/// Programs with one mistake each, that is a mistake for certain: a few statements are planted into a right program, which
/// are right too, and then one thing is taken away from them.

#include <string>
#include <vector>

#include "tree.h"

namespace programs {

/// The names of what can be wrong: barrier_dropped, bound_off_by_one, ...
const std::vector<std::string>& mistakes();

/// A program with the mistake, and comments `// finding: KIND` at the lines where it shows; `// other: KIND` where the same
/// finding may stand instead. With `mended` it is the same program without the mistake, and without findings. Throws
/// std::invalid_argument for a mistake that is none.
Program make_mutant(const std::string& mistake, std::uint64_t seed, bool mended);

} // namespace programs
