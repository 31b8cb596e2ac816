#pragma once

/// @file
/// The phases of a block between barriers, and the shared memory through which its threads communicate.

#include "statements.h"

namespace programs {

/// Shared arrays of a kernel. The permitted accesses to each are drawn again for every phase, so that a
/// barrier always separates a write from another thread's read.
class Phases {
public:
    Phases(Statements& statements, std::uint32_t block_threads)
        : statements_(statements), shop_(statements.workshop()), threads_(block_threads) {}

    /// Declares a few arrays and initializes all their elements; the last statement is a barrier.
    void declare(Scope& scope, Body& body, Kernel& kernel);
    /// Adds `count` phases, each followed by a barrier; some are in branches or loops that the whole block
    /// executes.
    void add(Scope& scope, Body& body, unsigned count);
    /// Returns a scope in which all of shared memory is constant from here on.
    Scope settled(Scope scope) const;

private:
    struct SharedArray {
        std::string name;
        Type type;
        std::uint32_t elements_per_thread;
    };
    void phase(Scope& scope, Body& body);
    Scope with_roles(Scope scope);

    Statements& statements_;
    Workshop& shop_;
    std::uint32_t threads_;
    std::vector<SharedArray> arrays_;
};

/// Returns a commutative atomic on elements of the type; `place` is the address. Empty if there is none.
std::string commuting_atomic(Type type, const std::string& place, Random& random);

} // namespace programs
