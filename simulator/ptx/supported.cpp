#include "ptx/supported.h"

#include <fmt/core.h>

#include "ptx/form.h"

namespace simulator::ptx {
namespace {

std::string_view heading_of(Group group) {
    switch (group) {
        case Group::integer: return "Integers";
        case Group::bit: return "Bits";
        case Group::fp16: return "Half precision";
        case Group::fp32: return "Single precision";
        case Group::fp64: return "Double precision";
        case Group::conversion: return "Conversions";
        case Group::misc: return "Moves and other instructions";
        case Group::memory: return "Memory";
        case Group::control: return "Control flow and barriers";
        case Group::inter_thread: return "Warp-level instructions";
    }
    return "";
}

std::string escaped(std::string_view text, std::string_view special) {
    std::string result;
    for (const char c : text) {
        if (special.find(c) != std::string_view::npos) result += '\\';
        result += c;
    }
    return result;
}

/// A vertical bar would end the table column.
std::string code(std::string_view text) {
    return text.empty() ? std::string() : fmt::format("`{}`", escaped(text, "|"));
}

constexpr std::string_view introduction =
    R"(# Supported instructions

What the simulator executes, made from `simulator/ptx/instructions.def`. A kernel that contains anything else,
or may call a function that does, is refused when it is first used, with the name of the instruction and its
line; the program's other kernels run.

Suffixes: `{.a|.b}` is one of them, `[.a|.b]` one or none; they may come in any order, but two types keep
theirs. Operands: `d` is a register that is written and `p` a predicate that is; `a`, `b`, `c` and `e` are
registers, constants or addresses of variables; `q` is a predicate, perhaps negated (`!q`); `v` is a register
or a vector that is written, `w` a value or a vector that is read; `[a]` is memory, `[t]` a texture object
with its coordinates, `L` a label, `T` the name of a `.branchtargets`, `F` a function with its results and
arguments; `?` marks what may be missing. Every instruction may have a guard (`@p`, `@!p`).
)";

} // namespace

std::string supported_instructions_page() {
    std::string page(introduction);
    for (int number = 0; number <= static_cast<int>(Group::inter_thread); ++number) {
        const auto group = static_cast<Group>(number);
        page += fmt::format(
            "\n## {}\n\n| instruction | suffixes | operands | what it does |\n|---|---|---|---|\n",
            heading_of(group));
        for (const FormRow& row : forms())
            if (row.group == group)
                page += fmt::format("| `{}` | {} | {} | {} |\n", row.mnemonic,
                                    code(spelling_of(row.form).substr(row.mnemonic.size())),
                                    code(row.operands), escaped(row.meaning, "|*"));
    }
    return page;
}

} // namespace simulator::ptx
