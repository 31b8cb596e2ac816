#include "grading/channel/kernel_name.h"

#include <cstdint>
#include <cstdlib>
#include <memory>

#include <cxxabi.h>

namespace grader {

std::string demangled(const std::string& symbol) {
    // A symbol without this prefix is a C name, which the demangler would read as a type: "f" as "float".
    if (!symbol.starts_with("_Z")) return symbol;
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr,
                                                                          &status),
                                                      std::free);
    return status == 0 ? text.get() : symbol;
}

std::string kernel_name(std::string signature) {
    // The signature of a template includes its return type, and every kernel returns void.
    if (signature.starts_with("void ")) signature.erase(0, 5);
    if (!signature.ends_with(')')) return signature;
    // The parameters are the last pair of parentheses. Parentheses of a cast in a template argument, or of
    // "(anonymous namespace)", come earlier.
    std::size_t open = 0;
    for (std::size_t at = signature.size(); at-- > 0;) {
        if (signature[at] == ')') ++open;
        if (signature[at] == '(' && --open == 0) {
            signature.erase(at);
            break;
        }
    }
    return signature;
}

std::string template_name(const std::string& symbol) {
    std::string name = kernel_name(demangled(symbol));
    if (!name.ends_with('>')) return name;
    std::size_t open = 0;
    for (std::size_t at = name.size(); at-- > 0;) {
        if (name[at] == '>') ++open;
        if (name[at] == '<' && --open == 0) return name.substr(0, at);
    }
    return name;
}

std::string bounded(std::string text) {
    constexpr std::size_t max_bytes = 1000;
    if (text.size() <= max_bytes) return text;
    std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a
    for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
    return text.substr(0, max_bytes) + "... [" + std::to_string(text.size()) + " bytes, number " +
           std::to_string(hash) + "]";
}

} // namespace grader
