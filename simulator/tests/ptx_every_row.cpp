#include "ptx_every_row.h"

#include <stdexcept>

#include "ptx/operand_types.h"
#include "ptx/parser.h"
#include "ptx_text.h"

using namespace simulator::ptx;

namespace {

/// Makes random instructions, the same ones in each run.
class Maker {
public:
    explicit Maker(Form form) : form_(form), random_(static_cast<unsigned>(form)) {}

    /// Returns a sample with a random word per suffix slot, or none for an empty one; the slot @p fixed has
    /// @p word.
    RowSample make(std::size_t fixed, Word word) {
        Instruction instruction;
        instruction.form = form_;
        const auto& slots = suffix_slots(form_);
        for (std::size_t i = 0; i < slots.size(); ++i) {
            if (i == fixed)
                instruction.words.push_back(word);
            else if (!slots[i].optional || chance(3))
                instruction.words.push_back(slots[i].choices[below(slots[i].choices.size())]);
        }
        std::string text = chance(4) ? "@%pred_1 " : chance(4) ? "@!%pred_2 " : "";
        text += row_of(form_).mnemonic;
        for (const Word each : instruction.words) text += "." + std::string(text_of(each));
        return {form_, instruction.words, text + " " + operands(instruction) + ";"};
    }

private:
    std::size_t below(std::size_t limit) { return random_() % limit; }
    bool chance(unsigned in) { return below(in) == 0; }

    std::string operands(const Instruction& instruction) {
        const auto& places = operand_slots(form_);
        std::string text;
        for (std::size_t n = 0; n < places.size(); ++n) {
            if (places[n].optional && chance(2)) continue;
            if (!text.empty()) text += ", ";
            text += operand(instruction, n);
        }
        return text;
    }

    std::string operand(const Instruction& instruction, std::size_t n) {
        const Word type = operand_type(instruction, n).value_or(Word::b64);
        switch (operand_slots(form_)[n].role) {
            case OperandRole::written: return reg(type);
            case OperandRole::written_and_predicate:
                return chance(2) ? reg(type) : reg(type) + "|" + reg(Word::pred);
            case OperandRole::predicate_written: return reg(Word::pred);
            case OperandRole::predicate_and_opposite: return chance(2) ? "%pred_1" : "%pred_1|%pred_2";
            case OperandRole::value: return value(type);
            case OperandRole::predicate: return (chance(2) ? "!" : "") + reg(Word::pred);
            case OperandRole::written_or_vector: return vector(instruction, type, true);
            case OperandRole::value_or_vector: return vector(instruction, type, false);
            case OperandRole::memory: return chance(2) ? "[%b64_1]" : "[%u64_2+-8]";
            case OperandRole::texture:
                return "[%b64_1, {" + reg(type) + (instruction.has(Word::two_d) ? ", " + value(type) : "") +
                       "}]";
            case OperandRole::label: return "$L_0";
            case OperandRole::table: return "$T_0";
            case OperandRole::call: return call();
        }
        return "";
    }

    std::string reg(Word type) { return "%" + std::string(text_of(type)) + "_" + std::to_string(below(4)); }

    std::string value(Word type) {
        if (form_ != Form::lop3 && form_ != Form::cp_async && form_ != Form::cp_async_wait && !chance(3))
            return reg(type);
        if (is_half(type)) return reg(type);
        if (type == Word::f32) return "0f3F800000";
        if (type == Word::f64) return "0d3FF0000000000000";
        constexpr const char* numbers[] = {"4", "16", "64"};
        return numbers[below(std::size(numbers))];
    }

    std::string vector(const Instruction& instruction, Word type, bool written) {
        const int count = instruction.has(Word::v4) ? 4 : instruction.has(Word::v2) ? 2 : 1;
        const bool pack = form_ == Form::mov && (type == Word::b32 || type == Word::b64);
        if (pack && written != packs_) {
            packs_ = written && chance(2);
            if (packs_) return type == Word::b64 ? "{%f32_1, %b32_2}" : "{%b16_1, %u16_2}";
        } else if (count > 1) {
            std::string text = "{" + reg(type);
            for (int i = 1; i < count; ++i) text += ", " + reg(type);
            return text + "}";
        }
        return written ? reg(type) : value(type);
    }

    std::string call() {
        constexpr const char* calls[] = {"nothing", "(param_), something, (param_)",
                                         "(%b32_1), something, (%u32_2)", "%u64_1, (param_)"};
        return calls[below(std::size(calls))];
    }

    Form form_;
    std::mt19937 random_;
    bool packs_ = false;
};

bool accepted(const std::string& statement) {
    try {
        ptx_text::parse_all(module_around_samples(statement));
        return true;
    } catch (const PtxError&) {
        return false;
    }
}

/// Returns a sample with this suffix. Several attempts may be necessary, because some combinations are
/// invalid.
RowSample find_sample(Maker& maker, Form form, std::size_t place, Word word) {
    for (int attempt = 0; attempt < 400; ++attempt) {
        RowSample sample = maker.make(place, word);
        if (accepted(sample.text)) return sample;
    }
    throw std::runtime_error("no " + std::string(row_of(form).id) + " with ." + std::string(text_of(word)));
}

} // namespace

std::string module_around_samples(const std::string& statements) {
    std::string text = ".version 9.0\n.target sm_90\n.address_size 64\n"
                       ".func nothing() { ret; }\n"
                       ".func (.param .b32 r) something(.param .b32 a) { ret; }\n"
                       ".visible .entry k()\n{\n";
    for (const char* type :
         {"pred", "b8",  "b16",   "b32",   "b64", "u8",   "u16",   "u32",    "u64", "s8", "s16",
          "s32",  "s64", "u16x2", "s16x2", "f16", "bf16", "f16x2", "bf16x2", "f32", "f64"})
        text += ".reg ." + std::string(type) + " %" + type + "_<4>;\n";
    return text + ".param .b32 param_;\n$L_0:\n$T_0: .branchtargets $L_0;\n" + statements + "\nret;\n}\n";
}

std::vector<RowSample> samples_of(Form form) {
    Maker maker(form);
    std::vector<RowSample> samples;
    const auto& slots = suffix_slots(form);
    for (std::size_t place = 0; place < slots.size(); ++place)
        for (const Word word : slots[place].choices) samples.push_back(find_sample(maker, form, place, word));
    if (slots.empty()) samples.push_back(maker.make(0, Word::b8));
    return samples;
}
