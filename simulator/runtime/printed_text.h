#pragma once

/// @file
/// What device code has printed, until the program waits for the device.

#include <mutex>
#include <string>

namespace simulator::runtime {

class Program;

/// Keeps printed text, as a GPU does. Safe to use from several threads.
class PrintedText {
public:
    /// Adds text of a kernel.
    void add(const std::string& text);
    /// Has @p program print all of it, unless that is null.
    void print_through(Program* program);
    /// Whether text would be lost if the program ended now.
    [[nodiscard]] bool has_text() const;

private:
    mutable std::mutex mutex_; ///< guards text_
    std::string text_;
};

} // namespace simulator::runtime
