#include "schedule.h"

#include <algorithm>
#include <stdexcept>

namespace programs {

namespace {

struct Touched {
    std::vector<std::string> reads;
    std::vector<std::string> writes;
};

Touched touched_by(const Program& program, const Step& step) {
    if (step.kind != Step::Kind::launch) return {step.reads, step.writes};
    Touched touched;
    const Kernel& kernel = kernel_of(program, step.kernel);
    for (std::size_t n = 0; n < kernel.buffers.size(); ++n)
        (kernel.buffers[n].role == Role::read ? touched.reads : touched.writes).push_back(step.buffers[n]);
    return touched;
}

bool meet(const std::vector<std::string>& some, const std::vector<std::string>& others) {
    return std::any_of(some.begin(), some.end(), [&](const std::string& name) {
        return std::find(others.begin(), others.end(), name) != others.end();
    });
}

bool conflict(const Touched& a, const Touched& b) {
    return meet(a.writes, b.writes) || meet(a.writes, b.reads) || meet(a.reads, b.writes);
}

} // namespace

const Kernel& kernel_of(const Program& program, const std::string& name) {
    for (const Kernel& kernel : program.kernels)
        if (kernel.name == name) return kernel;
    throw std::invalid_argument("no kernel is named " + name);
}

std::vector<std::vector<std::size_t>> waits_of(const Program& program) {
    std::vector<Touched> touched;
    std::vector<std::vector<std::size_t>> waits(program.steps.size());
    for (std::size_t n = 0; n < program.steps.size(); ++n) {
        touched.push_back(touched_by(program, program.steps[n]));
        for (std::size_t earlier = 0; earlier < n; ++earlier)
            if (program.steps[earlier].stream != program.steps[n].stream &&
                conflict(touched[earlier], touched[n]))
                waits[n].push_back(earlier);
    }
    return waits;
}

} // namespace programs
