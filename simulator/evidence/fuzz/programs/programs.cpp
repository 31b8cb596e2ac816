#include "programs.h"

#include <algorithm>
#include <string>

#include "functions.h"
#include "kernels.h"

namespace programs {

namespace {

constexpr std::uint32_t most_threads = 128;

std::uint32_t threads_of(const Kernel& kernel) { return kernel.block[0] * kernel.block[1] * kernel.block[2]; }

class ProgramMaker {
public:
    ProgramMaker(std::uint64_t seed, const Options& options)
        : random_(seed), shop_{random_, options, program_} {
        program_.seed = seed;
    }

    Program make() {
        // Some programs have fewer elements than threads of a block, others enough for several blocks.
        threads_ = most_threads * random_.between(1, 3);
        program_.elements = threads_ * elements_per_thread;
        const std::vector<Array> constants = make_constants();
        const std::vector<Callable> callables = make_functions(shop_, constants);
        const std::uint32_t kernels = random_.between(1, 2);
        for (std::uint32_t n = 0; n < kernels; ++n)
            program_.kernels.push_back(make_kernel(shop_, threads_, constants, callables));
        program_.streams = shop_.options.with("streams") && random_.chance(50) ? random_.between(2, 3) : 1;
        const std::uint32_t steps = random_.between(1, 3);
        for (const Kernel& kernel : program_.kernels) add_launch(kernel);
        for (std::uint32_t n = 0; n < steps; ++n) add_step();
        return std::move(program_);
    }

private:
    std::vector<Array> make_constants() {
        std::vector<Array> constants;
        const std::uint32_t count = random_.below(3);
        for (std::uint32_t n = 0; n < count; ++n) {
            static const std::vector<Type> types = {Type::u32, Type::i32, Type::f32, Type::u64, Type::u8};
            const Type type = random_.pick(types);
            const std::uint32_t size = random_.between(3, 9);
            const std::string name = shop_.new_name("table");
            std::string values;
            for (std::uint32_t k = 0; k < size; ++k) values += (k == 0 ? "" : ", ") + literal(type, random_);
            const std::string where = random_.chance(70) ? "__constant__ " : "__device__ const ";
            program_.definitions.push_back({name,
                                            {{where + name_of(type) + " " + name + "[" +
                                              std::to_string(size) + "] = {" + values + "};"}}});
            constants.push_back(
                {name + "[$0 % " + std::to_string(size) + "u]", type, Varies::nowhere, true, false});
        }
        return constants;
    }

    void add_step() {
        const std::uint32_t way = random_.below(10);
        if (way < 8) return add_launch(random_.pick(program_.kernels));
        Step step;
        step.stream = random_.below(program_.streams);
        step.kind = way == 8 ? Step::Kind::copy : Step::Kind::clear;
        const Buffer& to = random_.pick(program_.buffers);
        step.writes = {to.name};
        if (step.kind == Step::Kind::copy) {
            const std::string from = buffer_for(to.type, step.writes);
            step.reads = {from};
        }
        program_.steps.push_back(std::move(step));
    }

    void add_launch(const Kernel& kernel) {
        Step step;
        step.stream = random_.below(program_.streams);
        step.kernel = kernel.name;
        const std::uint32_t blocks = threads_ / threads_of(kernel);
        const std::uint32_t rows = random_.chance(20) && blocks >= 2 ? 2 : 1;
        step.grid = {random_.between(1, std::min(blocks / rows, 4U)), rows};
        for (std::size_t n = 0; n < kernel.scalars.size(); ++n) step.scalars.push_back(random_.below(1000));
        // If a kernel got a buffer twice, some threads would read it while others write it.
        for (const Parameter& parameter : kernel.buffers)
            step.buffers.push_back(buffer_for(parameter.type, step.buffers));
        program_.steps.push_back(std::move(step));
    }

    // Returns a buffer of the type that is not taken, possibly a new one. Reused buffers make steps depend on
    // each other.
    std::string buffer_for(Type type, const std::vector<std::string>& taken) {
        std::vector<std::string> fitting;
        for (const Buffer& buffer : program_.buffers)
            if (buffer.type == type && std::find(taken.begin(), taken.end(), buffer.name) == taken.end())
                fitting.push_back(buffer.name);
        if (!fitting.empty() && random_.chance(75)) return random_.pick(fitting);
        Buffer buffer = {shop_.new_name("b"), type};
        const std::uint32_t way = random_.below(10);
        buffer.home = way == 0 ? Home::symbol : way == 1 ? Home::managed : Home::allocated;
        buffer.seed = random_.chance(15) ? 0 : random_.between(1, 1000);
        program_.buffers.push_back(buffer);
        return buffer.name;
    }

    Random random_;
    Program program_;
    Workshop shop_;
    std::uint32_t threads_ = 0;
};

} // namespace

Program make_program(std::uint64_t seed, const Options& options) {
    return ProgramMaker(seed, options).make();
}

} // namespace programs
