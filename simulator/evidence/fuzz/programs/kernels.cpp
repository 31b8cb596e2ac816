#include "kernels.h"

#include <string>

#include "phases.h"

namespace programs {

namespace {

const std::vector<std::vector<std::uint32_t>> block_shapes = {{32, 1, 1},  {64, 1, 1}, {64, 1, 1}, {96, 1, 1},
                                                              {128, 1, 1}, {33, 1, 1}, {50, 1, 1}, {16, 4, 1},
                                                              {8, 3, 2},   {5, 7, 1}};
const std::vector<Type> combined_types = {Type::u32, Type::u32, Type::i32, Type::u64, Type::i64};

std::string vector_element(const Parameter& buffer, unsigned elements, const std::string& place) {
    const std::string type = vector_of(buffer.type, elements);
    if (type.empty()) return "";
    return "reinterpret_cast<" + std::string(buffer.role == Role::read ? "const " : "") + type + "*>(" +
           buffer.name + ")[" + place + "]";
}

class KernelMaker {
public:
    KernelMaker(Workshop& workshop, std::uint32_t threads)
        : shop_(workshop), statements_(workshop), threads_(threads) {
        kernel_.name = shop_.new_name("k");
        kernel_.block = shop_.random.pick(block_shapes);
    }

    Kernel make(const std::vector<Array>& constants, const std::vector<Callable>& callables) {
        scope_.arrays = constants;
        scope_.callables = callables;
        find_out_who_we_are();
        take_buffers();
        const std::uint32_t block_threads = kernel_.block[0] * kernel_.block[1] * kernel_.block[2];
        scope_.together = Convergence::block;
        scope_.mask = "lanes";
        scope_.whole_warps = block_threads % 32 == 0;
        for (int n = 0; n < 3; ++n) accumulator();
        Phases phases(statements_, block_threads);
        phases.declare(scope_, kernel_.body, kernel_);
        kernel_.together_from = kernel_.body.size();
        phases.add(scope_, kernel_.body, shop_.random.between(1, 4));
        keep_accumulators();
        kernel_.together_to = kernel_.body.size();
        // No barrier follows, so threads may diverge or return.
        Scope last = phases.settled(scope_).apart();
        last.may_return = true;
        const Body end = statements_.body(last, shop_.random.between(1, 4));
        kernel_.body.insert(kernel_.body.end(), end.begin(), end.end());
        return std::move(kernel_);
    }

private:
    void constant(const std::string& name, const std::string& value, Varies varies) {
        kernel_.body.push_back({{"const u32 " + name + " = " + value + ";"}, {}, {}, name});
        scope_.variables.push_back({name, Type::u32, varies, false});
    }

    void find_out_who_we_are() {
        constant("threads", "blockDim.x * blockDim.y * blockDim.z", Varies::nowhere);
        constant("tid", "threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)",
                 Varies::by_thread);
        constant("bid", "blockIdx.x + gridDim.x * blockIdx.y", Varies::nowhere);
        constant("gid", "bid * threads + tid", Varies::by_thread);
        constant("lane", "tid % 32u", Varies::by_thread);
        constant("warp", "tid / 32u", Varies::by_warp);
        constant("lanes", "lanes_of_warp(tid, threads)", Varies::by_warp);
        const std::uint32_t count = shop_.random.below(3);
        for (std::uint32_t n = 0; n < count; ++n) {
            kernel_.scalars.push_back(shop_.new_name("p"));
            scope_.variables.push_back({kernel_.scalars.back(), Type::u32, Varies::nowhere, false});
        }
    }

    void take_buffers() {
        const std::uint32_t read = shop_.random.between(1, 3);
        for (std::uint32_t n = 0; n < read; ++n) take({shop_.new_name("in"), type_of_buffer(), Role::read});
        const std::uint32_t own = shop_.random.between(1, 2);
        for (std::uint32_t n = 0; n < own; ++n) take({shop_.new_name("own"), type_of_buffer(), Role::own});
        if (shop_.options.with("atomics") && shop_.random.chance(60))
            take({shop_.new_name("sum"), shop_.random.pick(combined_types), Role::combine});
    }

    Type type_of_buffer() { return statements_.expressions().any_type(); }

    void take(const Parameter& buffer) {
        kernel_.buffers.push_back(buffer);
        const std::string elements = std::to_string(threads_ * elements_per_thread) + "u";
        if (buffer.role == Role::combine) {
            scope_.atomics.push_back(
                {commuting_atomic(buffer.type, "&" + buffer.name + "[$0 % " + elements + "]", shop_.random),
                 buffer.type});
        } else if (buffer.role == Role::read) {
            scope_.arrays.push_back(
                {buffer.name + "[$0 % " + elements + "]", buffer.type, Varies::nowhere, true, false,
                 vector_element(buffer, 2,
                                "$0 % " + std::to_string(threads_ * elements_per_thread / 2) + "u"),
                 vector_element(buffer, 4,
                                "$0 % " + std::to_string(threads_ * elements_per_thread / 4) + "u")});
        } else if (shop_.random.chance(50)) {
            scope_.arrays.push_back({buffer.name + "[gid + $0 % 4u * " + std::to_string(threads_) + "u]",
                                     buffer.type, Varies::by_thread, true, true});
        } else {
            scope_.arrays.push_back({buffer.name + "[gid * 4u + $0 % 4u]", buffer.type, Varies::by_thread,
                                     true, true, vector_element(buffer, 2, "gid * 2u + $0 % 2u"),
                                     vector_element(buffer, 4, "gid + ($0 & 0u)")});
        }
    }

    // All computed values flow into the accumulator, so that a wrong value becomes visible.
    void accumulator() {
        const Type type = statements_.expressions().any_type();
        const std::string name = shop_.new_name("v");
        kernel_.body.push_back({{std::string(name_of(type)) + " " + name + " = $0;"},
                                {statements_.expressions().make(scope_, type)},
                                {},
                                name});
        scope_.variables.push_back({name, type, Varies::by_thread, true});
    }

    void keep_accumulators() {
        for (int n = 0; n < 3; ++n) statements_.store(scope_, kernel_.body);
    }

    Workshop& shop_;
    Statements statements_;
    std::uint32_t threads_;
    Scope scope_;
    Kernel kernel_;
};

} // namespace

Kernel make_kernel(Workshop& workshop, std::uint32_t threads, const std::vector<Array>& constants,
                   const std::vector<Callable>& callables) {
    workshop.budget = 400;
    return KernelMaker(workshop, threads).make(constants, callables);
}

} // namespace programs
