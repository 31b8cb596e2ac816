#include "expressions.h"

#include <algorithm>

#include "operations.h"

namespace programs {

namespace {

bool allowed(const Options& options, OperationKind kind) {
    return kind != OperationKind::long_division || options.with("long_division");
}

} // namespace

Type Expressions::any_type() {
    static const std::vector<Type> favoured = {Type::u32, Type::i32, Type::u32, Type::f32, Type::u64};
    if (shop_.random.chance(40)) return shop_.random.pick(favoured);
    const Type type = shop_.random.pick(all_types());
    return shop_.options.with("long") || bytes_of(type) <= 8 ? type : Type::u64;
}

Expression Expressions::make(const Scope& scope, Type type, unsigned depth, Varies varies) {
    if (depth == 0 || shop_.random.chance(15)) return simple(scope, type, depth, varies);
    if (varies == Varies::by_thread && shop_.random.chance(6))
        if (std::optional<Expression> called = call(scope, type, depth)) return *called;
    const std::vector<std::vector<Operation>>& kinds = operations_for(type);
    const std::vector<Operation>& kind = shop_.random.pick(kinds);
    const Operation& operation = shop_.random.pick(kind);
    if (!allowed(shop_.options, operation.kind)) return simple(scope, type, depth, varies);
    Expression result = {type, operation.text};
    for (const Type operand : operation.operands) {
        const bool wide = bytes_of(operand) > 8 && !shop_.options.with("long");
        result.operands.push_back(wide ? leaf(operand, literal(operand, shop_.random))
                                       : make(scope, operand, depth - 1, varies));
    }
    return result;
}

Expression Expressions::condition(const Scope& scope, Varies varies) {
    for (int attempt = 0; attempt < 3; ++attempt) {
        Expression result = make(scope, Type::boolean, 2, varies);
        if (!result.operands.empty()) return result;
    }
    return make(scope, Type::boolean, 2, varies);
}

Expression Expressions::storable(const Scope& scope, Type type, unsigned depth) {
    Expression value = make(scope, type, depth);
    if (!is_floating(type)) return value;
    return {type, "canonical($0)", {std::move(value)}};
}

// Returns a variable, an element or a literal; if there is none of the type, a converted one of another type.
Expression Expressions::simple(const Scope& scope, Type type, unsigned depth, Varies varies) {
    std::vector<const Variable*> variables;
    std::vector<const Array*> arrays;
    for (const Variable& variable : scope.variables)
        if (variable.type == type && variable.varies <= varies) variables.push_back(&variable);
    for (const Array& array : scope.arrays)
        if (array.readable && array.type == type && array.varies <= varies) arrays.push_back(&array);
    if (!arrays.empty() && (variables.empty() || shop_.random.chance(30))) {
        const Array& array = *shop_.random.pick(arrays);
        Expression at = index(scope, depth, varies);
        return {type, array.element, {std::move(at)}};
    }
    if (!variables.empty() && shop_.random.chance(85)) return leaf(type, shop_.random.pick(variables)->name);
    // Of another type, so that the compiler knows less about the value.
    std::vector<const Variable*> integers;
    for (const Variable& variable : scope.variables)
        if (is_integer(variable.type) && bytes_of(variable.type) <= 8 && variable.varies <= varies)
            integers.push_back(&variable);
    if (integers.empty() || shop_.random.chance(30)) return leaf(type, literal(type, shop_.random));
    const Variable& chosen = *shop_.random.pick(integers);
    std::string text = std::string(name_of(type)) + "($0)";
    if (type == Type::boolean) text = "($0 % 3 == 0)";
    if (type == Type::f16) text = "__ll2half_rn(i64($0))";
    return {type, text, {leaf(chosen.type, chosen.name)}};
}

// The depth limits the recursion: an index may contain an element, whose index may contain one again.
Expression Expressions::index(const Scope& scope, unsigned depth, Varies varies) {
    if (depth > 0) return make(scope, Type::u32, 1, varies);
    std::vector<const Variable*> fitting;
    for (const Variable& variable : scope.variables)
        if (variable.type == Type::u32 && variable.varies <= varies) fitting.push_back(&variable);
    if (fitting.empty() || shop_.random.chance(20)) return leaf(Type::u32, literal(Type::u32, shop_.random));
    return leaf(Type::u32, shop_.random.pick(fitting)->name);
}

std::optional<Expression> Expressions::call(const Scope& scope, Type type, unsigned depth) {
    std::vector<const Callable*> fitting;
    for (const Callable& callable : scope.callables)
        if (callable.result == type && !callable.takes_mask) fitting.push_back(&callable);
    if (fitting.empty()) return std::nullopt;
    const Callable& callable = *shop_.random.pick(fitting);
    if (!shop_.afford(scope, callable.cost)) return std::nullopt;
    Expression result = {type, callable.text};
    for (const Type parameter : callable.parameters)
        result.operands.push_back(make(scope, parameter, depth - 1));
    return result;
}

} // namespace programs
