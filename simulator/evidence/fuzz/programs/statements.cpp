#include "statements.h"

#include <string>
#include <utility>

namespace programs {

namespace {

const std::vector<std::string> members = {"x", "y", "z", "w"};

} // namespace

Body Statements::body(Scope scope, unsigned count) {
    Body body;
    for (unsigned n = 0; n < count; ++n) add(scope, body);
    if (body.empty()) assign(scope, body);
    return body;
}

void Statements::add(Scope& scope, Body& body) {
    if (!shop_.afford(scope, 3)) return;
    const bool nest = scope.depth < 3;
    const bool collective = scope.together != Convergence::thread && shop_.options.with("collectives");
    const std::uint32_t way = shop_.random.below(100);
    if (way < 18) return declare(scope, body);
    if (way < 34) return assign(scope, body);
    if (way < 44) return store(scope, body);
    if (way < 50) return atomic(scope, body);
    if (way < 54) return declare_array(scope, body);
    if (way < 58) return load_vector(scope, body);
    if (way < 61) return store_vector(scope, body);
    if (way < 64) return leave(scope, body);
    if (way < 74 && nest) return add_branch(*this, scope, body);
    if (way < 79 && nest) return add_switch(*this, scope, body);
    if (way < 88 && nest) return add_loop(*this, scope, body);
    if (collective) return add_collective(*this, scope, body);
    assign(scope, body);
}

void Statements::declare(Scope& scope, Body& body) { declare(scope, body, expressions_.any_type()); }

// Declares a variable. If it can be assigned, its value counts as different per thread from then on; a
// constant keeps its uniformity.
void Statements::declare(Scope& scope, Body& body, Type type) {
    const bool assignable = shop_.random.chance(60);
    const Varies varies = assignable || shop_.random.chance(60) ? Varies::by_thread : scope.uniform();
    const std::string name = shop_.new_name("v");
    Expression value = expressions_.make(scope, type, 2, varies);
    body.push_back({{std::string(assignable ? "" : "const ") + name_of(type) + " " + name + " = $0;"},
                    {std::move(value)},
                    {},
                    name});
    scope.variables.push_back({name, type, varies, assignable});
}

void Statements::assign(Scope& scope, Body& body) {
    std::vector<Variable> targets;
    for (const Variable& variable : scope.variables)
        if (variable.assignable) targets.push_back(variable);
    if (targets.empty()) return declare(scope, body);
    const Variable& target = shop_.random.pick(targets);
    static const std::vector<std::string> compounds = {"+=", "^=", "*=", "-=", "|="};
    const bool wide_enough = is_integer(target.type) && !is_signed(target.type) && bytes_of(target.type) >= 4;
    const std::string how = wide_enough && shop_.random.chance(50) ? shop_.random.pick(compounds) : "=";
    body.push_back({{target.name + " " + how + " $0;"}, {expressions_.make(scope, target.type)}});
}

void Statements::store(Scope& scope, Body& body) {
    std::vector<Array> targets;
    for (const Array& array : scope.arrays)
        if (array.writable) targets.push_back(array);
    if (targets.empty()) return assign(scope, body);
    const Array& target = shop_.random.pick(targets);
    Expression index = expressions_.make(scope, Type::u32, 1);
    Expression value = expressions_.storable(scope, target.type);
    body.push_back({{target.element + " = $1;"}, {std::move(index), std::move(value)}});
}

void Statements::declare_array(Scope& scope, Body& body) {
    if (!shop_.afford(scope, 24)) return assign(scope, body);
    const Type type = expressions_.any_type();
    const std::string name = shop_.new_name("a");
    const std::string size = std::to_string(shop_.random.between(2, 9)) + "u";
    const std::string counter = shop_.new_name("i");
    Scope inside = scope;
    inside.variables.push_back({counter, Type::u32, Varies::by_thread, false});
    Expression value = expressions_.make(inside, type);
    body.push_back(
        {{std::string(name_of(type)) + " " + name + "[" + size + "];\nfor (u32 " + counter + " = 0; " +
          counter + " < " + size + "; ++" + counter + ") " + name + "[" + counter + "] = $0;"},
         {std::move(value)},
         {},
         name});
    scope.arrays.push_back({name + "[$0 % " + size + "]", type, Varies::by_thread, true, true});
}

void Statements::load_vector(Scope& scope, Body& body) {
    std::vector<std::pair<Array, unsigned>> sources;
    for (const Array& array : scope.arrays) {
        if (array.readable && !array.pair.empty()) sources.push_back({array, 2});
        if (array.readable && !array.four.empty()) sources.push_back({array, 4});
    }
    if (sources.empty()) return declare(scope, body);
    const auto& [source, elements] = shop_.random.pick(sources);
    const std::string name = shop_.new_name("v");
    Expression index = expressions_.make(scope, Type::u32, 1);
    body.push_back({{"const " + vector_of(source.type, elements) + " " + name + " = " +
                     (elements == 2 ? source.pair : source.four) + ";"},
                    {std::move(index)},
                    {},
                    name});
    for (unsigned n = 0; n < elements; ++n)
        scope.variables.push_back({name + "." + members[n], source.type, Varies::by_thread, false});
}

void Statements::store_vector(Scope& scope, Body& body) {
    std::vector<std::pair<Array, unsigned>> targets;
    for (const Array& array : scope.arrays) {
        if (array.writable && !array.pair.empty()) targets.push_back({array, 2});
        if (array.writable && !array.four.empty()) targets.push_back({array, 4});
    }
    if (targets.empty()) return store(scope, body);
    const auto& [target, elements] = shop_.random.pick(targets);
    Statement statement;
    std::string values;
    statement.operands.push_back(expressions_.make(scope, Type::u32, 1));
    for (unsigned n = 1; n <= elements; ++n) {
        values += (n == 1 ? "$" : ", $") + std::to_string(n);
        statement.operands.push_back(expressions_.storable(scope, target.type, 1));
    }
    statement.pieces = {(elements == 2 ? target.pair : target.four) + " = make_" +
                        vector_of(target.type, elements) + "(" + values + ");"};
    body.push_back(std::move(statement));
}

void Statements::atomic(Scope& scope, Body& body) {
    if (scope.atomics.empty()) return store(scope, body);
    const Atomic& atomic = shop_.random.pick(scope.atomics);
    Expression index = expressions_.make(scope, Type::u32, 1);
    Expression value = expressions_.make(scope, atomic.operand);
    body.push_back({{atomic.text}, {std::move(index), std::move(value)}});
}

void Statements::leave(Scope& scope, Body& body) {
    std::vector<std::string> ways;
    if (scope.may_break) ways.emplace_back("break;");
    if (scope.may_continue) ways.emplace_back("continue;");
    if (scope.may_return) ways.emplace_back(scope.has_result ? "return $1;" : "return;");
    if (ways.empty()) return declare(scope, body);
    const std::string way = shop_.random.pick(ways);
    Statement statement = {{"if ($0) " + way}};
    statement.operands.push_back(expressions_.condition(scope, scope.uniform()));
    if (names(way, "return") && scope.has_result)
        statement.operands.push_back(expressions_.make(scope, scope.result));
    body.push_back(std::move(statement));
}

} // namespace programs
