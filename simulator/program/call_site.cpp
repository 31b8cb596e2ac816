#include "program/call_site.h"

#include <elf.h>
#include <fmt/core.h>
#include <link.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "program/process.h"

namespace simulator::runtime {

namespace {

/// Parses "main\n/home/a/b.cu:12 (discriminator 3)"; addr2line prints "??" for unknown parts.
void parse_addr2line_frame(std::string_view text, CodePlace& place) {
    const std::string_view function = text.substr(0, text.find('\n'));
    if (!function.starts_with("??")) {
        place.function = function;
    }
    text.remove_prefix(std::min(function.size() + 1, text.size()));
    const std::string_view line_text = text.substr(0, text.find_first_of(" \n"));
    const std::size_t colon = line_text.rfind(':');
    if (colon == std::string_view::npos || line_text.starts_with("??")) {
        return;
    }
    std::uint32_t line = 0;
    std::from_chars(line_text.data() + colon + 1, line_text.data() + line_text.size(), line);
    if (line != 0) {
        place.file = line_text.substr(0, colon);
        place.line = line;
    }
}

/// Returns whether a function of the runtime has this name.
bool is_entry_point(const std::string& name) {
    static const std::set<std::string> names = {
        "cudaLaunchKernel",
        "cudaLaunchCooperativeKernel",
        "cudaLaunchKernelExC",
#define CALL(name) #name,
#define PLAIN(name) #name,
#define MESSAGE(name) #name,
#include "protocol/calls.def"
#define UNSUPPORTED(name) #name,
#include "protocol/unsupported.def"
#undef UNSUPPORTED
    };
    return names.contains(name);
}

/// Returns whether a place is in an inline function of the toolkit's cuda_runtime.h, such as
/// cudaMalloc<float>, which overloads an entry point.
bool is_wrapper(const CodePlace& place) {
    const std::size_t parameters = place.function.find('(');
    return place.function.starts_with("cudaError cuda") || place.file.ends_with("/cuda_runtime.h") ||
           (parameters != std::string::npos && is_entry_point(place.function.substr(0, parameters)));
}

/// Of the functions inlined at a place, innermost first, takes the first one that belongs to the program.
void parse_addr2line_frames(std::string_view text, CodePlace& place) {
    const CodePlace unknown = place;
    do {
        place = unknown;
        parse_addr2line_frame(text, place);
        const std::size_t end_of_name = std::min(text.find('\n'), text.size() - 1);
        text.remove_prefix(std::min(text.find('\n', end_of_name + 1), text.size() - 1) + 1);
    } while (is_wrapper(place) && !text.empty());
}

/// Returns whether the program or library @p path has a symbol table with all functions. A stripped file only
/// names those that it exports.
bool has_symbol_table(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    ElfW(Ehdr) header{};
    file.read(reinterpret_cast<char*>(&header), sizeof(header));
    for (std::size_t n = 0; file && n < header.e_shnum; ++n) {
        ElfW(Shdr) section{};
        file.seekg(static_cast<std::streamoff>(header.e_shoff + n * header.e_shentsize));
        file.read(reinterpret_cast<char*>(&section), sizeof(section));
        if (file && section.sh_type == SHT_SYMTAB) {
            return true;
        }
    }
    return false;
}

CodePlace symbolize(const StackFrame& frame) {
    CodePlace place;
    place.call = &frame;
    std::error_code ignored;
    place.function =
        fmt::format("{}+{:#x}", std::filesystem::path(frame.file).filename().string(), frame.offset);
    if (!std::filesystem::is_regular_file(frame.file, ignored)) {
        return place;
    }
    const ProcessResult answer =
        run_process({"addr2line", "-fCi", "-e", frame.file, fmt::format("{:#x}", frame.offset)});
    if (answer.status == 0 && !answer.output.empty()) {
        const CodePlace unnamed = place;
        parse_addr2line_frames(answer.output, place);
        // Without line information, addr2line prints the nearest preceding symbol, however far away. It is
        // the function's name only if each function has a symbol, or if the loader finds the place inside of
        // that function.
        if (place.line == 0 && !frame.named && !has_symbol_table(frame.file)) {
            return unnamed;
        }
    }
    return place;
}

/// Interns a value: keeps one copy of each, at a stable address.
template <class Value> const Value* intern(Value value) {
    static std::mutex mutex;
    static std::set<Value> values;
    const std::lock_guard lock(mutex);
    return &*values.insert(std::move(value)).first;
}

} // namespace

const StackFrame* intern_frame(StackFrame frame) { return intern(std::move(frame)); }

const CallChain* intern_chain(const CallChain& chain) { return intern(chain); }

CodePlace host_code_place(const CallChain& call) {
    static std::mutex mutex;
    static std::map<const StackFrame*, CodePlace> places;
    if (call.caller == nullptr) {
        return {};
    }
    const std::lock_guard lock(mutex);
    const auto place_of = [&](const StackFrame* frame) -> const CodePlace& {
        const auto [place, added] = places.try_emplace(frame);
        if (added) {
            place->second = symbolize(*frame);
        }
        return place->second;
    };
    const StackFrame* program = call.caller;
    for (const StackFrame* const next : {call.outer, call.outermost}) {
        if (next == nullptr || !is_wrapper(place_of(program))) {
            break;
        }
        program = next;
    }
    return place_of(program);
}

CodePlace host_code_place(const void* caller_of_site) {
    return caller_of_site == nullptr ? CodePlace{}
                                     : host_code_place(*static_cast<const CallChain*>(caller_of_site));
}

std::string describe(const CodePlace& place) {
    if (place.line != 0) {
        return fmt::format("{}:{}", std::filesystem::path(place.file).filename().string(), place.line);
    }
    return place.function;
}

} // namespace simulator::runtime
