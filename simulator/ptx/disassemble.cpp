#include <fmt/core.h>

#include "ptx/parser.h"
#include "ptx/special_register.h"

namespace simulator::ptx {
namespace {

class Disassembler {
public:
    Disassembler(const Module& module, const Function& function) : module_(module), function_(function) {}

    [[nodiscard]] std::string text(const Instruction& instruction) const {
        std::string text;
        if (instruction.guard)
            text += fmt::format("@{}{} ", instruction.guard->negated ? "!" : "",
                                function_.registers[instruction.guard->reg].name);
        text += row_of(instruction.form).mnemonic;
        for (const Word word : instruction.words) text += fmt::format(".{}", text_of(word));
        const char* separator = " ";
        for (const Operand& operand : instruction.operands) {
            if (operand.kind == Operand::Kind::none) continue;
            text += separator + text_of_operand(operand);
            separator = ", ";
        }
        return text + ";";
    }

private:
    [[nodiscard]] std::string text_of_operand(const Operand& operand) const {
        using enum Operand::Kind;
        switch (operand.kind) {
            case none: return "";
            case reg: return (operand.negated ? "!" : "") + function_.registers[operand.index].name;
            case special: return std::string(ptx::text_of(operand.special));
            case integer: return fmt::format("{}", static_cast<std::int64_t>(operand.bits));
            case float32: return fmt::format("0f{:08X}", static_cast<std::uint32_t>(operand.bits));
            case float64: return fmt::format("0d{:016X}", operand.bits);
            case variable: return name_of_variable(operand) + offset(operand.offset);
            case function: return module_.functions[operand.index].name;
            case address:
                if (operand.elements.size() > 1) return text_of_texture(operand);
                return fmt::format("[{}{}]", text_of_operand(operand.elements[0]), offset(operand.offset));
            case vector: return fmt::format("{{{}}}", list(operand, ", "));
            case pair: return list(operand, "|");
            case label: return fmt::format("$L_{}", operand.index);
            case table: return fmt::format("$T_{}", operand.index);
            case sink: return "_";
            case call: return text_of_call(operand);
        }
        return "";
    }

    [[nodiscard]] const std::string& name_of_variable(const Operand& operand) const {
        return operand.in_function ? function_.variable(operand.index).name
                                   : module_.variables[operand.index].name;
    }

    [[nodiscard]] static std::string offset(std::int64_t bytes) {
        return bytes == 0 ? std::string() : fmt::format("+{}", bytes);
    }

    [[nodiscard]] std::string list(const Operand& operand, const char* separator) const {
        std::string text;
        for (const Operand& element : operand.elements) {
            if (!text.empty()) text += separator;
            text += text_of_operand(element);
        }
        return text;
    }

    [[nodiscard]] std::string text_of_texture(const Operand& operand) const {
        Operand coordinates;
        coordinates.elements.assign(operand.elements.begin() + 1, operand.elements.end());
        return fmt::format("[{}, {{{}}}]", text_of_operand(operand.elements[0]), list(coordinates, ", "));
    }

    [[nodiscard]] std::string text_of_call(const Operand& operand) const {
        std::string text = text_of_operand(operand.elements[0]);
        const std::string results = list(operand.elements[1], ", ");
        const std::string arguments = list(operand.elements[2], ", ");
        if (!results.empty()) text = fmt::format("({}), {}", results, text);
        if (!arguments.empty()) text += fmt::format(", ({})", arguments);
        return text;
    }

    const Module& module_;
    const Function& function_;
};

} // namespace

std::string disassemble(const Module& module, const Function& function, const Instruction& instruction) {
    return Disassembler(module, function).text(instruction);
}

} // namespace simulator::ptx
