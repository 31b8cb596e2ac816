#pragma once

/// @file
/// What the parser makes of a PTX text: names resolved, instructions recognized, nothing executed.

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

    /// The same line of the same file.
    bool operator==(const SourceLine&) const = default;
};

/// Where a variable lives.
enum class Space : std::uint8_t { global, shared, local, constant, param };

/// An address in an initializer: at @p offset stand the bytes of the address of @p symbol.
struct Relocation {
    std::uint64_t offset = 0; ///< in Variable::initial
    std::string symbol;       ///< a variable or a function
    std::int64_t addend = 0;  ///< bytes that are added to the address
    bool generic = false;     ///< written `generic(symbol)`
};

/// A variable, parameter or array.
struct Variable {
    std::string name;                         ///< as the PTX has it: mangled
    Space space = Space::global;              ///< where it lives
    Word type = Word::b8;                     ///< of one element
    std::uint32_t alignment = 1;              ///< in bytes, a power of two
    std::uint64_t bytes = 0;                  ///< 0 for `.extern .shared x[]`, whose size a launch gives
    bool external = false;                    ///< declared, defined elsewhere
    std::vector<std::byte> initial = {};      ///< may be shorter than bytes; zeros follow
    std::vector<Relocation> relocations = {}; ///< addresses among the initial bytes
};

/// A virtual register.
struct Register {
    std::string name;      ///< `%r1`
    Word type = Word::b32; ///< as declared; `pred` for a predicate
};

/// Registers PTX defines.
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
    /// What it is.
    enum class Kind : std::uint8_t {
        none,     ///< missing, where it may be
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
        sink,     ///< `_`: written and forgotten
        call,     ///< elements: [0] callee (function or reg), [1] results and [2] arguments, each a vector
                  ///< of the function's own param variables
    };
    Kind kind = Kind::none;   ///< says which of the others mean anything
    bool negated = false;     ///< `!p`
    bool in_function = false; ///< for a variable: of the function rather than the module
    SpecialRegister special = SpecialRegister::tid_x; ///< of Kind::special
    std::uint32_t index = 0;                          ///< Kind says of what
    std::int64_t offset = 0;                          ///< of an address or a variable
    std::uint64_t bits = 0;                           ///< of a number
    std::vector<Operand> elements = {};               ///< of an address, a vector, a pair or a call

    /// Member by member.
    bool operator==(const Operand&) const = default;
};

/// `@p` or `@!p` before an instruction.
struct Guard {
    std::uint32_t reg = 0; ///< a predicate of Function::registers
    bool negated = false;  ///< `@!p`

    /// The same register, read the same way.
    bool operator==(const Guard&) const = default;
};

/// An instruction of a known form whose suffixes and operands fit it.
struct Instruction {
    Form form = Form::ret;              ///< its row
    std::vector<Word> words = {};       ///< suffixes, in the order of the row
    std::optional<Guard> guard = {};    ///< none: always executed
    std::vector<Operand> operands = {}; ///< as the row lists them; missing ones have Kind::none
    SourceLine source = {};             ///< the line that it was made of, if `.loc` says so
    std::uint32_t ptx_line = 0;         ///< 1-based

    /// Whether a suffix is there.
    [[nodiscard]] bool has(Word word) const;
    /// The @p n-th type among the suffixes. The row guarantees that it is there.
    [[nodiscard]] Word type(std::size_t n = 0) const;
};

/// What is not understood of a function's text.
struct NotUnderstood {
    std::uint32_t line = 0; ///< of the PTX, 1-based
    SourceLine source = {}; ///< line 0 when unknown
    std::string what = {};  ///< `'wmma.load' is not supported`
};

/// A kernel or a device function.
struct Function {
    std::string name;                       ///< mangled
    bool entry = false;                     ///< a kernel
    bool declared_only = false;             ///< no body: an external such as vprintf
    std::vector<Variable> results = {};     ///< none for a kernel
    std::vector<Variable> parameters = {};  ///< in the order of the call
    std::vector<Register> registers = {};   ///< those that the body mentions
    std::vector<Variable> variables = {};   ///< local, shared and the param variables of calls, all scopes
    std::vector<Instruction> body = {};     ///< in the order of the text
    std::vector<std::uint32_t> labels = {}; ///< index into body; body.size() for one at the end
    std::vector<std::vector<std::uint32_t>> label_lists = {}; ///< `.branchtargets`: labels
    std::uint32_t max_threads = 0;                            ///< product of `.maxntid`; 0: not given
    std::uint32_t required_threads[3] = {0, 0, 0};            ///< `.reqntid`; zeros: not given
    std::uint32_t min_blocks = 0;                             ///< `.minnctapersm`
    std::uint32_t ptx_line = 0;                               ///< where it begins, 1-based
    std::optional<NotUnderstood> not_understood = {};         ///< the first such thing; then there is no body

    /// What an operand means by @p index: results, parameters and variables are numbered through in this
    /// order.
    [[nodiscard]] const Variable& variable(std::uint32_t index) const;
};

/// A parsed PTX text.
struct Module {
    std::uint32_t version = 0;            ///< 90 for 9.0
    std::uint32_t target = 0;             ///< 80 for sm_80
    std::vector<Variable> variables = {}; ///< those outside of functions
    std::vector<Function> functions = {}; ///< also those that are only declared
    std::vector<std::string> files = {};  ///< by number; "" where there is none

    /// Of each function whether its address is taken, in code or in a variable, so that it can be called by it.
    [[nodiscard]] std::vector<bool> functions_with_address() const;
    /// The source file of @p line; empty when unknown.
    [[nodiscard]] std::string_view file_name(SourceLine line) const;
};

} // namespace simulator::ptx
