#pragma once

/// @file
/// The names inside of a function's braces.

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/module.h"
#include "ptx/reader.h"

namespace simulator::ptx {

/// What a name stands for.
struct Symbol {
    /// What it is, and which list its index leads into.
    enum class Kind : std::uint8_t {
        reg,       ///< Function::registers
        variable,  ///< Function::variable
        label,     ///< Function::labels
        table,     ///< Function::label_lists
        prototype, ///< of a call through a register
    };
    Kind kind = Kind::reg;   ///< the list
    std::uint32_t index = 0; ///< the place in it
};

/// A place that names a label or a list of labels, which may be declared further down.
struct Reference {
    std::string_view name = {}; ///< points into the PTX
    std::uint32_t line = 0;     ///< where it stands, for an error
    bool in_list = false;       ///< in Function::label_lists, else in an instruction
    std::uint32_t owner = 0;    ///< which list or instruction
    std::uint32_t place = 0;    ///< of the label in the list, or of the operand
};

/// Nested scopes: a name means what the innermost one says.
class Scopes {
public:
    /// Registers and labels that are found go into @p function; @p reader knows where errors are. Both have
    /// to outlive this.
    Scopes(Reader& reader, Function& function) : reader_(reader), function_(function) {}

    /// `{`
    void open();
    /// `}`: the references that are left go to the scope around it; those of the last one are errors.
    void close();
    /// How many are open.
    [[nodiscard]] std::size_t depth() const { return scopes_.size(); }

    /// Declares a name in the innermost scope, where it has to be new.
    void declare(std::string_view name, Symbol symbol);
    /// Declares a register.
    void declare_register(std::string_view name, Word type);
    /// Declares `name0` to `name<count - 1>`. They come into being when they are mentioned.
    void declare_registers(std::string_view name, std::uint32_t count, Word type);
    /// What @p name stands for.
    std::optional<Symbol> find(std::string_view name);
    /// Notes a reference to a label or to a list of labels.
    void refer(Reference reference);

private:
    struct Range {
        std::uint32_t count;
        Word type;
    };
    struct Scope {
        std::unordered_map<std::string_view, Symbol> names = {};
        std::unordered_map<std::string_view, Range> ranges = {};
        std::vector<Reference> references = {};
    };

    [[nodiscard]] static std::optional<Word> range_type(const Scope& scope, std::string_view name);
    std::uint32_t make_register(std::string_view name, Word type);
    void resolve(const Reference& reference, Symbol symbol);

    Reader& reader_;
    Function& function_;
    std::vector<Scope> scopes_ = {};
};

} // namespace simulator::ptx
