#include "kernel.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "work.h"

namespace generate {

namespace {

constexpr unsigned multiprocessors = 132;
constexpr unsigned threads_of_an_sm = 2048;
constexpr unsigned most_threads = 1u << 23;

unsigned blocks_by_chance(Random& random, unsigned threads) {
    const unsigned kind = random.below(100);
    const unsigned resident = std::min(32u, threads_of_an_sm / threads);
    if (kind < 12) return random.between(1, multiprocessors);
    if (kind < 30) return multiprocessors * random.between(1, resident);
    if (kind < 45)
        return multiprocessors * random.between(1, resident) + random.between(1, multiprocessors - 1);
    if (kind < 80) return multiprocessors * resident * random.between(1, 6) + random.below(500);
    return std::min(random.between(10'000, 60'000), most_threads / threads);
}

Shape shape_by_chance(Random& random) {
    Shape shape;
    shape.threads = random.pick<unsigned>({32, 64, 96, 128, 128, 192, 256, 256, 256, 320, 512, 768, 1024});
    shape.blocks = blocks_by_chance(random, shape.threads);
    if (random.chance(30)) shape.blocks_per_sm = random.pick<unsigned>({1, 1, 2, 2, 3, 4, 6, 8});
    return shape;
}

// Returns the dynamic shared memory that limits an SM to the blocks of the shape.
unsigned shared_that_limits(const Shape& shape, const Needs& needs) {
    constexpr unsigned of_an_sm = 227 * 1024;
    constexpr unsigned reserved_per_block = 1024;
    if (shape.blocks_per_sm == 0) return 0;
    const unsigned own = 4 * (needs.tile_floats + needs.shared_counters + needs.shared_sums);
    const unsigned share =
        of_an_sm / shape.blocks_per_sm - (shape.blocks_per_sm == 1 ? 0 : reserved_per_block);
    return share > own ? (share - own) / 1024 * 1024 : 0;
}

} // namespace

Kernel kernel_by_chance(std::uint64_t seed, unsigned index, double factor) {
    Random random(seed * 1000 + index);
    Kernel kernel;
    char name[32];
    std::snprintf(name, sizeof name, "generated_%03u", index);
    kernel.name = name;
    kernel.shape = shape_by_chance(random);
    Parts parts(random, kernel.shape, kernel.needs);
    const unsigned count = random.pick<unsigned>({1, 2, 2, 3, 3, 4, 5, 6});
    for (unsigned n = 0; n < count; ++n) kernel.parts.push_back(parts.any());
    kernel.stores_result = random.chance(50);
    kernel.shape.dynamic_shared = shared_that_limits(kernel.shape, kernel.needs);
    const double clocks = 1.98e3 * random.between(80, 250);
    Cost cost;
    for (const Part& part : kernel.parts) cost += part.cost;
    fit_work(kernel, cost, clocks, factor);
    return kernel;
}

} // namespace generate
