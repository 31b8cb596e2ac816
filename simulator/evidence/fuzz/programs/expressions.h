#pragma once

/// @file
/// Expressions by chance.

#include <optional>

#include "scope.h"

namespace programs {

class Expressions {
public:
    explicit Expressions(Workshop& workshop) : shop_(workshop) {}

    /// A value that differs at most as told. `depth`: operations above each other.
    Expression make(const Scope& scope, Type type, unsigned depth, Varies varies = Varies::by_thread);
    /// One of the depth that most have.
    Expression make(const Scope& scope, Type type) { return make(scope, type, 2); }
    /// A condition; rarely one that is always the same.
    Expression condition(const Scope& scope, Varies varies = Varies::by_thread);
    /// The same with a value's NaN replaced, for what is stored or looked at.
    Expression storable(const Scope& scope, Type type, unsigned depth = 2);

    Type any_type();

private:
    Expression simple(const Scope& scope, Type type, unsigned depth, Varies varies);
    Expression index(const Scope& scope, unsigned depth, Varies varies);
    std::optional<Expression> call(const Scope& scope, Type type, unsigned depth);

    Workshop& shop_;
};

} // namespace programs
