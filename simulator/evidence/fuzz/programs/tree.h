#pragma once

/// @file
/// A program as a tree. Expressions and statements are text with holes: what CUDA C++ looks like is known where a
/// construct is made, and whoever prints, shrinks or breaks a program need not know it.

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

/// One more piece of text than bodies: the first body stands behind the first piece, and so on. Pieces may have several
/// lines; `$0` are the operands, which are evaluated wherever the text has them.
struct Statement {
    std::vector<std::string> pieces;
    std::vector<Expression> operands = {};
    std::vector<Body> bodies = {};
    /// What it declares. It can go only while nobody names that.
    std::string declares = "";
    /// Others rely on it: the barrier between two phases, the value a function returns.
    bool fixed = false;
    /// One of its bodies may take its place.
    bool transparent = false;
};

/// A function, a class or a table of the device: what stands outside kernels.
struct Definition {
    std::string name;
    Statement text; ///< the head, the body, the tail
};

/// What a kernel may do with a buffer that it is given.
enum class Role : std::uint8_t {
    read,    ///< every thread reads all of it
    own,     ///< each thread has elements of its own
    combine, ///< all threads change all of it by one kind of atomic
};

struct Parameter {
    std::string name;
    Type type = Type::u32;
    Role role = Role::read;
};

struct Kernel {
    std::string name;
    std::vector<Parameter> buffers;
    std::vector<std::string> scalars; ///< of type u32
    std::vector<std::uint32_t> block; ///< x, y, z
    std::uint32_t dynamic_bytes = 0;
    Body body;
    /// Before these of its statements all threads of a block are there: from the first to before the last.
    std::size_t together_from = 0;
    std::size_t together_to = 0;
};

/// How a buffer comes to its memory.
enum class Home : std::uint8_t {
    allocated,
    symbol,
    managed,
    unset, ///< allocated, and nothing put into it
};

/// Every buffer of a program has the same number of elements.
struct Buffer {
    std::string name;
    Type type = Type::u32;
    Home home = Home::allocated;
    std::uint32_t seed = 0; ///< of what it holds at first; 0: zeros
};

/// Something put into a stream.
struct Step {
    enum class Kind : std::uint8_t { launch, copy, clear, free } kind = Kind::launch;
    std::uint32_t stream = 0;
    std::string kernel;                   ///< of a launch
    std::vector<std::uint32_t> grid = {}; ///< x, y
    std::vector<std::uint32_t> scalars = {};
    std::vector<std::string> reads = {};   ///< buffers; a copy's source
    std::vector<std::string> writes = {};  ///< buffers; what is copied to, cleared or freed
    std::vector<std::string> buffers = {}; ///< a launch's arguments, in order
};

struct Program {
    std::uint64_t seed = 0;
    std::uint32_t elements = 0; ///< of each buffer
    std::vector<Definition> definitions;
    std::vector<Kernel> kernels;
    std::vector<Buffer> buffers;
    std::vector<Step> steps;
    std::uint32_t streams = 1;
};

/// An expression without operands.
Expression leaf(Type type, std::string text);

/// Whether the name stands somewhere in the text as a word of its own.
bool names(const std::string& text, const std::string& name);
bool names(const Expression& expression, const std::string& name);
bool names(const Statement& statement, const std::string& name);
bool names(const Body& body, const std::string& name);

} // namespace programs
