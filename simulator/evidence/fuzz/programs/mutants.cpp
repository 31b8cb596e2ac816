#include "mutants.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "plants.h"
#include "programs.h"

namespace programs {

namespace {

using PlantMaker = Plant (*)(Ground ground);

const std::map<std::string, PlantMaker> plant_makers = {
    {"barrier_dropped", plant_barrier},   {"bound_off_by_one", plant_bound}, {"mask_too_small", plant_mask},
    {"index_shared", plant_shared_index}, {"fence_dropped", plant_fence},    {"array_unset", plant_unset},
    {"freed_too_early", plant_freed},     {"misaligned", plant_misaligned},
};

std::uint32_t block_threads(const Kernel& kernel) {
    return kernel.block[0] * kernel.block[1] * kernel.block[2];
}

// Returns a kernel of whole warps, at least two, of which two blocks are resident.
Kernel* fitting_kernel(Program& program) {
    for (Kernel& kernel : program.kernels) {
        const std::uint32_t threads = block_threads(kernel);
        if (threads % 32 == 0 && threads >= 64 && program.elements / 4 / threads >= 2) return &kernel;
    }
    return nullptr;
}

// Adds the buffers that only the planted statements use, to the program and to each launch of the kernel. The
// program's hash covers them, so the mistake is not hidden by results that nothing uses.
void give_buffers(Program& program, Kernel& kernel, const Plant& plant) {
    const std::vector<Buffer> buffers = {{"planted_buffer", Type::u32, plant.home, 7},
                                         {"kept_buffer", Type::u32, Home::allocated, 8},
                                         {"tickets_buffer", Type::u32, Home::allocated, 0}};
    const std::vector<std::string> parameters = {"planted", "kept", "tickets"};
    for (std::size_t n = 0; n < buffers.size(); ++n) {
        program.buffers.push_back(buffers[n]);
        kernel.buffers.push_back({parameters[n], Type::u32, Role::own});
        for (Step& step : program.steps)
            if (step.kernel == kernel.name) step.buffers.push_back(buffers[n].name);
    }
}

// Widens the grid, so that the mistake shows. Some mistakes end the program at the kernel's first launch.
void launch_twice_as_wide(Program& program, const Kernel& kernel, bool freed) {
    for (Step& step : program.steps)
        if (step.kernel == kernel.name) step.grid = {2, 1};
    if (!freed) return;
    const auto first = std::find_if(program.steps.begin(), program.steps.end(),
                                    [&](const Step& step) { return step.kernel == kernel.name; });
    Step step;
    step.kind = Step::Kind::free;
    step.stream = first->stream;
    step.writes = {"planted_buffer"};
    program.steps.insert(first, step);
}

} // namespace

const std::vector<std::string>& mistakes() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const auto& [name, maker] : plant_makers) all.push_back(name);
        return all;
    }();
    return names;
}

Program make_mutant(const std::string& mistake, std::uint64_t seed, bool mended) {
    const auto maker = plant_makers.find(mistake);
    if (maker == plant_makers.end()) throw std::invalid_argument("no mistake is named " + mistake);
    Options options;
    Program program;
    Kernel* kernel = nullptr;
    for (std::uint64_t attempt = 0; kernel == nullptr; ++attempt) {
        program = make_program(seed + attempt * 1'000'003, options);
        kernel = fitting_kernel(program);
    }
    Random random(seed ^ 0x6d757461U);
    const Plant plant = maker->second({random, !mended, block_threads(*kernel), program.elements});
    Statement planted = {{"{"}};
    planted.bodies.emplace_back();
    for (std::string line : plant.lines) {
        if (mended) line = line.substr(0, line.find(" // "));
        if (!line.empty()) planted.bodies[0].push_back({{line}});
    }
    planted.pieces.emplace_back("}");
    const std::size_t room = kernel->together_to - kernel->together_from;
    const std::size_t place = kernel->together_from + random.below(static_cast<std::uint32_t>(room + 1));
    kernel->body.insert(kernel->body.begin() + static_cast<std::ptrdiff_t>(place), planted);
    give_buffers(program, *kernel, plant);
    launch_twice_as_wide(program, *kernel, plant.freed);
    program.seed = seed;
    return program;
}

} // namespace programs
