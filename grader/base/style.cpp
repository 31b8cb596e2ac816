#include "base/style.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/color.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace grader {
namespace {

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

// Use the terminal's own sixteen colours, which the user's theme keeps readable.
fmt::text_style look(Ink ink) {
    switch (ink) {
        case Ink::good: return fmt::fg(fmt::terminal_color::green);
        case Ink::bad: return fmt::fg(fmt::terminal_color::red) | fmt::emphasis::bold;
        case Ink::close: return fmt::fg(fmt::terminal_color::yellow);
        case Ink::faint: return fmt::emphasis::faint;
        case Ink::strong: return fmt::emphasis::bold;
    }
    return {};
}

} // namespace

Style style_for(const Terminal& terminal) {
    Style style;
    style.colour = terminal.present && terminal.no_color.empty() && terminal.term != "dumb";
    if (terminal.columns > 0) style.width = std::clamp<std::size_t>(terminal.columns, 60, 100);
    return style;
}

Style style_of_descriptor(int descriptor) {
    Terminal terminal;
    terminal.present = isatty(descriptor) == 1;
    terminal.no_color = variable("NO_COLOR");
    terminal.term = variable("TERM");
    winsize size{};
    if (terminal.present && ioctl(descriptor, TIOCGWINSZ, &size) == 0) terminal.columns = size.ws_col;
    return style_for(terminal);
}

std::string paint(const Style& style, Ink ink, std::string_view text) {
    return style.colour ? fmt::format(look(ink), "{}", text) : std::string(text);
}

} // namespace grader
