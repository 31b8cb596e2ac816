#include "phases.h"

#include <string>
#include <utility>

namespace programs {

namespace {

const std::vector<Type> shared_types = {Type::u32, Type::u32, Type::i32, Type::u64, Type::f32, Type::u8,
                                        Type::u16, Type::i64, Type::f64, Type::f16, Type::u128};

// Ends all accesses of the phase to shared memory by a barrier; some barriers also count or vote.
void close_phase(Statements& statements, Scope& scope, Statement& phase) {
    Workshop& shop = statements.workshop();
    if (shop.random.chance(60)) {
        phase.pieces.emplace_back("}\n__syncthreads();");
        return;
    }
    static const std::vector<std::pair<std::string, Type>> counting = {
        {"u32(__syncthreads_count($0))", Type::u32},
        {"(__syncthreads_and($0) != 0)", Type::boolean},
        {"(__syncthreads_or($0) != 0)", Type::boolean},
    };
    const auto& [barrier, type] = shop.random.pick(counting);
    const std::string name = shop.new_name("v");
    phase.operands.push_back(statements.expressions().condition(scope));
    phase.pieces.push_back(std::string("}\nconst ") + name_of(type) + " " + name + " = " + barrier + ";");
    phase.declares = name;
    scope.variables.push_back({name, type, Varies::nowhere, false});
}

} // namespace

std::string commuting_atomic(Type type, const std::string& place, Random& random) {
    static const std::vector<std::string> any = {"atomicAdd", "atomicMin", "atomicMax",
                                                 "atomicAnd", "atomicOr",  "atomicXor"};
    static const std::vector<std::string> ends = {"atomicMin", "atomicMax"};
    if (type == Type::u32 && random.chance(10)) return "atomicInc(" + place + ", 37u);";
    if (type == Type::u32 || type == Type::i32 || type == Type::u64)
        return random.pick(any) + "(" + place + ", $1);";
    if (type == Type::i64) return random.pick(ends) + "(" + place + ", $1);";
    return "";
}

void Phases::declare(Scope& scope, Body& body, Kernel& kernel) {
    const std::uint32_t count = shop_.random.below(4);
    for (std::uint32_t n = 0; n < count; ++n) {
        SharedArray array = {shop_.new_name("s"), shop_.random.pick(shared_types),
                             shop_.random.between(1, 2)};
        if (bytes_of(array.type) > 8 && !shop_.options.with("long")) array.type = Type::u32;
        const std::uint32_t elements = threads_ * array.elements_per_thread;
        const std::string size = std::to_string(elements);
        std::string type = name_of(array.type);
        std::string declaration = "__shared__ " + type + " " + array.name + "[" + size + "];";
        if (kernel.dynamic_bytes == 0 && shop_.random.chance(25)) {
            kernel.dynamic_bytes = elements * bytes_of(array.type);
            declaration = "extern __shared__ __align__(16) u8 " + array.name + "_bytes[];\n" + type +
                          "* const " + array.name + " = reinterpret_cast<" + type + "*>(" + array.name +
                          "_bytes);";
        }
        const std::string counter = shop_.new_name("i");
        Scope inside = scope;
        inside.variables.push_back({counter, Type::u32, Varies::by_thread, false});
        Expression value = statements_.expressions().storable(inside, array.type);
        body.push_back({{declaration + "\nfor (u32 " + counter + " = tid; " + counter + " < " + size + "u; " +
                         counter + " += threads) " + array.name + "[" + counter + "] = $0;"},
                        {std::move(value)},
                        {},
                        array.name});
        arrays_.push_back(std::move(array));
    }
    if (count > 0) body.push_back({{"__syncthreads();"}, {}, {}, "", true});
}

// Until the next barrier, each array has one role: each thread's own elements, read-only, counters, or per
// warp.
Scope Phases::with_roles(Scope scope) {
    for (const SharedArray& array : arrays_) {
        const std::string size = std::to_string(threads_ * array.elements_per_thread) + "u";
        const std::uint32_t role = shop_.random.below(4);
        if (role == 0) {
            const std::string own =
                array.elements_per_thread == 1 ? "tid + ($0 & 0u)" : "tid + ($0 & 1u) * threads";
            scope.arrays.push_back({array.name + "[" + own + "]", array.type, Varies::by_thread, true, true});
        } else if (role == 2 && !commuting_atomic(array.type, "", shop_.random).empty() &&
                   shop_.options.with("atomics")) {
            scope.atomics.push_back(
                {commuting_atomic(array.type, "&" + array.name + "[$0 % " + size + "]", shop_.random),
                 array.type});
        } else if (role == 3) {
            scope.exchanges.push_back({array.name, array.type});
        } else {
            scope.arrays.push_back(
                {array.name + "[$0 % " + size + "]", array.type, Varies::nowhere, true, false});
        }
    }
    return scope;
}

Scope Phases::settled(Scope scope) const {
    for (const SharedArray& array : arrays_)
        scope.arrays.push_back(
            {array.name + "[$0 % " + std::to_string(threads_ * array.elements_per_thread) + "u]", array.type,
             Varies::nowhere, true, false});
    return scope;
}

void Phases::phase(Scope& scope, Body& body) {
    Statement phase;
    phase.pieces = {"{"};
    phase.bodies.push_back(statements_.body(with_roles(scope), shop_.random.between(2, 5)));
    close_phase(statements_, scope, phase);
    body.push_back(std::move(phase));
}

void Phases::add(Scope& scope, Body& body, unsigned count) {
    for (unsigned n = 0; n < count; ++n) {
        const std::uint32_t way = shop_.random.below(10);
        if (way < 7 || scope.depth >= 2) {
            phase(scope, body);
            continue;
        }
        Scope inside = scope;
        ++inside.depth;
        Statement around;
        if (way == 7) {
            around.operands.push_back(statements_.expressions().condition(scope, Varies::nowhere));
            around.pieces = {"if ($0) {", "}"};
        } else {
            const std::uint32_t rounds = shop_.random.between(1, 3);
            const std::string counter = shop_.new_name("i");
            around.operands.push_back(leaf(Type::u32, std::to_string(rounds) + "u"));
            around.pieces = {std::string(way == 8 ? "#pragma unroll 1\n" : "") + "for (u32 " + counter +
                                 " = 0; " + counter + " < $0; ++" + counter + ") {",
                             "}"};
            inside.weight *= rounds;
            inside.variables.push_back({counter, Type::u32, Varies::nowhere, false});
        }
        around.bodies.emplace_back();
        add(inside, around.bodies[0], shop_.random.between(1, 2));
        body.push_back(std::move(around));
    }
}

} // namespace programs
