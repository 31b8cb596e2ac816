#pragma once

/// @file
/// What a block does between two barriers, and the shared memory through which its threads speak.

#include "statements.h"

namespace programs {

/// Shared arrays of a kernel. What may be done with each is decided anew for every phase, so that only a barrier stands
/// between a write and another thread's read.
class Phases {
public:
    Phases(Statements& statements, std::uint32_t block_threads)
        : statements_(statements), shop_(statements.workshop()), threads_(block_threads) {}

    /// Declares a few arrays and sets all their elements; a barrier is the last of it.
    void declare(Scope& scope, Body& body, Kernel& kernel);
    /// Some phases, each with the barrier behind it; some of them in branches or loops that the whole block goes through.
    void add(Scope& scope, Body& body, unsigned count);
    /// A scope in which all of shared memory is what it stays from here on.
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

/// An atomic that commutes with itself, on elements of the type; `place` is the address. Empty if there is none.
std::string commuting_atomic(Type type, const std::string& place, Random& random);

} // namespace programs
