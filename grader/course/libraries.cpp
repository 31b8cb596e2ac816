#include "course/libraries.h"

#include <algorithm>
#include <cctype>

namespace grader {
namespace {

namespace fs = std::filesystem;

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

bool is_of_name(char c) { return c == '_' || c == '$' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// Whether @p file lies in a folder that is @p wanted by its name and by its marker.
bool lies_in_copy(const std::string& file, const HeaderFolder& wanted) {
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
         .space = "3cub",
         .inner_space = "CUB_",
         .read_by = {"thrust"}},
        {.name = "cublas", .stems = {"cublas", "nvblas"}, .read_by = {"cusolver"}},
        {.name = "cudnn", .stems = {"cudnn"}},
        {.name = "cufft", .stems = {"cufft"}},
        {.name = "curand", .stems = {"curand"}},
        {.name = "cusolver", .stems = {"cusolver"}},
        {.name = "cusparse", .stems = {"cusparse"}, .read_by = {"cusolver"}},
        {.name = "cutlass",
         .folders = {{"cutlass", "cutlass.h"}, {"cute", "tensor.hpp"}},
         .space = "7cutlass"},
        {.name = "npp", .stems = {"npp"}},
        {.name = "thrust",
         .folders = {{"thrust", "version.h"}},
         .space = "6thrust",
         .inner_space = "THRUST_",
         .read_by = {"cub"}},
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
    const auto holds = [&](const HeaderFolder& folder) { return lies_in_copy(file.string(), folder); };
    if (std::any_of(library.folders.begin(), library.folders.end(), holds)) return true;
    const std::string name = file.filename().string();
    const auto begins = [&](std::string_view stem) { return name.starts_with(stem); };
    return !written_for_lab && std::any_of(library.stems.begin(), library.stems.end(), begins);
}

std::string imported_from(const Library& library, const Imports& imports) {
    for (const std::string_view stem : library.stems) {
        for (const std::string& object : imports.libraries)
            if (object.starts_with("lib" + std::string(stem))) return object;
        for (const std::string& symbol : imports.symbols)
            if (symbol.starts_with(stem)) return symbol;
    }
    return {};
}

std::string code_of(const Library& library, std::string_view bytes) {
    if (library.space.empty()) return {};
    std::size_t end = 0; // of the last name that was looked at
    for (std::size_t at = 0; (at = bytes.find(library.space, at)) != std::string_view::npos;) {
        std::size_t inner = at + library.space.size();
        const std::size_t length = inner;
        while (inner < bytes.size() && is_digit(bytes[inner])) ++inner;
        const bool found = inner > length && bytes.substr(inner).starts_with(library.inner_space);
        std::size_t begin = at;
        at = inner;
        if (!found) continue;
        while (begin > end && is_of_name(bytes[begin - 1])) --begin;
        for (end = inner; end < bytes.size() && is_of_name(bytes[end]);) ++end;
        const std::string_view name = bytes.substr(begin, end - begin);
        if (name.find("_Z") < inner - begin) return std::string(name);
        at = end;
    }
    return {};
}

} // namespace grader
