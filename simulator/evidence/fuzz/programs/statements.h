#pragma once

/// @file
/// Random statements.

#include "expressions.h"
#include "scope.h"

namespace programs {

class Statements {
public:
    explicit Statements(Workshop& workshop) : shop_(workshop), expressions_(workshop) {}

    /// Returns up to `count` statements in sequence. Their declarations are visible to the statements that
    /// follow.
    Body body(Scope scope, unsigned count);
    /// Appends one statement; its declarations are added to the scope.
    void add(Scope& scope, Body& body);

    void declare(Scope& scope, Body& body);
    void declare(Scope& scope, Body& body, Type type);
    /// Changes an element that belongs to the thread.
    void store(Scope& scope, Body& body);

    Expressions& expressions() { return expressions_; }
    Workshop& workshop() { return shop_; }

private:
    void assign(Scope& scope, Body& body);
    void declare_array(Scope& scope, Body& body);
    void load_vector(Scope& scope, Body& body);
    void store_vector(Scope& scope, Body& body);
    void atomic(Scope& scope, Body& body);
    void leave(Scope& scope, Body& body);

    Workshop& shop_;
    Expressions expressions_;
};

/// Branches and loops: branches.cpp.
void add_branch(Statements& statements, Scope& scope, Body& body);
void add_switch(Statements& statements, Scope& scope, Body& body);
void add_loop(Statements& statements, Scope& scope, Body& body);
/// Operations between the lanes of a mask: collectives.cpp.
void add_collective(Statements& statements, Scope& scope, Body& body);

} // namespace programs
