#include "functions.h"

#include <string>

#include "statements.h"

namespace programs {

namespace {

class Functions {
public:
    Functions(Workshop& workshop, const std::vector<Array>& constants)
        : shop_(workshop), statements_(workshop) {
        scope_.arrays = constants;
        scope_.may_return = scope_.has_result = true;
    }

    void plain() {
        const Type result = statements_.expressions().any_type();
        const std::vector<Type> types = some_types();
        define(shop_.new_name("f"), shop_.random.chance(70) ? "__noinline__ " : "", result, types);
    }

    // The depth is the first parameter; a recursive call is only made if some depth is left.
    void recursive() {
        const Type type = statements_.expressions().any_type();
        const std::string name = shop_.new_name("f");
        Scope scope = scope_;
        scope.result = type;
        scope.weight = 6;
        scope.variables = {{"depth", Type::u32}, {"x", type, Varies::by_thread, true}};
        const std::uint32_t before = shop_.budget;
        Body body = {
            {{"if (depth == 0) return $0;"}, {statements_.expressions().make(scope, type)}, {}, "", true}};
        Body more = statements_.body(scope, 2);
        body.insert(body.end(), more.begin(), more.end());
        Expression deeper = {type, name + "(depth - 1, $0)", {statements_.expressions().make(scope, type)}};
        // Two recursive calls would take exponential time.
        const std::string deeper_name = shop_.new_name("v");
        body.push_back({{std::string("const ") + name_of(type) + " " + deeper_name + " = $0;"},
                        {deeper},
                        {},
                        deeper_name});
        scope.variables.push_back({deeper_name, type});
        body.push_back({{"return $0;"}, {statements_.expressions().make(scope, type)}, {}, "", true});
        finish(name, "__noinline__ ", type, "u32 depth, " + std::string(name_of(type)) + " x",
               std::move(body));
        scope_.callables.push_back(
            {name + "($0 % 5u, $1)", type, {Type::u32, type}, before - shop_.budget + 6});
    }

    void table() {
        const Type type = statements_.expressions().any_type();
        std::string entries;
        const std::uint32_t count = shop_.random.between(2, 4);
        const std::uint32_t before = shop_.budget;
        for (std::uint32_t n = 0; n < count; ++n) {
            const std::string entry = shop_.new_name("f");
            define(entry, "", type, {type, Type::u32});
            scope_.callables.pop_back();
            entries += (n == 0 ? "" : ", ") + entry;
        }
        const std::string name = shop_.new_name("table");
        const std::string t = name_of(type);
        shop_.program.definitions.push_back(
            {name, {{"__device__ " + t + " (*const " + name + "[])(" + t + ", u32) = {" + entries + "};"}}});
        scope_.callables.push_back({name + "[$0 % " + std::to_string(count) + "u]($1, $2)",
                                    type,
                                    {Type::u32, type, Type::u32},
                                    before - shop_.budget + 2});
    }

    void virtual_ones() {
        const Type type = statements_.expressions().any_type();
        const std::string t = name_of(type);
        const std::string base = shop_.new_name("Shape");
        const std::string derived = shop_.new_name("Shape");
        const std::string name = shop_.new_name("f");
        const std::uint32_t before = shop_.budget;
        Statement classes;
        classes.pieces = {"struct " + base + " {\n    u32 member;\n    __device__ explicit " + base +
                              "(u32 x) : member(x) {}\n    __device__ virtual " + t + " at(" + t +
                              " x) const {",
                          "}\n};\nstruct " + derived + " : " + base + " {\n    using " + base + "::" + base +
                              ";\n    __device__ " + t + " at(" + t + " x) const override {",
                          "}\n};\n__device__ __noinline__ " + t + " " + name + "(u32 which, u32 member, " +
                              t + " x) {\n    const " + base + " plain(member);\n    const " + derived +
                              " other(member ^ which);\n    const " + base +
                              "* chosen = which % 2 == 0 ? &plain : &other;\n    return chosen->at(x);\n}"};
        for (int n = 0; n < 2; ++n) {
            Scope scope = scope_;
            scope.result = type;
            scope.variables = {{"member", Type::u32}, {"x", type, Varies::by_thread, true}};
            classes.bodies.push_back(returning(scope, 3));
        }
        shop_.program.definitions.push_back({name, std::move(classes)});
        scope_.callables.push_back(
            {name + "($0, $1, $2)", type, {Type::u32, Type::u32, type}, before - shop_.budget + 4});
    }

