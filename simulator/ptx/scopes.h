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

/// The entity that a name refers to.
struct Symbol {
    /// Kind of the entity, which determines the list that its index refers to.
    enum class Kind : std::uint8_t {
        reg,       ///< Function::registers
        variable,  ///< Function::variable
        label,     ///< Function::labels
        table,     ///< Function::label_lists
        prototype, ///< prototype of a call through a register
    };
    Kind kind = Kind::reg;   ///< the list
    std::uint32_t index = 0; ///< index in the list
};

/// A use of a label or a list of labels that may be declared later.
struct Reference {
    std::string_view name = {}; ///< points into the PTX
    std::uint32_t line = 0;     ///< its line, for error messages
    bool in_list = false;       ///< in Function::label_lists, else in an instruction
    std::uint32_t owner = 0;    ///< index of the list or instruction
    std::uint32_t place = 0;    ///< index of the label in the list, or of the operand
};

/// Nested scopes: the innermost declaration of a name counts.
class Scopes {
public:
    /// Registers and labels that are found are added to @p function; @p reader supplies the position of
    /// errors. Both must outlive this object.
    Scopes(Reader& reader, Function& function) : reader_(reader), function_(function) {}

    /// Enters a scope, at `{`.
    void open();
    /// Leaves a scope, at `}`. Unresolved references move to the enclosing scope; in the outermost scope they
    /// are errors.
    void close();
    /// Returns the number of open scopes.
    [[nodiscard]] std::size_t depth() const { return scopes_.size(); }

    /// Declares a name in the innermost scope, where it must be new.
    void declare(std::string_view name, Symbol symbol);
    /// Declares a register.
    void declare_register(std::string_view name, Word type);
    /// Declares `name0` to `name<count - 1>`. Each register is created at its first use.
    void declare_registers(std::string_view name, std::uint32_t count, Word type);
    /// Returns the entity that @p name refers to; empty if it is not declared.
    std::optional<Symbol> find(std::string_view name);
    /// Records a reference to a label or to a list of labels.
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
