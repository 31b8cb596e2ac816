#include "ptx/source_lines.h"

namespace simulator::ptx {

SourceLine SourceLines::line_of(SourcePlace place, std::optional<SourcePlace> caller) {
    SourceLine line = {place.file, place.line};
    if (caller && in_toolkit(place.file)) {
        const auto known = shown_.find(*caller);
        line = known != shown_.end() ? known->second : SourceLine{caller->file, caller->line};
    }
    shown_[place] = line;
    return line;
}

bool SourceLines::in_toolkit(std::uint32_t file) const {
    return file < files_.size() && is_toolkit_header(files_[file]);
}

bool is_toolkit_header(std::string_view path) {
    if (path.starts_with("/usr/include/")) return true;
    const std::size_t include = path.find("/include/");
    if (include == std::string_view::npos) return false;
    // /usr/local/cuda/include, /usr/local/cuda-13.0/include, /opt/x/targets/x86_64-linux/include
    const std::string_view folders = path.substr(0, include + 1);
    return folders.find("/cuda/") != std::string_view::npos ||
           folders.find("/cuda-") != std::string_view::npos ||
           folders.find("/targets/") != std::string_view::npos;
}

} // namespace simulator::ptx