    // All lanes of a mask enter, and stay.
    void collective() {
        const Type type = statements_.expressions().any_type();
        const std::string name = shop_.new_name("f");
        Scope scope = scope_;
        scope.together = Convergence::masked;
        scope.mask = "mask";
        scope.may_return = false;
        scope.result = type;
        scope.variables = {{"x", type, Varies::by_thread, true}};
        const std::uint32_t before = shop_.budget;
        Body body;
        add_collective(statements_, scope, body);
        statements_.add(scope, body);
        add_collective(statements_, scope, body);
        body.push_back({{"return $0;"}, {statements_.expressions().make(scope, type)}, {}, "", true});
        finish(name, "__noinline__ ", type, "u32 mask, " + std::string(name_of(type)) + " x",
               std::move(body));
        scope_.callables.push_back({name + "({mask}, $0)", type, {type}, before - shop_.budget + 2, true});
    }

    std::vector<Callable> callables() const { return scope_.callables; }

private:
    std::vector<Type> some_types() {
        std::vector<Type> types;
        const std::uint32_t count = shop_.random.between(1, 4);
        for (std::uint32_t n = 0; n < count; ++n) types.push_back(statements_.expressions().any_type());
        return types;
    }

    Body returning(const Scope& scope, unsigned statements) {
        Scope inside = scope;
        Body body;
        for (unsigned n = 0; n < statements; ++n) statements_.add(inside, body);
        body.push_back(
            {{"return $0;"}, {statements_.expressions().make(inside, scope.result)}, {}, "", true});
        return body;
    }

    void define(const std::string& name, const std::string& how, Type result,
                const std::vector<Type>& types) {
        Scope scope = scope_;
        scope.result = result;
        std::string parameters;
        std::string arguments;
        for (const Type type : types) {
            const std::string parameter = shop_.new_name("x");
            scope.variables.push_back({parameter, type, Varies::by_thread, true});
            arguments += (parameters.empty() ? "$" : ", $") + std::to_string(scope.variables.size() - 1);
            parameters += (parameters.empty() ? "" : ", ") + std::string(name_of(type)) + " " + parameter;
        }
        const std::uint32_t before = shop_.budget;
        Body body = returning(scope, shop_.random.between(1, 4));
        finish(name, how, result, parameters, std::move(body));
        scope_.callables.push_back({name + "(" + arguments + ")", result, types, before - shop_.budget + 2});
    }

    void finish(const std::string& name, const std::string& how, Type result, const std::string& parameters,
                Body body) {
        Statement text;
        text.pieces = {"__device__ " + how + name_of(result) + " " + name + "(" + parameters + ") {", "}"};
        text.bodies.push_back(std::move(body));
        shop_.program.definitions.push_back({name, std::move(text)});
    }

    Workshop& shop_;
    Statements statements_;
    Scope scope_;
};

} // namespace

std::vector<Callable> make_functions(Workshop& workshop, const std::vector<Array>& constants) {
    Functions functions(workshop, constants);
    const std::uint32_t count = workshop.random.below(4);
    for (std::uint32_t n = 0; n < count; ++n) {
        workshop.budget = 120;
        const std::uint32_t way = workshop.random.below(10);
        if (way < 5) {
            functions.plain();
        } else if (way == 5 && workshop.options.with("recursion")) {
            functions.recursive();
        } else if (way == 6 && workshop.options.with("tables")) {
            functions.table();
        } else if (way == 7 && workshop.options.with("virtual")) {
            functions.virtual_ones();
        } else if (way > 7 && workshop.options.with("collectives") &&
                   workshop.options.with("collective_functions")) {
            functions.collective();
        }
    }
    return functions.callables();
}

} // namespace programs
