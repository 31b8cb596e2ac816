#pragma once

/// @file
/// A kernel's loop is made of parts. A part is a block of code together with what it will cost, by reckoning.

#include <string>
#include <vector>

#include "random.h"

namespace generate {

/// What a part costs each time that a warp executes it. Reckoned roughly: it only decides how many rounds a
/// kernel gets.
struct Cost {
    double instructions = 0;  ///< of the PTX
    double issue_clocks = 0;  ///< for which it keeps one of an SM's four schedulers busy
    double memory_clocks = 0; ///< for which it keeps the SM's way to L1 and shared memory busy
    double latency = 0;       ///< clocks until the warp is done when it is alone
    double dram_bytes = 0;    ///< read and written
    double l2_bytes = 0;      ///< read and written
    double atomic_clocks = 0; ///< for which it keeps the atomic units of the whole GPU busy

    /// One part behind the other.
    Cost& operator+=(const Cost& other);
    /// For so large a part of all warps.
    [[nodiscard]] Cost for_share(double share) const;
};

/// How a kernel is launched.
struct Shape {
    unsigned blocks = 1;
    unsigned threads = 32;       ///< a block, a multiple of 32
    unsigned blocks_an_sm = 0;   ///< at most so many, by dynamic shared memory; 0: no limit
    unsigned dynamic_shared = 0; ///< bytes that enforce this
};

/// What the parts need of the kernel around them.
struct Needs {
    unsigned input_bytes = 0;     ///< of `input`
    bool indices = false;         ///< the table `indices`
    unsigned chain_bytes = 0;     ///< of `chain`; all parts of a kernel use the same
    bool counters = false;        ///< global atomics on whole numbers
    bool sums = false;            ///< global atomics on floats
    unsigned stores = 0;          ///< parts that store; each has a region of the output
    unsigned tile_floats = 0;     ///< of shared memory for exchange
    unsigned shared_counters = 0; ///< of shared memory for atomics on whole numbers
    unsigned shared_sums = 0;     ///< of shared memory for atomics on floats
};

/// A part of a kernel's loop.
///
/// It may read and change `float value` and `unsigned word`, and read `thread`, `lane`, `warp`, `round` and
/// `threads_of_grid`.
struct Part {
    std::string text; ///< lines, not indented
    Cost cost;
};

/// Makes parts by chance and notes what they need.
class Parts {
public:
    Parts(Random& random, const Shape& shape, Needs& needs) : random_(random), shape_(shape), needs_(needs) {}

    /// Any part.
    Part any();

    Part loads();           ///< independent loads: widths, strides, by chance
    Part dependent_loads(); ///< each needs the one before
    Part stores();          ///< each thread to places of its own
    /// A mix of arithmetic, `at_most` instructions long.
    Part arithmetic(unsigned at_most);
    Part exchange();       ///< through shared memory, with barriers
    Part shuffles();       ///< between lanes
    Part divergence();     ///< lanes, warps or blocks that do other things
    Part shared_atomics(); ///< few or many bins
    Part global_atomics(); ///< few or many addresses

private:
    Random& random_;
    const Shape& shape_;
    Needs& needs_;
};

} // namespace generate
