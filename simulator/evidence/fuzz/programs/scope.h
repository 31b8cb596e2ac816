#pragma once

/// @file
/// What the code that is being written can see and do.

#include <cstdint>
#include <string>
#include <vector>

#include "tree.h"

namespace programs {

/// Among whom a value differs at most.
enum class Varies : std::uint8_t {
    nowhere,
    by_warp,
    by_thread
}; // nowhere: the same in all threads of a block

struct Variable {
    std::string name;
    Type type = Type::u32;
    Varies varies = Varies::by_thread;
    bool assignable = false;
};

/// Elements that can be read, written, or both. `$0` is an index without bounds.
struct Array {
    std::string element;
    Type type = Type::u32;
    Varies varies = Varies::by_thread; ///< of what is read with the same index
    bool readable = false;
    bool writable = false;
    /// Two or four elements at once; empty if they can't be.
    std::string pair = "";
    std::string four = "";
};

/// Places that all threads change by the same atomic; `$0` is an index, `$1` the operand.
struct Atomic {
    std::string text;
    Type operand = Type::u32;
};

/// A function, or a table of functions: `$0` and so on are the arguments.
struct Callable {
    std::string text;
    Type result = Type::u32;
    std::vector<Type> parameters;
    std::uint32_t cost = 1;
    /// The text has `{mask}`: all lanes of a mask call it together.
    bool takes_mask = false;
};

/// Who is together where a statement stands.
enum class Convergence : std::uint8_t {
    block,  ///< all threads of the block
    warp,   ///< all lanes of a warp that exist
    masked, ///< those of a mask that a variable holds
    thread, ///< nobody knows
};

/// What the constructs may be told to leave out, by name: see write_programs.cpp.
struct Options {
    std::vector<std::string> without;
    bool with(const std::string& construct) const;
};

struct Scope {
    std::vector<Variable> variables;
    std::vector<Array> arrays;
    std::vector<Atomic> atomics;
    std::vector<Callable> callables;
    /// Shared arrays with an element for each thread, that only threads of a warp exchange values in.
    std::vector<Array> exchanges;

    Convergence together = Convergence::thread;
    std::string mask;         ///< an expression, unless together is thread
    bool whole_warps = false; ///< the mask names all 32 lanes

    /// Whether those who are together may leave the loop around, or begin its next round.
    bool may_break = false;
    bool may_continue = false;
    /// Whether a thread may return here, and what: one value of `result`, or nothing.
    bool may_return = false;
    bool has_result = false;
    Type result = Type::u32;

    /// How much a statement here costs, by loops around it.
    std::uint32_t weight = 1;
    std::uint32_t depth = 0;

    /// How much values may differ to be the same for all who are together.
    Varies uniform() const;
    /// The same code, but threads that are there by chance.
    Scope apart() const;
};

/// What one program's parts draw from in turn.
struct Workshop {
    Random& random;
    const Options& options;
    Program& program;
    std::uint32_t names = 0;
    std::uint32_t budget = 0; ///< statements that a thread may still execute in this kernel

    std::string new_name(const std::string& stem) { return stem + "_" + std::to_string(++names); }
    /// Takes the cost from the budget, or says that too little is left.
    bool afford(const Scope& scope, std::uint32_t cost);
};

} // namespace programs
