#include "course/libraries.h"

#include <algorithm>
#include <cctype>

namespace grader {
namespace {

namespace fs = std::filesystem;

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

bool is_symbol_character(char c) {
    return c == '_' || c == '$' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// Returns whether @p file is in a folder that matches @p wanted by its name and by its marker.
bool is_in_copy_of(const std::string& file, const HeaderFolder& wanted) {
    const std::string part = '/' + std::string(wanted.name) + '/';
    std::error_code none;
    for (std::size_t at = 0; (at = file.find(part, at)) != std::string::npos; ++at)
        if (fs::exists(fs::path(file.substr(0, at + part.size())) / wanted.marker, none)) return true;
    return false;
}

} // namespace

const std::vector<Library>& known_libraries() {
    static const std::vector<Library> libraries = {
        {.name = "cub",
         .folders = {{"cub", "version.cuh"}},
         .mangled_namespace = "3cub",
         .inner_namespace_prefix = "CUB_",
         .included_by = {"thrust"}},
        {.name = "cublas", .prefixes = {"cublas", "nvblas"}, .included_by = {"cusolver"}},
        {.name = "cudnn", .prefixes = {"cudnn"}},
        {.name = "cufft", .prefixes = {"cufft"}},
        {.name = "curand", .prefixes = {"curand"}},
        {.name = "cusolver", .prefixes = {"cusolver"}},
        {.name = "cusparse", .prefixes = {"cusparse"}, .included_by = {"cusolver"}},
        {.name = "cutlass",
         .folders = {{"cutlass", "cutlass.h"}, {"cute", "tensor.hpp"}},
         .mangled_namespace = "7cutlass"},
        {.name = "npp", .prefixes = {"npp"}},
        {.name = "thrust",
         .folders = {{"thrust", "version.h"}},
         .mangled_namespace = "6thrust",
         .inner_namespace_prefix = "THRUST_",
         .included_by = {"cub"}},
    };
    return libraries;
}

const Library* find_library(std::string_view name) {
    const std::vector<Library>& all = known_libraries();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Library& library) { return library.name == name; });
    return found == all.end() ? nullptr : &*found;
}

bool is_header_of(const Library& library, const fs::path& file, bool written_for_lab) {
    const auto holds = [&](const HeaderFolder& folder) { return is_in_copy_of(file.string(), folder); };
    if (std::any_of(library.folders.begin(), library.folders.end(), holds)) return true;
    const std::string name = file.filename().string();
    const auto begins = [&](std::string_view stem) { return name.starts_with(stem); };
    return !written_for_lab && std::any_of(library.prefixes.begin(), library.prefixes.end(), begins);
}

std::string imported_from(const Library& library, const Imports& imports) {
    for (const std::string_view stem : library.prefixes) {
        for (const std::string& object : imports.libraries)
            if (object.starts_with("lib" + std::string(stem))) return object;
        for (const std::string& symbol : imports.symbols)
            if (symbol.starts_with(stem)) return symbol;
    }
    return {};
}

std::string library_symbol_in(const Library& library, std::string_view bytes) {
    if (library.mangled_namespace.empty()) return {};
    std::size_t end = 0; // end of the last name checked
    for (std::size_t at = 0; (at = bytes.find(library.mangled_namespace, at)) != std::string_view::npos;) {
        std::size_t inner = at + library.mangled_namespace.size();
        const std::size_t length = inner;
        while (inner < bytes.size() && is_digit(bytes[inner])) ++inner;
        const bool found = inner > length && bytes.substr(inner).starts_with(library.inner_namespace_prefix);
        std::size_t begin = at;
        at = inner;
        if (!found) continue;
        while (begin > end && is_symbol_character(bytes[begin - 1])) --begin;
        for (end = inner; end < bytes.size() && is_symbol_character(bytes[end]);) ++end;
        const std::string_view name = bytes.substr(begin, end - begin);
        if (name.find("_Z") < inner - begin) return std::string(name);
        at = end;
    }
    return {};
}

} // namespace grader
