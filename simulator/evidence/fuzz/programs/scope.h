#pragma once

/// @file
/// Context of the code that is generated: its variables, and its permitted statements.

#include <cstdint>
#include <string>
#include <vector>

#include "tree.h"

namespace programs {

/// The threads between which a value may differ.
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

/// Elements that can be read, written, or both. `$0` is an unbounded index.
struct Array {
    std::string element;
    Type type = Type::u32;
    Varies varies = Varies::by_thread; ///< limit for a value read at the same index
    bool readable = false;
    bool writable = false;
    /// Two or four elements at once; empty if that is not possible.
    std::string pair = "";
    std::string four = "";
};

/// Elements that all threads change by the same atomic; `$0` is an index, `$1` the operand.
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

/// The threads that execute a statement together.
enum class Convergence : std::uint8_t {
    block,  ///< all threads of the block
    warp,   ///< all existing lanes of a warp
    masked, ///< the lanes of a mask in a variable
    thread, ///< unknown
};

/// Names of the constructs to leave out: see write_programs.cpp.
struct Options {
    std::vector<std::string> without;
    bool with(const std::string& construct) const;
};

struct Scope {
    std::vector<Variable> variables;
    std::vector<Array> arrays;
    std::vector<Atomic> atomics;
    std::vector<Callable> callables;
    /// Shared arrays with an element per thread, through which only threads of one warp exchange values.
    std::vector<Array> exchanges;

    Convergence together = Convergence::thread;
    std::string mask;         ///< an expression, unless `together` is `thread`
    bool whole_warps = false; ///< the mask contains all 32 lanes

    /// Whether the converged threads may leave the enclosing loop, or begin its next iteration.
    bool may_break = false;
    bool may_continue = false;
    /// Whether a thread may return here, and which result: one value of `result`, or nothing.
    bool may_return = false;
    bool has_result = false;
    Type result = Type::u32;

    /// Execution cost of a statement here, by enclosing loops.
    std::uint32_t weight = 1;
    std::uint32_t depth = 0;

    /// How much a value may differ and still be the same for all converged threads.
    Varies uniform() const;
    /// The same code for threads that are not converged.
    Scope apart() const;
};

/// State that the parts of one program share.
struct Workshop {
    Random& random;
    const Options& options;
    Program& program;
    std::uint32_t names = 0;
    std::uint32_t budget = 0; ///< statements that a thread may still execute in this kernel

    std::string new_name(const std::string& stem) { return stem + "_" + std::to_string(++names); }
    /// Subtracts the cost from the budget. Returns false if too little is left.
    bool afford(const Scope& scope, std::uint32_t cost);
};

} // namespace programs
