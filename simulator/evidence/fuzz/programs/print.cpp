#include "print.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "schedule.h"

namespace programs {

namespace {

// Replaces `$0`, `$1` and so on by operands.
std::string filled(const std::string& text, const std::vector<Expression>& operands) {
    std::string result;
    for (std::size_t n = 0; n < text.size(); ++n) {
        if (text[n] != '$') {
            result += text[n];
            continue;
        }
        std::size_t which = 0;
        while (n + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[n + 1])) != 0)
            which = which * 10 + static_cast<std::size_t>(text[++n] - '0');
        result += printed(operands.at(which));
    }
    return result;
}

std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

class Printer {
public:
    void line(const std::string& text) {
        if (!text.empty()) out_ << std::string(static_cast<std::size_t>(depth_) * 4, ' ') << text;
        out_ << '\n';
    }

    void body(const Body& statements) {
        ++depth_;
        for (const Statement& statement : statements) print(statement);
        --depth_;
    }

    void print(const Statement& statement) {
        for (std::size_t n = 0; n < statement.pieces.size(); ++n) {
            std::istringstream piece(filled(statement.pieces[n], statement.operands));
            for (std::string text; std::getline(piece, text);) line(text);
            if (n < statement.bodies.size()) body(statement.bodies[n]);
        }
    }

    void print(const Kernel& kernel) {
        std::vector<std::string> parameters;
        for (const Parameter& buffer : kernel.buffers)
            parameters.push_back(std::string(buffer.role == Role::read ? "const " : "") +
                                 name_of(buffer.type) + "* " + buffer.name);
        for (const std::string& scalar : kernel.scalars) parameters.push_back("u32 " + scalar);
        line("__global__ void " + kernel.name + "(" + listed(parameters) + ") {");
        body(kernel.body);
        line("}");
        line("");
    }

    void print(const Program& program) {
        line("namespace p" + std::to_string(program.seed) + " {");
        line("");
        for (const Definition& definition : program.definitions) {
            print(definition.text);
            line("");
        }
        for (const Kernel& kernel : program.kernels) print(kernel);
        for (const Buffer& buffer : program.buffers)
            if (buffer.home == Home::symbol)
                line(std::string("__device__ ") + name_of(buffer.type) + " " + buffer.name + "_symbol[" +
                     std::to_string(program.elements) + "];");
        line("u64 run() {");
        ++depth_;
        host(program);
        --depth_;
        line("}");
        line("");
        line("} // namespace p" + std::to_string(program.seed));
        line("");
    }

    std::string text() const { return out_.str(); }

private:
    void host(const Program& program) {
        line("Memory memory;");
        const std::string count = std::to_string(program.elements);
        for (const Buffer& buffer : program.buffers) {
            const std::string type = name_of(buffer.type);
            const std::string rest = count + ", " + std::to_string(buffer.seed) + ");";
            std::string how = "allocated<" + type + ">(";
            if (buffer.home == Home::symbol) how = "symbol(" + buffer.name + "_symbol, ";
            if (buffer.home == Home::managed) how = "managed<" + type + ">(";
            if (buffer.home == Home::unset) how = "unset<" + type + ">(";
            line(type + "* const " + buffer.name + " = memory." + how + rest);
        }
        line("Streams streams(" + std::to_string(program.streams) + ", " +
             std::to_string(program.steps.size()) + ");");
        line("check(cudaDeviceSynchronize());");
        const std::vector<std::vector<std::size_t>> waits = waits_of(program);
        for (std::size_t n = 0; n < program.steps.size(); ++n) {
            const Step& step = program.steps[n];
            for (const std::size_t earlier : waits[n])
                line("streams.wait(" + std::to_string(step.stream) + ", " + std::to_string(earlier) + ");");
            put(program, step);
            const bool awaited =
                std::any_of(waits.begin(), waits.end(), [n](const std::vector<std::size_t>& of) {
                    return std::find(of.begin(), of.end(), n) != of.end();
                });
            if (awaited)
                line("streams.record(" + std::to_string(step.stream) + ", " + std::to_string(n) + ");");
        }
        line("check(cudaDeviceSynchronize());");
        line("return memory.hash();");
    }

    void put(const Program& program, const Step& step) {
        const std::string stream = "streams[" + std::to_string(step.stream) + "]";
        if (step.kind == Step::Kind::copy) {
            line("check(cudaMemcpyAsync(" + step.writes[0] + ", " + step.reads[0] + ", " +
                 std::to_string(program.elements) + " * sizeof(*" + step.reads[0] +
                 "), cudaMemcpyDeviceToDevice, " + stream + "));");
            return;
        }
        if (step.kind == Step::Kind::clear) {
            line("check(cudaMemsetAsync(" + step.writes[0] + ", 0, " + std::to_string(program.elements) +
                 " * sizeof(*" + step.writes[0] + "), " + stream + "));");
            return;
        }
        if (step.kind == Step::Kind::free) {
            line("memory.release(" + step.writes[0] + ");");
            return;
        }
        const Kernel& kernel = kernel_of(program, step.kernel);
        std::vector<std::string> arguments = step.buffers;
        for (const std::uint32_t scalar : step.scalars) arguments.push_back(std::to_string(scalar) + "u");
        std::vector<std::string> block;
        for (const std::uint32_t size : kernel.block) block.push_back(std::to_string(size));
        line(kernel.name + "<<<dim3(" + std::to_string(step.grid[0]) + ", " + std::to_string(step.grid[1]) +
             "), dim3(" + listed(block) + "), " + std::to_string(kernel.dynamic_bytes) + ", " + stream +
             ">>>(" + listed(arguments) + ");");
        line("check(cudaGetLastError());");
    }

    std::ostringstream out_;
    int depth_ = 0;
};

} // namespace

std::string printed(const Expression& expression) { return filled(expression.text, expression.operands); }

std::string printed(const std::vector<Program>& programs) {
    Printer printer;
    for (const Program& program : programs) printer.print(program);
    printer.line("int main(int argc, char** argv) {");
    printer.line("    const Entry programs[] = {");
    for (const Program& program : programs)
        printer.line("        {" + std::to_string(program.seed) + ", p" + std::to_string(program.seed) +
                     "::run},");
    printer.line("    };");
    printer.line("    return run_all(programs, " + std::to_string(programs.size()) + ", argc, argv);");
    printer.line("}");
    return prelude() + printer.text();
}

} // namespace programs
