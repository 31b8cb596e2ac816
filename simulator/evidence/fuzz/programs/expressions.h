#pragma once

/// @file
/// Random expressions.

#include <optional>

#include "scope.h"

namespace programs {

class Expressions {
public:
    explicit Expressions(Workshop& workshop) : shop_(workshop) {}

    /// Returns a value that differs between threads at most as `varies` allows. `depth`: nesting depth of
    /// operations.
    Expression make(const Scope& scope, Type type, unsigned depth, Varies varies = Varies::by_thread);
    /// Returns a value of the usual depth.
    Expression make(const Scope& scope, Type type) { return make(scope, type, 2); }
    /// Returns a condition; rarely a constant one.
    Expression condition(const Scope& scope, Varies varies = Varies::by_thread);
    /// Returns a value in which NaN is replaced, for stores and comparisons.
    Expression storable(const Scope& scope, Type type, unsigned depth = 2);

    Type any_type();

private:
    Expression simple(const Scope& scope, Type type, unsigned depth, Varies varies);
    Expression index(const Scope& scope, unsigned depth, Varies varies);
    std::optional<Expression> call(const Scope& scope, Type type, unsigned depth);

    Workshop& shop_;
};

} // namespace programs
