#pragma once

/// @file
/// A terminal with unbuffered keys and a status line at the bottom; restored when the program ends.

#include <string>
#include <string_view>
#include <termios.h>

namespace grader {

/// Standard input and output. If either is not a terminal, there are no keys and no status line, and all
/// output is plain text.
class InteractiveTerminal {
public:
    /// Takes over the terminal.
    InteractiveTerminal();
    ~InteractiveTerminal();
    InteractiveTerminal(const InteractiveTerminal&) = delete;
    InteractiveTerminal& operator=(const InteractiveTerminal&) = delete;

    /// Returns whether keys can be read.
    [[nodiscard]] bool has_keys() const { return has_keys_; }

    /// Restores the terminal's settings, with an empty last line: for a pager, or while the program is
    /// stopped.
    void leave();
    /// Takes over the terminal again.
    void enter();

    /// Prints @p text, complete lines, above the last line.
    void print_above(std::string_view text);
    /// Shows @p text in the last line, cut to its width. If lines cannot be overwritten it becomes a separate
    /// line, and in a pipe none.
    void show(const std::string& text);

    /// Redraws the last line after the terminal's width has changed.
    void redraw();

    /// Returns the key that was pressed; 0 for one without a letter. Requires that standard input is
    /// readable.
    /// @return -1 if the terminal is gone
    int key();

private:
    void erase_last_line();
    void draw_last_line();

    bool has_keys_ = false;
    bool supports_escapes_ = false; ///< whether lines can be overwritten
    bool is_active_ = false;
    bool drawn_ = false;
    termios initial_settings_{};
    std::string last_line_;
};

} // namespace grader
