#include "runtime/call_site.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fmt/core.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "runtime/process.h"

namespace simulator::runtime {

namespace {

/// Takes "main\n/home/a/b.cu:12 (discriminator 3)" apart; addr2line says "??" for what it does not know.
void take_answer(std::string_view text, CodePlace& place) {
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

/// Such as cudaMalloc<float> and other inline functions of the toolkit's cuda_runtime.h, which have the name
/// of an entry point but for their parameters.
bool is_wrapper(const CodePlace& place) {
    const std::size_t parameters = place.function.find('(');
    return place.function.starts_with("cudaError cuda") || place.file.ends_with("/cuda_runtime.h") ||
           (parameters != std::string::npos &&
            dlsym(RTLD_DEFAULT, place.function.substr(0, parameters).c_str()) != nullptr);
}

/// Of the functions that were inlined into each other at a place, innermost first, the first that is the
/// program's.
void take_answers(std::string_view text, CodePlace& place) {
    const CodePlace unknown = place;
    do {
        place = unknown;
        take_answer(text, place);
        const std::size_t end_of_name = std::min(text.find('\n'), text.size() - 1);
        text.remove_prefix(std::min(text.find('\n', end_of_name + 1), text.size() - 1) + 1);
    } while (is_wrapper(place) && !text.empty());
}

/// Whether all functions of the program or library @p path have their names in it. A stripped one knows those
/// alone that it offers to others.
bool knows_all_names(const std::string& path) {
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

CodePlace look_up(const void* caller) {
    CodePlace place;
    place.call = caller;
    Dl_info info{};
    if (caller == nullptr || dladdr(static_cast<const char*>(caller) - 1, &info) == 0 ||
        info.dli_fname == nullptr) {
        return place;
    }
    // The call stands before the place that it returns to.
    const auto offset = static_cast<std::uintptr_t>(static_cast<const char*>(caller) -
                                                    static_cast<const char*>(info.dli_fbase) - 1);
    place.function =
        fmt::format("{}+{:#x}", std::filesystem::path(info.dli_fname).filename().string(), offset);
    // The program's own name is relative to the folder it was started in.
    const std::string file =
        std::filesystem::exists(info.dli_fname) ? std::string(info.dli_fname) : std::string("/proc/self/exe");
    const ProcessResult answer = run_process({"addr2line", "-fCi", "-e", file, fmt::format("{:#x}", offset)});
    if (answer.status == 0 && !answer.output.empty()) {
        const CodePlace unnamed = place;
        take_answers(answer.output, place);
        // Without lines, addr2line gives the nearest name in front, however far: that is only the function's
        // where each has a name, or where the loader finds the place inside of the one that it is.
        if (place.line == 0 && info.dli_sname == nullptr && !knows_all_names(file)) {
            return unnamed;
        }
    }
    return place;
}

} // namespace

const CallChain* chain_of(const void* caller) {
    static std::mutex mutex;
    static std::set<CallChain> known;
    // Deep enough for all that stands between an entry point and who asks, where nothing is inlined.
    std::array<void*, 24> frames{};
    const auto end = frames.begin() + backtrace(frames.data(), static_cast<int>(frames.size()));
    const auto inner = std::find(frames.begin(), end, caller);
    const auto behind = [&](std::ptrdiff_t n) { return end - inner > n ? *(inner + n) : nullptr; };
    const std::lock_guard lock(mutex);
    return &*known.insert({caller, behind(1), behind(2)}).first;
}

CallChain call_from_outside() {
    std::array<void*, 32> frames{};
    const auto end = frames.begin() + backtrace(frames.data(), static_cast<int>(frames.size()));
    Dl_info here{};
    Dl_info there{};
    if (frames.begin() == end || dladdr(frames.front(), &here) == 0) {
        return {};
    }
    const auto outside = std::find_if(frames.begin(), end, [&](void* frame) {
        return dladdr(frame, &there) != 0 && there.dli_fbase != here.dli_fbase;
    });
    const auto behind = [&](std::ptrdiff_t n) { return end - outside > n ? *(outside + n) : nullptr; };
    return {behind(0), behind(1), behind(2)};
}

CodePlace host_place(const CallChain& call) {
    static std::mutex mutex;
    static std::map<const void*, CodePlace> known;
    const std::lock_guard lock(mutex);
    const auto place_of = [&](const void* address) -> const CodePlace& {
        const auto [place, added] = known.try_emplace(address);
        if (added) {
            place->second = look_up(address);
        }
        return place->second;
    };
    const void* program = call.caller;
    for (const void* const next : {call.outer, call.outest}) {
        if (next == nullptr || !is_wrapper(place_of(program))) {
            break;
        }
        program = next;
    }
    return place_of(program);
}

CodePlace host_place(const void* caller_of_site) {
    return caller_of_site == nullptr ? CodePlace{}
                                     : host_place(*static_cast<const CallChain*>(caller_of_site));
}

std::string describe(const CodePlace& place) {
    if (place.line != 0) {
        return fmt::format("{}:{}", std::filesystem::path(place.file).filename().string(), place.line);
    }
    return place.function;
}

} // namespace simulator::runtime
