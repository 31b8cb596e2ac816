#include <array>
#include <string>

#include "statements.h"

namespace programs {

namespace {

// An operation of a group of lanes. `{mask}` is the group's mask; `$0` is the operand of each lane, `$1` the
// lane whose value it reads.
struct Collective {
    const char* operand; // "T": any type that a shuffle accepts
    const char* result;
    const char* text;
    enum class Needs : std::uint8_t { nothing, whole_warp, lanes_from_0 } needs;
    bool uniform; // the result is the same in all lanes of the mask
};

using Needs = Collective::Needs;

const std::vector<Collective> collectives = {
    {"T", "T", "__shfl_sync({mask}, $0, lane_in({mask}, $1))", Needs::nothing, false},
    {"T", "T", "__shfl_sync({mask}, $0, lane_in({mask}, 3u))", Needs::nothing, true},
    {"T", "T", "__shfl_sync({mask}, $0, int($1 % 32u))", Needs::whole_warp, false},
    {"T", "T", "__shfl_sync({mask}, $0, int($1 % 8u), 8)", Needs::whole_warp, false},
    {"T", "T", "__shfl_up_sync({mask}, $0, {distance})", Needs::lanes_from_0, false},
    {"T", "T", "__shfl_up_sync({mask}, $0, {distance}, 16)", Needs::lanes_from_0, false},
    {"T", "T", "__shfl_down_sync({mask}, $0, {distance})", Needs::whole_warp, false},
    {"T", "T", "__shfl_down_sync({mask}, $0, {distance}, 8)", Needs::whole_warp, false},
    {"T", "T", "__shfl_xor_sync({mask}, $0, {distance})", Needs::whole_warp, false},
    {"T", "T", "__shfl_xor_sync({mask}, $0, {distance}, 16)", Needs::whole_warp, false},
    {"boolean", "u32", "__ballot_sync({mask}, $0)", Needs::nothing, true},
    {"boolean", "boolean", "(__any_sync({mask}, $0) != 0)", Needs::nothing, true},
    {"boolean", "boolean", "(__all_sync({mask}, $0) != 0)", Needs::nothing, true},
    {"boolean", "boolean", "(__uni_sync({mask}, $0) != 0)", Needs::nothing, true},
    {"u32", "u32", "__match_any_sync({mask}, $0 % 5u)", Needs::nothing, false},
    {"u64", "u32", "__match_any_sync({mask}, $0 & 0x300000001ull)", Needs::nothing, false},
    {"u32", "u32", "__reduce_add_sync({mask}, $0)", Needs::nothing, true},
    {"i32", "i32", "__reduce_add_sync({mask}, $0)", Needs::nothing, true},
    {"i32", "i32", "__reduce_min_sync({mask}, $0)", Needs::nothing, true},
    {"u32", "u32", "__reduce_max_sync({mask}, $0)", Needs::nothing, true},
    {"u32", "u32", "__reduce_and_sync({mask}, $0)", Needs::nothing, true},
    {"u32", "u32", "__reduce_or_sync({mask}, $0)", Needs::nothing, true},
    {"u32", "u32", "__reduce_xor_sync({mask}, $0)", Needs::nothing, true},
};

const std::vector<Type> shuffled = {Type::u32, Type::i32, Type::f32, Type::u64,
                                    Type::i64, Type::f64, Type::f16};

void put(std::string& text, const std::string& what, const std::string& by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

bool can(const Scope& scope, Needs needs) {
    if (needs == Needs::nothing) return true;
    return scope.together != Convergence::masked && (needs == Needs::lanes_from_0 || scope.whole_warps);
}

// Lanes with equal values form their own group for the following statements.
void add_groups(Statements& statements, Scope& scope, Body& body) {
    Workshop& shop = statements.workshop();
    const std::string group = shop.new_name("g");
    const std::string sum = shop.new_name("v");
    const std::string first = shop.new_name("v");
    Expression key = statements.expressions().make(scope, Type::u32);
    Expression value = statements.expressions().make(scope, Type::u32);
    body.push_back(
        {{"const u32 " + group + " = __match_any_sync(" + scope.mask + ", $0 % 3u);\nconst u32 " + sum +
          " = __reduce_add_sync(" + group + ", $1);\nconst u32 " + first + " = __shfl_sync(" + group + ", " +
          sum + ", lane_in(" + group + ", 0u)) ^ " + group + ";"},
         {std::move(key), std::move(value)},
         {},
         first});
    scope.variables.push_back({first, Type::u32, Varies::by_thread, false});
}

// Exchanges values that the warp has just written through shared memory, with a warp barrier.
void add_exchange(Statements& statements, Scope& scope, Body& body) {
    Workshop& shop = statements.workshop();
    const Array& array = shop.random.pick(scope.exchanges);
    const std::string name = shop.new_name("v");
    Expression value = statements.expressions().storable(scope, array.type);
    Expression index = statements.expressions().make(scope, Type::u32);
    body.push_back(
        {{array.element + "[tid] = $0;\n__syncwarp(" + scope.mask + ");\nconst " + name_of(array.type) + " " +
          name + " = " + array.element + "[(tid & ~31u) + $1 % u32(__popc(" + scope.mask +
          "))];\n__syncwarp(" + scope.mask + ");"},
         {std::move(value), std::move(index)},
         {},
         name});
    scope.variables.push_back({name, array.type, Varies::by_thread, false});
}

bool add_call(Statements& statements, Scope& scope, Body& body) {
    Workshop& shop = statements.workshop();
    std::vector<Callable> fitting;
    for (const Callable& callable : scope.callables)
        if (callable.takes_mask) fitting.push_back(callable);
    if (fitting.empty()) return false;
    const Callable& callable = shop.random.pick(fitting);
    if (!shop.afford(scope, callable.cost)) return false;
    const std::string name = shop.new_name("v");
    std::string text = callable.text;
    put(text, "{mask}", scope.mask);
    Statement statement = {
        {std::string("const ") + name_of(callable.result) + " " + name + " = " + text + ";"}};
    for (const Type parameter : callable.parameters)
        statement.operands.push_back(statements.expressions().make(scope, parameter));
    statement.declares = name;
    body.push_back(std::move(statement));
    scope.variables.push_back({name, callable.result, Varies::by_thread, false});
    return true;
}

} // namespace

void add_collective(Statements& statements, Scope& scope, Body& body) {
    Workshop& shop = statements.workshop();
    if (!scope.exchanges.empty() && scope.together != Convergence::masked && shop.random.chance(30))
        return add_exchange(statements, scope, body);
    if (shop.random.chance(15)) return add_groups(statements, scope, body);
    if (shop.random.chance(20) && add_call(statements, scope, body)) return;
    const Collective* chosen = &shop.random.pick(collectives);
    while (!can(scope, chosen->needs)) chosen = &shop.random.pick(collectives);
    const Type any = shop.random.pick(shuffled);
    const auto meant = [any](const std::string& type) {
        if (type == "boolean") return Type::boolean;
        return type == "T" ? any : type_named(type);
    };
    const Type result = meant(chosen->result);
    const std::string name = shop.new_name("v");
    std::string text = chosen->text;
    put(text, "{mask}", scope.mask);
    put(text, "{distance}", std::to_string(shop.random.between(1, 15)) + "u");
    Statement statement = {{std::string("const ") + name_of(result) + " " + name + " = " + text + ";"}};
    statement.operands.push_back(statements.expressions().make(scope, meant(chosen->operand)));
    statement.operands.push_back(statements.expressions().make(scope, Type::u32, 1));
    statement.declares = name;
    body.push_back(std::move(statement));
    scope.variables.push_back({name, result, chosen->uniform ? scope.uniform() : Varies::by_thread, false});
}

} // namespace programs
