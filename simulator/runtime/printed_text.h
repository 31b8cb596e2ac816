#pragma once

/// @file
/// Output of device code, kept until the program waits for the device.

#include <mutex>
#include <string>

namespace simulator::runtime {

class Program;

/// Buffers printed text, as a GPU does. Thread-safe.
class PrintedText {
public:
    /// Appends output of a kernel.
    void add(const std::string& text);
    /// Has @p program print the buffered text, unless @p program is null.
    void print_through(Program* program);
    /// Returns whether text would be lost if the program ended now.
    [[nodiscard]] bool has_text() const;

private:
    mutable std::mutex mutex_; ///< guards text_
    std::string text_;
};

} // namespace simulator::runtime
