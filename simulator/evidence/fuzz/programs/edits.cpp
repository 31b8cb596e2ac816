#include "edits.h"

#include <algorithm>
#include <functional>

#include "print.h"

namespace programs {

namespace {

// Visits bodies from the outside in, and from the end, because uses follow their declaration.
void each_body_of(Statement& statement, const std::function<void(Body&)>& visit) {
    for (auto body = statement.bodies.rbegin(); body != statement.bodies.rend(); ++body) visit(*body);
}

void each_body(Program& program, const std::function<void(Body&)>& visit) {
    const std::function<void(Body&)> deep = [&](Body& body) {
        visit(body);
        for (auto statement = body.rbegin(); statement != body.rend(); ++statement)
            each_body_of(*statement, deep);
    };
    for (auto kernel = program.kernels.rbegin(); kernel != program.kernels.rend(); ++kernel)
        deep(kernel->body);
    for (auto definition = program.definitions.rbegin(); definition != program.definitions.rend();
         ++definition)
        each_body_of(definition->text, deep);
}

bool named_in(const Program& program, const std::string& name) {
    const auto kernel_names = [&](const Kernel& kernel) { return names(kernel.body, name); };
    const auto definition_names = [&](const Definition& definition) {
        return definition.name != name && names(definition.text, name);
    };
    return std::any_of(program.kernels.begin(), program.kernels.end(), kernel_names) ||
           std::any_of(program.definitions.begin(), program.definitions.end(), definition_names);
}

std::size_t drop_steps(Program& program, Places places) {
    const std::size_t all = program.steps.size();
    for (std::size_t n = all; n-- > 0;)
        if (places.contain(n)) program.steps.erase(program.steps.begin() + static_cast<std::ptrdiff_t>(n));
    return all;
}

std::size_t drop_statements(Program& program, Places places) {
    std::size_t place = 0;
    each_body(program, [&](Body& body) {
        for (std::size_t n = body.size(); n-- > 0;) {
            if (body[n].fixed || !places.contain(place++)) continue;
            Statement taken = std::move(body[n]);
            body[n] = {{""}};
            if (taken.declares.empty() || !named_in(program, taken.declares)) {
                body.erase(body.begin() + static_cast<std::ptrdiff_t>(n));
            } else {
                body[n] = std::move(taken);
            }
        }
    });
    return place;
}

std::size_t replace_by_body(Program& program, Places places) {
    std::size_t place = 0;
    each_body(program, [&](Body& body) {
        for (std::size_t n = body.size(); n-- > 0;) {
            if (!body[n].transparent) continue;
            for (std::size_t k = 0; k < body[n].bodies.size(); ++k) {
                if (!places.contain(place++)) continue;
                const Body inside = std::move(body[n].bodies[k]);
                body.erase(body.begin() + static_cast<std::ptrdiff_t>(n));
                body.insert(body.begin() + static_cast<std::ptrdiff_t>(n), inside.begin(), inside.end());
                break;
            }
        }
    });
    return place;
}

void each_expression(Program& program, const std::function<bool(Expression&)>& visit) {
    const std::function<void(Expression&)> deep = [&](Expression& expression) {
        if (!visit(expression)) return;
        for (Expression& operand : expression.operands) deep(operand);
    };
    const auto of_statement = [&](Statement& statement) {
        for (Expression& operand : statement.operands) deep(operand);
    };
    each_body(program, [&](Body& body) { std::for_each(body.begin(), body.end(), of_statement); });
}

// Replaces a whole expression by the number 0.
std::size_t replace_by_zero(Program& program, Places places) {
    std::size_t place = 0;
    each_expression(program, [&](Expression& expression) {
        const std::string zero = literal(expression.type, 0);
        if (expression.text == zero || expression.text == literal(expression.type, 1)) return false;
        if (!places.contain(place++)) return true;
        expression = leaf(expression.type, zero);
        return false;
    });
    return place;
}

std::size_t replace_by_operand(Program& program, Places places) {
    std::size_t place = 0;
    each_expression(program, [&](Expression& expression) {
        for (std::size_t n = 0; n < expression.operands.size(); ++n) {
            if (expression.operands[n].type != expression.type || !places.contain(place++)) continue;
            const Expression operand = std::move(expression.operands[n]);
            expression = operand;
            return false;
        }
        return true;
    });
    return place;
}

std::size_t replace_by_one(Program& program, Places places) {
    std::size_t place = 0;
    each_expression(program, [&](Expression& expression) {
        const std::string one = literal(expression.type, 1);
        if (expression.text == one) return false;
        if (!places.contain(place++)) return true;
        expression = leaf(expression.type, one);
        return false;
    });
    return place;
}

// Simplifies grids, blocks, arguments, streams, homes, `#pragma`.
std::size_t simplify_numbers(Program& program, Places places) {
    std::size_t place = 0;
    const auto simplify = [&](auto& value, const auto& simplest) {
        if (value != simplest && places.contain(place++)) value = simplest;
    };
    for (Step& step : program.steps) {
        for (std::uint32_t& size : step.grid) simplify(size, 1U);
        for (std::uint32_t& scalar : step.scalars) simplify(scalar, 0U);
        simplify(step.stream, 0U);
    }
    for (Kernel& kernel : program.kernels) simplify(kernel.block, std::vector<std::uint32_t>{32, 1, 1});
    for (Buffer& buffer : program.buffers) simplify(buffer.home, Home::allocated);
    each_body(program, [&](Body& body) {
        for (Statement& statement : body)
            for (std::string& piece : statement.pieces)
                if (piece.rfind("#pragma", 0) == 0) simplify(piece, piece.substr(piece.find('\n') + 1));
    });
    return place;
}

} // namespace

const std::vector<Edit>& all_edits() {
    static const std::vector<Edit> edits = {drop_steps,      drop_statements,    replace_by_body,
                                            replace_by_zero, replace_by_operand, simplify_numbers,
                                            replace_by_one};
    return edits;
}

void tidy(Program& program) {
    const auto unused_kernel = [&](const Kernel& kernel) {
        return std::none_of(program.steps.begin(), program.steps.end(),
                            [&](const Step& step) { return step.kernel == kernel.name; });
    };
    program.kernels.erase(std::remove_if(program.kernels.begin(), program.kernels.end(), unused_kernel),
                          program.kernels.end());
    for (std::size_t n = program.definitions.size(); n-- > 0;)
        if (!named_in(program, program.definitions[n].name))
            program.definitions.erase(program.definitions.begin() + static_cast<std::ptrdiff_t>(n));
    const auto unused_buffer = [&](const Buffer& buffer) {
        return std::none_of(program.steps.begin(), program.steps.end(), [&](const Step& step) {
            const auto has = [&](const std::vector<std::string>& list) {
                return std::find(list.begin(), list.end(), buffer.name) != list.end();
            };
            return has(step.reads) || has(step.writes) || has(step.buffers);
        });
    };
    program.buffers.erase(std::remove_if(program.buffers.begin(), program.buffers.end(), unused_buffer),
                          program.buffers.end());
    // Removes parameters that the kernel does not use.
    for (Kernel& kernel : program.kernels) {
        for (std::size_t n = kernel.buffers.size(); n-- > 0;) {
            if (names(kernel.body, kernel.buffers[n].name)) continue;
            kernel.buffers.erase(kernel.buffers.begin() + static_cast<std::ptrdiff_t>(n));
            for (Step& step : program.steps)
                if (step.kernel == kernel.name)
                    step.buffers.erase(step.buffers.begin() + static_cast<std::ptrdiff_t>(n));
        }
        for (std::size_t n = kernel.scalars.size(); n-- > 0;) {
            if (names(kernel.body, kernel.scalars[n])) continue;
            kernel.scalars.erase(kernel.scalars.begin() + static_cast<std::ptrdiff_t>(n));
            for (Step& step : program.steps)
                if (step.kernel == kernel.name)
                    step.scalars.erase(step.scalars.begin() + static_cast<std::ptrdiff_t>(n));
        }
    }
}

} // namespace programs
