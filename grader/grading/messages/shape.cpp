#include "grading/messages/shape.h"

#include <algorithm>

namespace grader {

std::string shape_of(const Message& message, std::initializer_list<std::string_view> names) {
    // Sort: a message that was read back from JSON may have its arguments in another order.
    std::vector<kernelsmith::Argument> arguments = message.arguments();
    std::ranges::sort(arguments, {}, &kernelsmith::Argument::name);
    std::string shape = message.kind() + '(';
    for (const kernelsmith::Argument& argument : arguments) {
        if (std::ranges::find(names, argument.name) != names.end())
            shape += message.text(argument.name) + ' ';
        if (const auto* const inner = std::get_if<std::vector<Message>>(&argument.value))
            for (const Message& one : *inner) shape += shape_of(one, names);
    }
    return shape + ')';
}

} // namespace grader
