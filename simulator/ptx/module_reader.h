#pragma once

/// @file
/// A whole PTX text: the statements outside of functions.

#include <cstdint>
#include <string_view>
#include <vector>

#include "ptx/declarations.h"
#include "ptx/initializer.h"
#include "ptx/names.h"
#include "ptx/source_lines.h"

namespace simulator::ptx {

/// Reads one text.
class ModuleReader {
public:
    /// The text of the tokens must outlive this object.
    explicit ModuleReader(std::vector<Token> tokens);

    /// Reads the whole text.
    Module read();

private:
    /// Linkage directives such as `.visible`, before a function or a variable.
    struct Linkage {
        bool external = false;
        bool weak = false;
    };
    /// The part of a function before its body.
    struct Header {
        Function function = {};
        std::string_view name = {};
        std::vector<Formal> results = {};
        std::vector<Formal> parameters = {};
    };
    struct Alias {
        std::string_view name = {};
        std::string_view target = {};
        std::uint32_t line = 0;
    };

    Module read_all();
    void read_directive();
    void read_version();
    void read_target();
    void read_variables(Space space, Linkage linkage);
    void add_variable(Declaration declaration, Linkage linkage);
    void read_function(bool entry, Linkage linkage);
    Header read_header(bool entry);
    void read_limits(Function& function);
    void skip_limits();
    void read_body(const Header& header, Function& function);
    std::uint32_t announce(const Header& header);
    void read_alias();
    void apply_aliases();
    void check_symbols() const;

    Module module_;
    Reader reader_;
    ModuleNames names_ = {};
    SourceLines lines_;
    InitializerReader initializers_;
    std::vector<Alias> aliases_ = {};
};

} // namespace simulator::ptx
