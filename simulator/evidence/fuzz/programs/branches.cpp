#include <algorithm>
#include <string>

#include "statements.h"

namespace programs {

namespace {

Scope inner(const Scope& scope) {
    Scope inside = scope;
    ++inside.depth;
    return inside;
}

// A divergent branch; the active mask of each side is known.
void add_masked_branch(Statements& statements, Scope& scope, Body& body) {
    Workshop& shop = statements.workshop();
    const std::string condition = shop.new_name("c");
    const std::string mask = shop.new_name("m");
    Statement branch;
    branch.operands.push_back(statements.expressions().condition(scope));
    branch.pieces = {"const bool " + condition + " = $0;\nconst u32 " + mask + " = __ballot_sync(" +
                     scope.mask + ", " + condition + ");\nif (" + condition + ") {"};
    Scope inside = inner(scope);
    inside.together = Convergence::masked;
    inside.whole_warps = false;
    inside.may_break = inside.may_continue = false;
    inside.exchanges.clear();
    inside.mask = mask;
    branch.bodies.push_back(statements.body(inside, shop.random.between(1, 3)));
    if (shop.random.chance(60)) {
        branch.pieces.emplace_back("} else {");
        inside.mask = "(" + scope.mask + " & ~" + mask + ")";
        branch.bodies.push_back(statements.body(inside, shop.random.between(1, 3)));
    }
    branch.pieces.emplace_back("}");
    branch.declares = mask;
    body.push_back(std::move(branch));
}

struct Rounds {
    Expression bound;
    std::string text; // number of iterations; `$0` is the bound
    std::uint32_t most;
    bool counted; // the bound is a literal
};

Rounds rounds_of(Workshop& shop, const Scope& scope) {
    const std::uint32_t longest = scope.weight < 8 ? (shop.random.chance(10) ? 24 : 8) : 3;
    const std::uint32_t most = shop.random.between(1, longest);
    if (shop.random.chance(55)) return {leaf(Type::u32, std::to_string(most) + "u"), "$0", most, true};
    return {{}, "$0 % " + std::to_string(most + 1) + "u", most, false};
}

std::string unrolling(Workshop& shop) {
    static const std::vector<std::string> ways = {"#pragma unroll\n", "#pragma unroll 1\n",
                                                  "#pragma unroll 2\n", "#pragma unroll 4\n"};
    return shop.random.chance(50) ? shop.random.pick(ways) : "";
}

} // namespace

void add_branch(Statements& statements, Scope& scope, Body& body) {
    Workshop& shop = statements.workshop();
    const bool alone = scope.together == Convergence::thread;
    if (!alone && shop.options.with("masks") && shop.random.chance(45))
        return add_masked_branch(statements, scope, body);
    Scope inside = inner(scope);
    Statement branch;
    branch.transparent = true;
    if (!alone && shop.random.chance(50)) {
        branch.operands.push_back(statements.expressions().condition(scope, scope.uniform()));
    } else {
        branch.operands.push_back(statements.expressions().condition(scope));
        inside = inside.apart();
    }
    branch.pieces = {"if ($0) {"};
    branch.bodies.push_back(statements.body(inside, shop.random.between(1, 3)));
    if (shop.random.chance(50)) {
        branch.pieces.emplace_back("} else {");
        branch.bodies.push_back(statements.body(inside, shop.random.between(1, 3)));
    }
    branch.pieces.emplace_back("}");
    body.push_back(std::move(branch));
}

void add_switch(Statements& statements, Scope& scope, Body& body) {
    Workshop& shop = statements.workshop();
    Scope inside = inner(scope);
    inside.may_break = false;
    const bool uniform = scope.together != Convergence::thread && shop.random.chance(50);
    if (!uniform) {
        inside = inside.apart();
    }
    const std::uint32_t cases = shop.random.between(2, 6);
    Statement choice;
    choice.transparent = true;
    choice.operands.push_back(
        statements.expressions().make(scope, Type::u32, 2, uniform ? scope.uniform() : Varies::by_thread));
    std::string before = "switch ($0 % " + std::to_string(cases + 1) + "u) {\n";
    for (std::uint32_t n = 0; n < cases; ++n) {
        choice.pieces.push_back(before + "case " + std::to_string(n) + ": {");
        choice.bodies.push_back(statements.body(inside, shop.random.between(1, 2)));
        // Some fall through to the next case.
        before = shop.random.chance(80) ? "    break;\n}\n" : "}\n";
    }
    choice.pieces.push_back(before + "default: {");
    choice.bodies.push_back(statements.body(inside, 1));
    choice.pieces.emplace_back("}\n}");
    body.push_back(std::move(choice));
}

void add_loop(Statements& statements, Scope& scope, Body& body) {
    Workshop& shop = statements.workshop();
    Rounds rounds = rounds_of(shop, scope);
    if (!shop.afford(scope, rounds.most * 4)) return statements.declare(scope, body);
    const std::string counter = shop.new_name("i");
    const bool together = scope.together != Convergence::thread && (rounds.counted || shop.random.chance(60));
    if (!rounds.counted)
        rounds.bound = statements.expressions().make(scope, Type::u32, 2,
                                                     together ? scope.uniform() : Varies::by_thread);
    Statement loop;
    loop.operands.push_back(std::move(rounds.bound));
    const std::uint32_t way = shop.random.below(4);
    if (way < 2) {
        const std::string bound = shop.new_name("n");
        const std::string declared = rounds.counted ? "" : "const u32 " + bound + " = " + rounds.text + ";\n";
        loop.pieces = {declared + unrolling(shop) + "for (u32 " + counter + " = 0; " + counter + " < " +
                           (rounds.counted ? rounds.text : bound) + "; ++" + counter + ") {",
                       "}"};
    } else if (way == 2) {
        loop.pieces = {"u32 " + counter + " = " + rounds.text + ";\nwhile (" + counter + " != 0) {\n    --" +
                           counter + ";",
                       "}"};
    } else {
        loop.pieces = {"u32 " + counter + " = " + rounds.text + ";\ndo {",
                       "} while (" + counter + "-- > 1);"};
        // If the bound was 0, the counter has wrapped around.
        if (!rounds.counted) loop.pieces[0] = "u32 " + counter + " = 1 + " + rounds.text + ";\ndo {";
    }
    Scope inside = inner(together ? scope : scope.apart());
    inside.may_break = inside.may_continue = true;
    inside.weight = scope.weight * (rounds.most + 1);
    inside.variables.push_back({counter, Type::u32, together ? scope.uniform() : Varies::by_thread, false});
    loop.bodies.push_back(statements.body(inside, shop.random.between(1, 4)));
    body.push_back(std::move(loop));
}

} // namespace programs
