#include "ptx/function_reader.h"

#include <variant>

#include <fmt/core.h>

#include "ptx/form_match.h"
#include "ptx/modifiers.h"

namespace simulator::ptx {

FunctionReader::FunctionReader(Reader& reader, const Module& module, const ModuleNames& names,
                               SourceLines& lines, Function& function)
    : reader_(reader), lines_(lines), function_(function),
      scopes_(reader, function), context_{reader, module, names, function, scopes_} {}

void FunctionReader::read(const std::vector<Formal>& results, const std::vector<Formal>& parameters) {
    lines_.begin_function();
    scopes_.open();
    declare_formals(results, parameters);
    load_register_parameters(parameters);
    reader_.expect('{');
    scopes_.open();
    while (scopes_.depth() > 1) read_statement();
    Instruction end;
    end.ptx_line = reader_.line();
    end.source = reader_.source;
    store_register_results(end);
    scopes_.close();
}

void FunctionReader::read_statement() {
    if (reader_.accept('{')) return scopes_.open();
    if (reader_.accept('}')) return scopes_.close();
    if (reader_.accept(';')) return;
    if (reader_.at(TokenKind::dot_word)) return read_directive();
    const Token& second = reader_.peek(1);
    if (reader_.at(TokenKind::name) && second.kind == TokenKind::punctuation && second.symbol == ':')
        return read_label();
    if (reader_.at(TokenKind::name) || reader_.at('@')) return read_instruction();
    reader_.fail_expected("an instruction");
}

void FunctionReader::read_directive() {
    const std::string_view word = reader_.expect_word("a directive");
    if (word == "reg") return read_registers();
    if (word == "local") return read_variables(Space::local);
    if (word == "shared") return read_variables(Space::shared);
    if (word == "param") return read_variables(Space::param);
    if (word == "loc") return read_location();
    if (word == "pragma") return reader_.skip_statement();
    reader_.fail(fmt::format("{} is not supported inside a function", in_quotes(fmt::format(".{}", word))));
}

void FunctionReader::read_registers() {
    const Word type = read_register_type(reader_);
    do {
        const std::string_view name = reader_.expect_name("the name of a register");
        if (reader_.accept('<')) {
            const auto count = static_cast<std::uint32_t>(reader_.expect_integer(0xffff'ffff));
            scopes_.declare_registers(name, count, type);
            reader_.expect('>');
        } else {
            scopes_.declare_register(name, type);
        }
    } while (reader_.accept(','));
    reader_.expect(';');
}

void FunctionReader::read_variables(Space space) {
    const DeclarationHead head = read_head(reader_, space);
    do {
        Declaration declaration = read_declarator(reader_, head);
        if (declaration.variable.bytes == 0)
            reader_.fail(fmt::format("the size of {} is missing", in_quotes(declaration.name)));
        const std::size_t index =
            function_.results.size() + function_.parameters.size() + function_.variables.size();
        scopes_.declare(declaration.name, {Symbol::Kind::variable, static_cast<std::uint32_t>(index)});
        function_.variables.push_back(std::move(declaration.variable));
    } while (reader_.accept(','));
    reader_.expect(';');
}

void FunctionReader::read_location() {
    constexpr std::uint64_t largest = 0xffff'ffff;
    const auto read_place = [this] {
        SourcePlace place;
        place.file = static_cast<std::uint32_t>(reader_.expect_integer(largest));
        place.line = static_cast<std::uint32_t>(reader_.expect_integer(largest));
        place.column = static_cast<std::uint32_t>(reader_.expect_integer(largest));
        return place;
    };
    const SourcePlace place = read_place();
    std::optional<SourcePlace> caller;
    while (reader_.accept(',')) {
        const std::string_view word = reader_.expect_name("function_name or inlined_at");
        if (word == "inlined_at") {
            caller = read_place();
        } else if (word == "function_name") {
            reader_.expect_name("a label");
            if (reader_.accept('+')) reader_.expect_integer(largest);
        } else {
            reader_.fail(fmt::format("expected function_name or inlined_at, found {}", in_quotes(word)));
        }
    }
    reader_.source = lines_.line_of(place, caller);
}

void FunctionReader::read_label() {
    const std::string_view name = reader_.expect_name("a label");
    reader_.expect(':');
    if (reader_.accept_word("branchtargets")) return read_branch_targets(name);
    if (reader_.accept_word("callprototype")) return read_prototype(name);
    if (reader_.accept_word("calltargets")) return read_call_targets(name);
    scopes_.declare(name, {Symbol::Kind::label, static_cast<std::uint32_t>(function_.labels.size())});
    function_.labels.push_back(static_cast<std::uint32_t>(function_.body.size()));
}

void FunctionReader::read_branch_targets(std::string_view name) {
    const auto table = static_cast<std::uint32_t>(function_.label_lists.size());
    scopes_.declare(name, {Symbol::Kind::table, table});
    std::uint32_t count = 0;
    do {
        const std::string_view target = reader_.expect_name("a label");
        scopes_.refer({target, reader_.line(), true, table, count++});
    } while (reader_.accept(','));
    reader_.expect(';');
    function_.label_lists.emplace_back(count);
}

void FunctionReader::read_prototype(std::string_view name) {
    const auto variables = [](const std::vector<Formal>& formals) {
        std::vector<Variable> result;
        for (const Formal& formal : formals) result.push_back(formal.variable);
        return result;
    };
    Signature signature;
    if (reader_.at('(')) signature.results = variables(read_formals(reader_));
    reader_.expect_name("'_'");
    if (reader_.at('(')) signature.parameters = variables(read_formals(reader_));
    reader_.accept_word("noreturn");
    reader_.expect(';');
    scopes_.declare(name, {Symbol::Kind::prototype, static_cast<std::uint32_t>(prototypes_.size())});
    prototypes_.push_back(std::move(signature));
}

/// All functions that an indirect call may reach have one signature.
void FunctionReader::read_call_targets(std::string_view name) {
    const std::string_view target = reader_.expect_name("a function");
    const Operand callee = context_.resolve(target, reader_.line());
    if (callee.kind != Operand::Kind::function)
        reader_.fail(fmt::format("{} is not a function", in_quotes(target)));
    reader_.skip_statement();
    const Function& function = context_.module.functions[callee.index];
    scopes_.declare(name, {Symbol::Kind::prototype, static_cast<std::uint32_t>(prototypes_.size())});
    prototypes_.push_back({function.results, function.parameters});
}

const Signature* FunctionReader::prototype_named(std::string_view name) {
    if (name.empty()) return nullptr;
    const auto symbol = scopes_.find(name);
    if (!symbol || symbol->kind != Symbol::Kind::prototype)
        reader_.fail(fmt::format("prototype {} is not declared", in_quotes(name)));
    return &prototypes_[symbol->index];
}

void FunctionReader::read_guard(Instruction& instruction) {
    if (!reader_.accept('@')) return;
    Guard guard;
    guard.negated = reader_.accept('!');
    guard.reg = Binder(context_, instruction, 0).predicate_register(reader_.expect_name("a predicate"));
    instruction.guard = guard;
}

void FunctionReader::read_instruction() {
    Instruction instruction;
    instruction.source = reader_.source;
    instruction.ptx_line = reader_.peek().line;
    read_guard(instruction);
    const std::string_view mnemonic = reader_.expect_name("an instruction");
    std::vector<std::string_view> suffixes;
    while (reader_.at(TokenKind::dot_word)) suffixes.push_back(reader_.take().text);
    auto match = match_form(mnemonic, suffixes);
    if (const auto* error = std::get_if<std::string>(&match)) reader_.fail_at(instruction.ptx_line, *error);
    instruction.form = std::get<FormMatch>(match).form;
    instruction.words = std::move(std::get<FormMatch>(match).words);

    if (instruction.form == Form::call) {
        const WrittenCall written = read_call(reader_);
        CallBuilder(context_, std::move(instruction)).build(written, prototype_named(written.prototype));
        return;
    }
    const std::vector<WrittenOperand> written = read_operands(reader_);
    if (instruction.form == Form::ret) store_register_results(instruction);
    Binder(context_, instruction, static_cast<std::uint32_t>(function_.body.size())).bind(written);
    append(std::move(instruction));
}

void FunctionReader::append(Instruction instruction) {
    const std::string error = modifier_error(instruction);
    if (!error.empty())
        reader_.fail_at(instruction.ptx_line,
                        fmt::format("{}: {}", row_of(instruction.form).mnemonic, error));
    function_.body.push_back(std::move(instruction));
}

Operand FunctionReader::formal_operand(std::size_t index) const {
    Operand operand;
    operand.kind = Operand::Kind::variable;
    operand.in_function = true;
    operand.index = static_cast<std::uint32_t>(index);
    return operand;
}

void FunctionReader::declare_formals(const std::vector<Formal>& results,
                                     const std::vector<Formal>& parameters) {
    std::uint32_t index = 0;
    for (const auto* formals : {&results, &parameters}) {
        for (const Formal& formal : *formals) {
            const std::string_view name = formal.variable.name;
            if (formal.in_register)
                scopes_.declare_register(name, formal.variable.type);
            else
                scopes_.declare(name, {Symbol::Kind::variable, index});
            if (formal.in_register && formals == &results)
                register_results_.emplace_back(scopes_.find(name)->index, index);
            ++index;
        }
    }
}

/// Parameters in registers are passed like all others, and loaded at the start.
void FunctionReader::load_register_parameters(const std::vector<Formal>& parameters) {
    Instruction begin;
    begin.ptx_line = reader_.line();
    for (std::size_t n = 0; n < parameters.size(); ++n) {
        if (!parameters[n].in_register) continue;
        Operand reg;
        reg.kind = Operand::Kind::reg;
        reg.index = scopes_.find(parameters[n].variable.name)->index;
        append(param_access(begin, Form::ld_param, parameters[n].variable,
                            formal_operand(function_.results.size() + n), std::move(reg)));
    }
}

/// Results in registers are returned like all others: stored before each `ret` and at the end of the body.
void FunctionReader::store_register_results(const Instruction& model) {
    for (const auto& [reg, result] : register_results_) {
        Operand value;
        value.kind = Operand::Kind::reg;
        value.index = reg;
        append(param_access(model, Form::st_param, function_.results[result], formal_operand(result),
                            std::move(value)));
    }
}

} // namespace simulator::ptx
