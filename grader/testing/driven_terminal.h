#pragma once

/// @file
/// A program at a pseudo-terminal, with a test at the keyboard.

#include <filesystem>
#include <string>
#include <sys/types.h>
#include <termios.h>
#include <vector>

#include "harness.h"

namespace harness {

/// The standard input of a program.
enum class Keyboard { terminal, none };

/// The program, from its start to its end. Waits have a timeout, which only a program that hangs reaches.
class DrivenTerminal {
public:
    /// Starts @p argv in @p directory. Without a keyboard its input is empty, and its output is still a
    /// terminal.
    DrivenTerminal(std::vector<std::string> argv, const std::filesystem::path& directory,
                   const Environment& environment = {}, Keyboard keyboard = Keyboard::terminal);
    ~DrivenTerminal();
    DrivenTerminal(const DrivenTerminal&) = delete;
    DrivenTerminal& operator=(const DrivenTerminal&) = delete;

    /// Waits until @p text is on the screen, after the text of earlier waits.
    bool shows(const std::string& text);
    /// Reads the available output, and returns whether @p text is in it, after the text of earlier waits.
    bool has_shown(const std::string& text);
    /// Types @p keys.
    void type(const std::string& keys);
    /// Types @p keys when the program waits for a key, and returns when it has read them and waits again.
    void press(const std::string& keys);
    /// Sends it @p signal.
    void send(int signal) const;
    /// Waits for its end and returns its exit status, or the signal that ended it, negative.
    int wait();

    /// Returns the terminal's settings before the program has changed them.
    [[nodiscard]] const termios& settings_before() const { return before_; }
    [[nodiscard]] termios settings() const;
    /// Returns all output.
    [[nodiscard]] const std::string& output() const { return output_; }
    /// Returns how often its threads have gone to sleep so far.
    [[nodiscard]] long sleeps() const;
    /// Returns its running processes, itself included.
    [[nodiscard]] std::vector<std::string> processes() const { return marked_processes(mark_); }

private:
    bool read_some(int milliseconds);
    [[nodiscard]] bool is_asleep() const;

    std::string mark_;
    int controller_fd_ = -1;
    int terminal_fd_ = -1;
    pid_t program_ = -1;
    termios before_{};
    std::string output_;
    std::size_t search_start_ = 0;
};

/// Returns whether two settings agree in all that a program can change.
bool same_settings(const termios& a, const termios& b);

} // namespace harness
