#include <cxxabi.h>

#include "machine/launch.h"
#include "ptx/parser.h"

namespace simulator {

std::string demangled(const std::string& mangled) {
    // A name without this prefix is a C name, which the demangler would read as a type: "f" as "float".
    if (!mangled.starts_with("_Z")) return mangled;
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr,
                                                                          &status),
                                                      std::free);
    std::string name = status == 0 && text ? text.get() : mangled;
    // nvcc puts names with internal linkage into a namespace named after the file.
    const std::size_t scope = name.find("::");
    if (name.starts_with("_INTERNAL_") && scope != std::string::npos) name.erase(0, scope + 2);
    return name;
}

CodePlace place_of(const Kernel& kernel, std::uint32_t op) {
    const OpInfo& info = kernel.info[op];
    const FunctionLayout& function = kernel.functions[info.function];
    CodePlace place;
    place.kernel = demangled(kernel.name);
    if (info.function != 0) place.function = demangled(function.name);
    place.file = kernel.module->file_name(info.source);
    place.line = info.source.line;
    place.ptx_line = info.ptx_line;
    if (const ptx::Instruction* const instruction = kernel.instruction_at(op))
        place.instruction = ptx::disassemble(*kernel.module, *function.source, *instruction);
    return place;
}

bool Kernel::loop_separates(std::uint32_t op, std::uint32_t other) const {
    for (std::uint32_t end = 0; end < code.size(); ++end) {
        if (info[end].form != ptx::Form::bra || code[end].target > 0) continue;
        const std::int64_t begin = end + code[end].target;
        const auto inside = [&](std::uint32_t place) { return begin <= place && place <= end; };
        if (inside(op) != inside(other)) return true;
    }
    return false;
}

const SharedVariable* Kernel::shared_variable(std::uint64_t offset) const {
    for (const SharedVariable& variable : shared_variables)
        if (offset >= variable.offset && offset < variable.offset + variable.bytes) return &variable;
    return nullptr;
}

std::string Kernel::shared_name(std::uint64_t offset) const {
    const SharedVariable* const variable = shared_variable(offset);
    if (variable == nullptr) return {};
    // In the source, "kernel(float*)::tile" is just "tile".
    const std::string full = demangled(variable->name);
    const std::size_t scope = full.rfind("::");
    return scope == std::string::npos ? full : full.substr(scope + 2);
}

} // namespace simulator
