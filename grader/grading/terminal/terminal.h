#pragma once

/// @file
/// A terminal whose keys arrive one by one and whose last line is ours; left as it was found.

#include <string>
#include <string_view>
#include <termios.h>

namespace grader {

/// Standard input and output. Where either is no terminal there are no keys and no last line, and all that is
/// said is plain text.
class InteractiveTerminal {
public:
    /// Takes the terminal over.
    InteractiveTerminal();
    ~InteractiveTerminal();
    InteractiveTerminal(const InteractiveTerminal&) = delete;
    InteractiveTerminal& operator=(const InteractiveTerminal&) = delete;

    /// Whether there are keys.
    [[nodiscard]] bool has_keys() const { return has_keys_; }

    /// Gives the terminal back as it was, its last line empty: for a pager, or while the program is stopped.
    void leave();
    /// Takes it over again.
    void enter();

    /// Prints @p text, whole lines, above the last line.
    void print_above(std::string_view text);
    /// Puts @p text in the last line, cut to its width. Where no line can be overwritten it becomes one of its
    /// own, and in a pipe none.
    void show(const std::string& text);

    /// Puts the last line there again, after the terminal has become wider or narrower.
    void redraw();

    /// The key that was pressed; 0 for one that has no letter. Only when standard input is readable.
    /// @return -1 where the terminal is gone
    int key();

private:
    void erase_last_line();
    void draw_last_line();

    bool has_keys_ = false;
    bool supports_escapes_ = false; ///< whether a line can be overwritten
    bool is_active_ = false;
    bool drawn_ = false;
    termios initial_settings_{};
    std::string last_line_;
};

} // namespace grader
