#include "ptx/parser.h"

#include <utility>

#include "ptx/lexer.h"
#include "ptx/module_reader.h"

namespace simulator::ptx {
namespace {

/// Far more than any program has; indices of lines and instructions have 32 bits.
constexpr std::size_t max_text_bytes = 256u << 20;

} // namespace

PtxError::PtxError(std::uint32_t error_line, std::string in_function, SourceLine source_line,
                   std::string what)
    : std::runtime_error(std::move(what)), line(error_line), function(std::move(in_function)),
      source(source_line) {}

void require_understood(const Function& function) {
    if (const auto& gap = function.not_understood)
        throw PtxError(gap->line, function.name, gap->source, gap->what);
}

Module parse(std::string_view text) {
    if (text.size() > max_text_bytes) throw PtxError(0, "", {}, "a PTX text of more than 256 MiB");
    return ModuleReader(tokenize(text)).read();
}

} // namespace simulator::ptx
