#include "grading/terminal/terminal.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/text.h"

namespace grader {
namespace {

constexpr const char* hide_cursor = "\x1b[?25l";
constexpr const char* show_cursor = "\x1b[?25h";
constexpr const char* erase_line = "\r\x1b[K";

bool supports_escapes() {
    const char* term = std::getenv("TERM");
    return term != nullptr && *term != '\0' && std::strcmp(term, "dumb") != 0;
}

std::size_t width() {
    winsize size{};
    return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

} // namespace

InteractiveTerminal::InteractiveTerminal() {
    const bool terminals = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
    has_keys_ = terminals && ::tcgetattr(STDIN_FILENO, &initial_settings_) == 0;
    supports_escapes_ = has_keys_ && supports_escapes();
    enter();
}

InteractiveTerminal::~InteractiveTerminal() { leave(); }

void InteractiveTerminal::enter() {
    if (!has_keys_ || is_active_) return;
    termios keys = initial_settings_;
    // Deliver each key at once and without echo. Ctrl-C sends no signal either: it is a key like the others,
    // and does not interrupt a `make` that waits for this program.
    keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    ::tcsetattr(STDIN_FILENO, TCSADRAIN, &keys);
    if (supports_escapes_) std::cout << hide_cursor << std::flush;
    is_active_ = true;
    draw_last_line();
}

void InteractiveTerminal::leave() {
    if (!is_active_) return;
    erase_last_line();
    if (supports_escapes_) std::cout << show_cursor << std::flush;
    ::tcsetattr(STDIN_FILENO, TCSADRAIN, &initial_settings_);
    is_active_ = false;
}

void InteractiveTerminal::print_above(std::string_view text) {
    erase_last_line();
    std::cout << text << std::flush;
    draw_last_line();
}

void InteractiveTerminal::show(const std::string& text) {
    if (text == last_line_ && drawn_) return;
    erase_last_line();
    // If lines cannot be overwritten, each text becomes a separate line.
    if (has_keys_ && !supports_escapes_ && text != last_line_) std::cout << text << '\n' << std::flush;
    last_line_ = text;
    draw_last_line();
}

void InteractiveTerminal::redraw() {
    erase_last_line();
    draw_last_line();
}

void InteractiveTerminal::erase_last_line() {
    if (supports_escapes_ && drawn_) std::cout << erase_line << std::flush;
    drawn_ = false;
}

void InteractiveTerminal::draw_last_line() {
    if (!supports_escapes_ || !is_active_ || last_line_.empty()) return;
    // The last column stays free: some terminals wrap to the next line as soon as it is used.
    std::cout << cut(last_line_, width() - 1) << std::flush;
    drawn_ = true;
}

int InteractiveTerminal::key() {
    char pressed[64];
    ssize_t got = -1;
    while ((got = ::read(STDIN_FILENO, pressed, sizeof(pressed))) < 0)
        if (errno != EINTR) return errno == EAGAIN ? 0 : -1;
    if (got == 0) return -1;
    // An arrow, or another key without a letter, arrives as an escape sequence.
    return pressed[0] == '\x1b' ? 0 : static_cast<unsigned char>(pressed[0]);
}

} // namespace grader
