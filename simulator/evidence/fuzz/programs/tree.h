#pragma once

/// @file
/// A program as a tree. Expressions and statements are text with placeholders: only the code that makes a
/// construct knows its CUDA C++ syntax. The code that prints, reduces or mutates a program need not know it.

#include <cstdint>
#include <string>
#include <vector>

#include "types.h"

namespace programs {

/// `text` with `$0`, `$1`, ... for the operands. It is complete by itself: in parentheses, or a call.
struct Expression {
    Type type = Type::u32;
    std::string text;
    std::vector<Expression> operands = {};
};

struct Statement;
using Body = std::vector<Statement>;

/// One more fragment of text than bodies: the first body follows the first fragment, and so on. Fragments may
/// have several lines; `$0` are the operands, which are evaluated wherever the text contains them.
struct Statement {
    std::vector<std::string> pieces;
    std::vector<Expression> operands = {};
    std::vector<Body> bodies = {};
    /// The name that it declares. The statement can be removed only while the name is unused.
    std::string declares = "";
    /// Other code relies on it: the barrier between two phases, the returned value of a function.
    bool fixed = false;
    /// One of its bodies may replace it.
    bool transparent = false;
};

/// A device function, class or table outside of kernels.
struct Definition {
    std::string name;
    Statement text; ///< head, body and tail
};

/// Permitted accesses of a kernel to a buffer parameter.
enum class Role : std::uint8_t {
    read,    ///< each thread may read any element
    own,     ///< each thread may read and write only its own elements
    combine, ///< each thread may change any element, by one kind of atomic
};

struct Parameter {
    std::string name;
    Type type = Type::u32;
    Role role = Role::read;
};

struct Kernel {
    std::string name;
    std::vector<Parameter> buffers;
    std::vector<std::string> scalars; ///< parameters of type u32
    std::vector<std::uint32_t> block; ///< x, y, z
    std::uint32_t dynamic_bytes = 0;
    Body body;
    /// All threads of a block reach the statements from the first index to before the last.
    std::size_t together_from = 0;
    std::size_t together_to = 0;
};

/// Kind of a buffer's memory.
enum class Home : std::uint8_t {
    allocated,
    symbol,
    managed,
    unset, ///< allocated and uninitialized
};

/// Every buffer of a program has the same number of elements.
struct Buffer {
    std::string name;
    Type type = Type::u32;
    Home home = Home::allocated;
    std::uint32_t seed = 0; ///< seed of the initial contents; 0: zeros
};

/// An operation that is submitted to a stream.
struct Step {
    enum class Kind : std::uint8_t { launch, copy, clear, free } kind = Kind::launch;
    std::uint32_t stream = 0;
    std::string kernel;                   ///< kernel of a launch
    std::vector<std::uint32_t> grid = {}; ///< x, y
    std::vector<std::uint32_t> scalars = {};
    std::vector<std::string> reads = {};   ///< name of the source of a copy; else empty
    std::vector<std::string> writes = {};  ///< name of what a copy, clear or free changes; else empty
    std::vector<std::string> buffers = {}; ///< names of the buffers that a launch gets as arguments, in order
};

struct Program {
    std::uint64_t seed = 0;
    std::uint32_t elements = 0; ///< per buffer
    std::vector<Definition> definitions;
    std::vector<Kernel> kernels;
    std::vector<Buffer> buffers;
    std::vector<Step> steps;
    std::uint32_t streams = 1;
};

/// An expression without operands.
Expression leaf(Type type, std::string text);

/// Returns whether the text contains the name as a whole word.
bool names(const std::string& text, const std::string& name);
bool names(const Expression& expression, const std::string& name);
bool names(const Statement& statement, const std::string& name);
bool names(const Body& body, const std::string& name);

} // namespace programs
