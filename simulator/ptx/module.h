#pragma once

/// @file
/// The result of the parser: names resolved, instructions recognized, nothing executed.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/form.h"

namespace simulator::ptx {

/// A line of the CUDA source, from `.loc`. Line 0: unknown.
struct SourceLine {
    std::uint32_t file = 0; ///< number of a `.file`, see Module::file_name
    std::uint32_t line = 0; ///< 1-based

    /// Whether both are the same line of the same file.
    bool operator==(const SourceLine&) const = default;
};

/// State space of a variable.
enum class Space : std::uint8_t { global, shared, local, constant, param };

/// An address in an initializer: the bytes at @p offset are the address of @p symbol.
struct Relocation {
    std::uint64_t offset = 0; ///< index in Variable::initial
    std::string symbol;       ///< a variable or a function
    std::int64_t addend = 0;  ///< bytes added to the address
    bool generic = false;     ///< written `generic(symbol)`
};

/// A variable, parameter or array.
struct Variable {
    std::string name;                    ///< mangled name, as in the PTX
    Space space = Space::global;         ///< its state space
    Word type = Word::b8;                ///< type of one element
    std::uint32_t alignment = 1;         ///< in bytes, a power of two
    std::uint64_t bytes = 0;             ///< 0 for `.extern .shared x[]`, whose size is a launch parameter
    bool external = false;               ///< declared here, defined elsewhere
    std::vector<std::byte> initial = {}; ///< may be shorter than bytes; the rest is zero
    std::vector<Relocation> relocations = {}; ///< addresses in the initial bytes
};

/// A virtual register.
struct Register {
    std::string name;      ///< `%r1`
    Word type = Word::b32; ///< as declared; `pred` for a predicate
};

/// Special registers of PTX.
enum class SpecialRegister : std::uint8_t {
    tid_x,
    tid_y,
    tid_z,
    ntid_x,
    ntid_y,
    ntid_z,
    ctaid_x,
    ctaid_y,
    ctaid_z,
    nctaid_x,
    nctaid_y,
    nctaid_z,
    laneid,
    warpid,
    nwarpid,
    smid,
    nsmid,
    gridid,
    warp_size,
    lanemask_eq,
    lanemask_lt,
    lanemask_le,
    lanemask_gt,
    lanemask_ge,
    clock,
    clock_hi,
    clock64,
    globaltimer,
    globaltimer_lo,
    globaltimer_hi,
    dynamic_smem_size,
    total_smem_size,
    envreg1,
    envreg2,
    aggr_smem_size,
    reserved_smem_offset_begin,
    reserved_smem_offset_end,
    reserved_smem_offset_cap,
    reserved_smem_offset_0,
    reserved_smem_offset_1,
};

/// One operand of an instruction.
struct Operand {
    /// Kind of the operand.
    enum class Kind : std::uint8_t {
        none,     ///< missing optional operand
        reg,      ///< `%r1`, in Operand::index
        special,  ///< `%tid.x`, in Operand::special
        integer,  ///< `17`, in Operand::bits, sign-extended
        float32,  ///< `0f3F800000`, in the lower half of Operand::bits
        float64,  ///< `0d3FF...`, in Operand::bits
        variable, ///< address of a variable, plus offset: in Module::variables, or see Function::variable
        function, ///< address of a function, Operand::index in Module::functions
        address,  ///< `[base + offset]`; Operand::elements[0] is the base: reg, variable, integer. `[base,
                  ///< {x, y}]` for a texture: the other elements are coordinates
        vector,   ///< `{a, b}`, in Operand::elements
        pair,     ///< `a|b`, in Operand::elements
        label,    ///< Operand::index in Function::labels
        table,    ///< Operand::index in Function::label_lists
        sink,     ///< `_`: the value is discarded
        call,     ///< elements: [0] callee (function or reg), [1] results and [2] arguments, each a
                  ///< vector of the function's own param variables
    };
    Kind kind = Kind::none;   ///< determines which other members are valid
    bool negated = false;     ///< `!p`
    bool in_function = false; ///< whether a variable belongs to the function rather than to the module
    SpecialRegister special = SpecialRegister::tid_x; ///< register for Kind::special
    std::uint32_t index = 0;                          ///< index in the list that Kind selects
    std::int64_t offset = 0;                          ///< offset for an address or a variable
    std::uint64_t bits = 0;                           ///< value for a number
    std::vector<Operand> elements = {};               ///< parts for an address, a vector, a pair or a call

