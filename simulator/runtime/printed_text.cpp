#include "runtime/printed_text.h"

#include "program/program.h"

namespace simulator::runtime {

void PrintedText::add(const std::string& text) {
    const std::lock_guard lock(mutex_);
    text_ += text;
}

void PrintedText::print_through(Program* program) {
    const std::lock_guard lock(mutex_);
    if (program != nullptr && !text_.empty()) {
        program->print(text_);
        text_.clear();
    }
}

bool PrintedText::has_text() const {
    const std::lock_guard lock(mutex_);
    return !text_.empty();
}

} // namespace simulator::runtime
