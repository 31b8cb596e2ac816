#pragma once

/// @file
/// Parts of a kernel's loop. A part is a block of code together with its estimated cost.

#include <string>
#include <vector>

#include "random.h"

namespace generate {

/// Estimated cost of a part per execution by a warp. A rough estimate suffices: it only determines the
/// iterations of a kernel.
struct Cost {
    double instructions = 0;  ///< PTX instructions
    double issue_cycles = 0;  ///< cycles that one of an SM's four schedulers is busy
    double memory_cycles = 0; ///< cycles that the SM's path to L1 and shared memory is busy
    double latency = 0;       ///< cycles until a warp that runs alone is done
    double dram_bytes = 0;    ///< read and written
    double l2_bytes = 0;      ///< read and written
    double atomic_cycles = 0; ///< cycles that the atomic units of the whole GPU are busy

    /// Adds the cost of a part that follows.
    Cost& operator+=(const Cost& other);
    /// Returns the cost if only @p share of all warps execute the part.
    [[nodiscard]] Cost for_share(double share) const;
};

/// Launch configuration.
struct Shape {
    unsigned blocks = 1;
    unsigned threads = 32;       ///< per block, a multiple of 32
    unsigned blocks_per_sm = 0;  ///< limit by dynamic shared memory; 0: no limit
    unsigned dynamic_shared = 0; ///< bytes that enforce the limit
};

/// Resources that the parts of a kernel require.
struct Needs {
    unsigned input_bytes = 0;     ///< size of `input`
    bool indices = false;         ///< the table `indices`
    unsigned chain_bytes = 0;     ///< size of `chain`; all parts of a kernel use the same
    bool counters = false;        ///< global integer atomics
    bool sums = false;            ///< global float atomics
    unsigned stores = 0;          ///< parts that store; each has its own region of the output
    unsigned tile_floats = 0;     ///< floats of shared memory for exchange
    unsigned shared_counters = 0; ///< words of shared memory for integer atomics
    unsigned shared_sums = 0;     ///< floats of shared memory for float atomics
};

/// A part of a kernel's loop.
///
/// It may read and change `float value` and `unsigned word`, and read `thread`, `lane`, `warp`, `round` and
/// `threads_of_grid`.
struct Part {
    std::string text; ///< lines, not indented
    Cost cost;
};

/// Makes random parts and records the resources that they require.
class Parts {
public:
    Parts(Random& random, const Shape& shape, Needs& needs) : random_(random), shape_(shape), needs_(needs) {}

    /// A random part.
    Part any();

    Part loads();           ///< independent loads: widths, strides, random
    Part dependent_loads(); ///< each depends on the one before
    Part stores();          ///< each thread to its own addresses
    /// A mix of arithmetic, at most `at_most` instructions long.
    Part arithmetic(unsigned at_most);
    Part exchange();       ///< through shared memory, with barriers
    Part shuffles();       ///< between lanes
    Part divergence();     ///< lanes, warps or blocks with different code
    Part shared_atomics(); ///< few or many bins
    Part global_atomics(); ///< few or many addresses

private:
    Random& random_;
    const Shape& shape_;
    Needs& needs_;
};

} // namespace generate
