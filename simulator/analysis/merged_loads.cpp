#include "analysis/merged_loads.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "analysis/alignment.h"
#include "counters/counters.h"

namespace simulator {
namespace {

using ptx::Form;
using ptx::Function;
using ptx::Group;
using ptx::Instruction;
using ptx::Operand;
using ptx::Word;

// A load that may become part of a wider one.
struct Load {
    std::uint32_t op = 0;
    std::int64_t offset = 0;
    std::uint32_t bytes = 4;
};

// Loads with one base, one width and one guard can merge.
using Base = std::tuple<std::uint32_t, std::uint32_t, std::int64_t>;

std::optional<Base> base_of(const Instruction& instruction) {
    if (instruction.form != Form::ld_shared || instruction.has(Word::volatile_) ||
        instruction.has(Word::v2) || instruction.has(Word::v4))
        return std::nullopt;
    const std::uint32_t bytes = ptx::bytes_of(instruction.type());
    const Operand& start = instruction.operands[1].elements[0];
    if (bytes < 4 || start.kind != Operand::Kind::reg) return std::nullopt;
    const std::int64_t guard =
        instruction.guard ? std::int64_t{instruction.guard->reg} * 2 + instruction.guard->negated : -1;
    return Base{start.index, bytes, guard};
}

// After these instructions shared memory may have changed, or the basic block ends.
bool ends_merging(const Instruction& instruction) {
    const Form form = instruction.form;
    const Group group = ptx::row_of(form).group;
    if (group == Group::control) return true;
    if (form == Form::membar || form == Form::fence) return true;
    if (group != Group::memory) return false;
    const bool load = form == Form::ld_generic || form == Form::ld_global || form == Form::ld_shared ||
                      form == Form::ld_local || form == Form::ld_const || form == Form::ld_param ||
                      form == Form::ldu;
    return !load && form != Form::st_global && form != Form::st_local && form != Form::st_param &&
           form != Form::prefetch;
}

// Merges adjacent loads from one base without a write between them, the widest vectors first.
void merge(std::vector<Load> loads, std::uint32_t alignment, std::vector<std::uint8_t>& widths) {
    std::ranges::sort(loads, {}, &Load::offset);
    for (std::size_t n = 0; n < loads.size();) {
        std::size_t taken = 1;
        for (std::uint32_t wide = 16; wide > loads[n].bytes; wide /= 2) {
            const std::size_t count = wide / loads[n].bytes;
            if (alignment < wide || loads[n].offset % wide != 0 || n + count > loads.size()) continue;
            const bool neighbours =
                std::ranges::all_of(loads.begin() + static_cast<std::ptrdiff_t>(n),
                                    loads.begin() + static_cast<std::ptrdiff_t>(n + count),
                                    [&, expected = loads[n].offset](const Load& load) mutable {
                                        const bool next = load.offset == expected;
                                        expected += load.bytes;
                                        return next;
                                    });
            if (!neighbours) continue;
            taken = count;
            std::uint32_t first = loads[n].op;
            for (std::size_t k = n; k < n + count; ++k) {
                widths[loads[k].op] = 0;
                first = std::min(first, loads[k].op);
            }
            widths[first] = static_cast<std::uint8_t>(wide);
            break;
        }
        n += taken;
    }
}

// Collects the loads of a function by base, until an instruction separates them.
class LoadMerger {
public:
    LoadMerger(const Kernel& kernel, const Function& function, std::vector<std::uint8_t>& widths)
        : alignments_(register_alignments(kernel, function)), is_target_(function.body.size() + 1, false),
          widths_(widths) {
        for (const std::uint32_t label : function.labels) is_target_[label] = true;
    }

    void add(std::uint32_t op, std::uint32_t index, const Instruction& instruction) {
        if (is_target_[index] || ends_merging(instruction)) flush();
        const std::optional<Base> base = base_of(instruction);
        if (base) loads_[*base].push_back({op, instruction.operands[1].offset, std::get<1>(*base)});
        if (!instruction.operands.empty() && instruction.operands[0].kind == Operand::Kind::reg)
            forget(instruction.operands[0].index);
    }
    void flush() {
        for (auto& [base, loads] : loads_) merge(std::move(loads), alignments_[std::get<0>(base)], widths_);
        loads_.clear();
    }

private:
    // A register gets a new value: loads through the old one can have no further neighbors.
    void forget(std::uint32_t reg) {
        for (auto at = loads_.begin(); at != loads_.end();) {
            if (std::get<0>(at->first) != reg) {
                ++at;
                continue;
            }
            merge(std::move(at->second), alignments_[reg], widths_);
            at = loads_.erase(at);
        }
    }

    std::vector<std::uint32_t> alignments_;
    std::vector<bool> is_target_;
    std::vector<std::uint8_t>& widths_;
    std::map<Base, std::vector<Load>> loads_;
};

} // namespace

std::vector<std::uint8_t> merged_shared_loads(const Kernel& kernel) {
    std::vector<std::uint8_t> widths(kernel.code.size(), CountedKernel::unmerged);
    for (std::uint32_t number = 0; number < kernel.functions.size(); ++number) {
        const Function& function = *kernel.functions[number].source;
        LoadMerger merger(kernel, function, widths);
        for (std::uint32_t op = 0; op < kernel.info.size(); ++op) {
            const OpInfo& info = kernel.info[op];
            if (info.function == number && info.written)
                merger.add(op, info.instruction, function.body[info.instruction]);
        }
        merger.flush();
    }
    return widths;
}

} // namespace simulator
