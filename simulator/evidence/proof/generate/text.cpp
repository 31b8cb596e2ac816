#include "text.h"

#include <cstdio>
#include <sstream>

namespace generate {

std::string filled(std::string text, const Values& values) {
    for (const auto& [place, value] : values) {
        for (std::size_t found = text.find(place); found != std::string::npos;
             found = text.find(place, found + value.size())) {
            text.replace(found, place.size(), value);
        }
    }
    return text;
}

std::string indented(const std::string& text, unsigned depth) {
    std::istringstream lines(text);
    std::string result;
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty() && line.front() != '#') result.append(4 * depth, ' ');
        result += line + '\n';
    }
    return result;
}

std::string bytes_as_text(unsigned bytes) {
    constexpr unsigned KiB = 1024;
    constexpr unsigned MiB = 1024 * KiB;
    return bytes % MiB == 0 ? std::to_string(bytes / MiB) + " MiB" : std::to_string(bytes / KiB) + " KiB";
}

std::string hexadecimal(unsigned number) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%xu", number);
    return text;
}

} // namespace generate
