#include "machine/handlers/print.h"

#include <array>
#include <cstdio>

#include <fmt/core.h>

#include "machine/handlers/space.h"

namespace simulator {
namespace {

// Limit of a string argument in bytes. A longer text is probably unterminated.
constexpr std::size_t max_text_bytes = 1 << 16;

// A conversion such as "%-8.3llf".
struct Conversion {
    std::string_view text;   // the whole conversion
    std::string flags = "%"; // flags, width and precision, with every `*` in place
    int stars = 0;
    std::string length; // such as "ll"
    bool has_star_precision = false;
    char letter = '\0'; // '%' for a percent sign, '\0' if the conversion is invalid

    [[nodiscard]] bool takes_argument() const { return letter != '\0' && letter != '%'; }
    [[nodiscard]] bool takes_real() const {
        return letter != '\0' && std::string_view("eEfFgGaA").find(letter) != std::string_view::npos;
    }
    // A GPU supports only the lengths h, l and ll, and no star as a precision. Its output for others, and for
    // all conversions after them, varies with the rest of the format and from run to run.
    [[nodiscard]] bool is_misread() const {
        const bool known =
            length.empty() || length == "h" || length == "l" || (length == "ll" && !takes_real());
        return takes_argument() && (!known || has_star_precision);
    }
};

Conversion conversion_at(std::string_view format, std::size_t begin) {
    Conversion found;
    std::size_t n = begin + 1;
    for (;
         n < format.size() && std::string_view("-+ #0123456789.*").find(format[n]) != std::string_view::npos;
         ++n) {
        found.has_star_precision =
            found.has_star_precision || (format[n] == '*' && found.flags.ends_with('.'));
        found.flags += format[n];
        if (format[n] == '*') ++found.stars;
    }
    for (; n < format.size() && std::string_view("hljztL").find(format[n]) != std::string_view::npos; ++n)
        found.length += format[n];
    if (n < format.size()) found.letter = format[n++];
    found.text = format.substr(begin, n - begin);
    return found;
}

template <class Each> void for_each_part(std::string_view format, Each each) {
    for (std::size_t n = 0; n < format.size();) {
        const std::size_t percent = format.find('%', n);
        if (percent != n) each(format.substr(n, percent - n), Conversion{});
        if (percent == std::string_view::npos) return;
        const Conversion conversion = conversion_at(format, percent);
        each(std::string_view(), conversion);
        n = percent + conversion.text.size();
    }
}

// Reads the arguments one after the other.
class Arguments {
public:
    Arguments(Address next, const ThreadMemory& memory) : next_(next), memory_(memory) {}

    template <class T> T take() {
        next_ = (next_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
        T value = {};
        if (const std::byte* const bytes = memory_.at(next_, sizeof value))
            std::memcpy(&value, bytes, sizeof value);
        next_ += sizeof(T);
        return value;
    }

private:
    Address next_;
    const ThreadMemory& memory_;
};

template <class T> std::string printed(const std::string& specification, T value) {
    const int length = std::snprintf(nullptr, 0, specification.c_str(), value);
    if (length <= 0) return {};
    std::string text(static_cast<std::size_t>(length) + 1, '\0');
    std::snprintf(text.data(), text.size(), specification.c_str(), value);
    text.pop_back();
    return text;
}

// Replaces each `*` by the value of its argument.
std::string with_numbers(const Conversion& conversion, Arguments& arguments) {
    std::string flags;
    for (const char letter : conversion.flags) {
        if (letter == '*')
            flags += std::to_string(std::min(std::max(arguments.take<std::int32_t>(), -4096), 4096));
        else
            flags += letter;
    }
    return flags;
}

std::string convert_argument(const Conversion& conversion, Arguments& arguments, const ThreadMemory& memory) {
    const std::string flags = with_numbers(conversion, arguments);
    const bool is_long = conversion.length.starts_with('l');
    const std::string half = is_long ? "" : conversion.length;
    switch (conversion.letter) {
        case 'd':
        case 'i':
            if (is_long) return printed(flags + "lld", arguments.take<long long>());
            return printed(flags + half + "d", arguments.take<int>());
        case 'u':
        case 'x':
        case 'X':
        case 'o':
            if (is_long)
                return printed(flags + "ll" + conversion.letter, arguments.take<unsigned long long>());
            return printed(flags + half + conversion.letter, arguments.take<unsigned>());
        case 'c': return printed(flags + "c", arguments.take<int>());
        case 'p': return printed(flags + "p", reinterpret_cast<const void*>(arguments.take<Address>()));
        case 's': {
            const Address begin = arguments.take<Address>();
            return printed(flags + "s", begin == 0 ? "(null)" : memory.text(begin).c_str());
        }
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
        case 'a':
        case 'A': return printed(flags + conversion.letter, arguments.take<double>());
        case '%': return "%";
        default: return std::string(conversion.text);
    }
}

} // namespace

const std::byte* ThreadMemory::at(Address generic, std::size_t bytes) const {
    const Location location = locate(generic);
    const Core& core = warp_.core();
    const Address end = location.address + bytes;
    switch (location.space) {
        case MemorySpace::shared:
            return end <= core.launch().shared_bytes ? warp_.block().shared() + location.address : nullptr;
        case MemorySpace::local:
            if (end > core.launch().local_bytes) return nullptr;
            return warp_.local() + static_cast<std::size_t>(lane_) * core.launch().local_bytes +
                   location.address;
        case MemorySpace::param:
            return end <= core.request().parameters.size()
                       ? core.request().parameters.data() + location.address
                       : nullptr;
        default: break;
    }
    const Allocation* const allocation = core.launch().memory.find(location.address);
    if (allocation == nullptr || end > allocation->end()) return nullptr;
    return allocation->host + (location.address - allocation->begin);
}

std::string ThreadMemory::text(Address generic) const {
    std::string text;
    for (; text.size() < max_text_bytes; ++generic) {
        const std::byte* const letter = at(generic, 1);
        if (letter == nullptr) return text + "(unreadable)";
        if (*letter == std::byte{0}) break;
        text += static_cast<char>(*letter);
    }
    return text;
}

std::size_t argument_count(std::string_view format) {
    std::size_t count = 0;
    for_each_part(format, [&](std::string_view, const Conversion& conversion) {
        if (!conversion.takes_argument()) return;
        count += 1 + static_cast<std::size_t>(conversion.stars);
    });
    return count;
}

std::string formatted(std::string_view format, Address arguments, const ThreadMemory& memory) {
    std::string text;
    Arguments rest(arguments, memory);
    bool is_misread = false;
    for_each_part(format, [&](std::string_view plain, const Conversion& conversion) {
        if (is_misread) return;
        if (conversion.is_misread()) {
            is_misread = true;
            text += fmt::format(
                "[a GPU prints wrong values from here on, because its printf does not support {}]\n",
                conversion.text);
            return;
        }
        text += plain;
        if (!conversion.text.empty()) text += convert_argument(conversion, rest, memory);
    });
    return text;
}

} // namespace simulator