    /// Compares all members.
    bool operator==(const Operand&) const = default;
};

/// `@p` or `@!p` before an instruction.
struct Guard {
    std::uint32_t reg = 0; ///< a predicate of Function::registers
    bool negated = false;  ///< `@!p`

    /// Whether register and negation are equal.
    bool operator==(const Guard&) const = default;
};

/// An instruction of a known form whose suffixes and operands fit it.
struct Instruction {
    Form form = Form::ret;              ///< its row
    std::vector<Word> words = {};       ///< suffixes, in the order of the row
    std::optional<Guard> guard = {};    ///< none: always executed
    std::vector<Operand> operands = {}; ///< as the row lists them; missing ones have Kind::none
    SourceLine source = {};             ///< source line by `.loc`, if there is one
    std::uint32_t ptx_line = 0;         ///< 1-based

    /// Returns whether the instruction has a suffix.
    [[nodiscard]] bool has(Word word) const;
    /// Returns the @p n-th type among the suffixes. The row must have one.
    [[nodiscard]] Word type(std::size_t n = 0) const;
};

/// The first unsupported or invalid construct of a function.
struct NotUnderstood {
    std::uint32_t line = 0; ///< line of the PTX, 1-based
    SourceLine source = {}; ///< line 0 if unknown
    std::string what = {};  ///< `'wmma.load' is not supported`
};

/// A kernel or a device function.
struct Function {
    std::string name;                       ///< mangled
    bool entry = false;                     ///< a kernel
    bool declared_only = false;             ///< no body: an external such as vprintf
    std::vector<Variable> results = {};     ///< none for a kernel
    std::vector<Variable> parameters = {};  ///< in calling order
    std::vector<Register> registers = {};   ///< registers that the body uses
    std::vector<Variable> variables = {};   ///< local, shared and the param variables of calls, all scopes
    std::vector<Instruction> body = {};     ///< in text order
    std::vector<std::uint32_t> labels = {}; ///< index into body; body.size() for one at the end
    std::vector<std::vector<std::uint32_t>> label_lists = {}; ///< `.branchtargets`: labels
    std::uint32_t max_threads = 0;                            ///< product of `.maxntid`; 0: not given
    std::uint32_t required_threads[3] = {0, 0, 0};            ///< `.reqntid`; zeros: not given
    std::uint32_t min_blocks = 0;                             ///< `.minnctapersm`
    std::uint32_t ptx_line = 0;                               ///< first line, 1-based
    std::optional<NotUnderstood> not_understood = {}; ///< the first such construct; then the body is empty

    /// Returns the variable with number @p index: results, parameters and variables are numbered
    /// consecutively, in this order.
    [[nodiscard]] const Variable& variable(std::uint32_t index) const;
};

/// A parsed PTX text.
struct Module {
    std::uint32_t version = 0;            ///< 90 for 9.0
    std::uint32_t target = 0;             ///< 80 for sm_80
    std::vector<Variable> variables = {}; ///< variables outside of functions
    std::vector<Function> functions = {}; ///< including functions that are only declared
    std::vector<std::string> files = {};  ///< indexed by number; "" if there is none

    /// Returns per function whether its address is taken, in code or in a variable, so that indirect calls
    /// can reach it.
    [[nodiscard]] std::vector<bool> functions_with_address() const;
    /// Returns the source file of @p line; empty if unknown.
    [[nodiscard]] std::string_view file_name(SourceLine line) const;
};

} // namespace simulator::ptx
