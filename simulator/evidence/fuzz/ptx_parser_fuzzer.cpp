/// @file
/// libFuzzer target for the PTX parser: any text is parsed and printed, or rejected with a PtxError.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ptx/parser.h"

namespace {

void check(bool holds) {
    if (!holds) __builtin_trap();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const auto module = simulator::ptx::parse({reinterpret_cast<const char*>(data), size});
        for (const auto& function : module.functions) {
            for (const auto& instruction : function.body)
                check(disassemble(module, function, instruction).ends_with(';'));
            for (const std::uint32_t label : function.labels) check(label <= function.body.size());
            for (const auto& list : function.label_lists)
                for (const std::uint32_t label : list) check(label < function.labels.size());
        }
    } catch (const simulator::ptx::PtxError&) {
        return 0;
    }
    return 0;
}
