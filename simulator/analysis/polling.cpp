#include "analysis/polling.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>

#include "analysis/register_use.h"

namespace simulator {
namespace {

using ptx::Form;
using ptx::Function;
using ptx::Instruction;
using ptx::Operand;
using ptx::Word;

bool loads(Form form) {
    const ptx::Meaning& meaning = ptx::meaning_of(form);
    return meaning.effect == ptx::Effect::load && meaning.space != ptx::AddressSpace::texture;
}

bool stores(Form form) { return ptx::meaning_of(form).effect == ptx::Effect::store; }

// Only these instructions can observe writes of other threads.
bool can_see_other_threads(const Instruction& instruction) {
    if (ptx::meaning_of(instruction.form).effect == ptx::Effect::atomic) return true;
    const bool others_write = instruction.form == Form::ld_generic || instruction.form == Form::ld_global ||
                              instruction.form == Form::ld_shared;
    return others_write && !instruction.has(Word::nc);
}

bool rereads_memory(const Instruction& read) {
    if (ptx::meaning_of(read.form).effect == ptx::Effect::atomic) return true;
    return std::ranges::any_of(std::array{Word::cg, Word::cv, Word::volatile_, Word::relaxed, Word::acquire},
                               [&](Word word) { return read.has(word); });
}

bool is_fence_or_sleep(Form form) {
    return form == Form::membar || form == Form::fence || form == Form::nanosleep;
}

// Value numbers of what instructions read and write: registers, and memory by the expression of its address.
class ValueNumbering {
public:
    explicit ValueNumbering(const Function& function)
        : reads_(function.body.size()), writes_(function.body.size()) {
        count_ = static_cast<std::uint32_t>(function.registers.size());
        for (std::size_t n = 0; n < function.body.size(); ++n) {
            const Instruction& instruction = function.body[n];
            for_each_read(instruction, [&](std::uint32_t reg) { reads_[n].push_back(reg); });
            for_each_written(instruction, [&](std::uint32_t reg) { writes_[n].push_back(reg); });
            if (loads(instruction.form)) reads_[n].push_back(memory(instruction.operands[1]));
            if (stores(instruction.form)) writes_[n].push_back(memory(instruction.operands[0]));
        }
    }

    [[nodiscard]] const std::vector<std::uint32_t>& read_by(std::size_t n) const { return reads_[n]; }
    [[nodiscard]] const std::vector<std::uint32_t>& written_by(std::size_t n) const { return writes_[n]; }
    [[nodiscard]] std::uint32_t count() const { return count_; }

private:
    std::uint32_t memory(const Operand& address) {
        const Operand& base = address.elements.front();
        const auto [place, is_new] =
            places_.try_emplace({base.kind, base.in_function, base.index, base.offset + address.offset},
                                count_);
        count_ += is_new;
        return place->second;
    }

    std::vector<std::vector<std::uint32_t>> reads_;
    std::vector<std::vector<std::uint32_t>> writes_;
    std::map<std::tuple<Operand::Kind, bool, std::uint32_t, std::int64_t>, std::uint32_t> places_;
    std::uint32_t count_ = 0;
};

using BlockSet = std::vector<bool>;

// Returns the blocks that are reachable from @p start along @p edges, without leaving @p among.
BlockSet reachable(const std::vector<std::vector<std::uint32_t>>& edges, std::uint32_t start,
                   const BlockSet& among) {
    BlockSet found(among.size(), false);
    std::vector<std::uint32_t> open = {start};
    while (!open.empty()) {
        const std::uint32_t block = open.back();
        open.pop_back();
        for (const std::uint32_t to : edges[block]) {
            if (!among[to] || found[to]) continue;
            found[to] = true;
            open.push_back(to);
        }
    }
    return found;
}

class PollingAnalysis {
public:
    PollingAnalysis(const Function& function, const ControlFlow& flow)
        : function_(function), graph_(flow_graph(function)), values_(function),
          predecessors_(graph_.end() + 1), writers_(values_.count()), polls_(function.body.size(), false) {
        graph_.next.emplace_back(); // for the function's end
        for (std::uint32_t block = 0; block < graph_.end(); ++block)
            for (const std::uint32_t next : graph_.next[block]) predecessors_[next].push_back(block);
        for (std::uint32_t n = 0; n < function.body.size(); ++n)
            for (const std::uint32_t value : values_.written_by(n)) writers_[value].push_back(n);
        const auto order = [&](std::uint32_t block) { return flow.order[graph_.first[block]]; };
        for (std::uint32_t block = 0; block < graph_.end(); ++block)
            for (const std::uint32_t next : graph_.next[block])
                if (next != graph_.end() && order(next) <= order(block)) analyze_loop(block, next);
        if (function.entry) return;
        for (std::uint32_t n = 0; n < function.body.size(); ++n)
            if (can_see_other_threads(function.body[n]) && rereads_memory(function.body[n]) && is_returned(n))
                polls_[n] = true;
    }

    [[nodiscard]] const std::vector<bool>& polls() const { return polls_; }

private:
    [[nodiscard]] std::uint32_t end_of(std::uint32_t block) const {
        return block + 1 < graph_.end() ? graph_.first[block + 1]
                                        : static_cast<std::uint32_t>(function_.body.size());
    }

    template <class Each> void each_instruction(const BlockSet& blocks, Each each) const {
        for (std::uint32_t block = 0; block < graph_.end(); ++block)
            for (std::uint32_t n = graph_.first[block]; blocks[block] && n < end_of(block); ++n) each(n);
    }

    // Analyzes the natural loop of a back edge.
    void analyze_loop(std::uint32_t last, std::uint32_t head) {
        BlockSet among(graph_.end() + 1, true);
        among[head] = false;
        BlockSet loop =
            last == head ? BlockSet(graph_.end() + 1, false) : reachable(predecessors_, last, among);
        loop[last] = loop[head] = true;
        bool waits = false;
        each_instruction(loop, [&](std::uint32_t n) {
            waits = waits || is_fence_or_sleep(function_.body[n].form);
        });
        each_instruction(loop, [&](std::uint32_t n) {
            const Instruction& instruction = function_.body[n];
            if (polls_[n] || !can_see_other_threads(instruction) || !(waits || rereads_memory(instruction)))
                return;
            polls_[n] = polls_in_loop(n, loop);
        });
    }

    [[nodiscard]] bool polls_in_loop(std::uint32_t read, const BlockSet& loop) const {
        const std::uint32_t here = graph_.block_of[read];
        BlockSet invariant_blocks = loop;
        for_each_operand_read(function_.body[read], [&](std::uint32_t reg, std::size_t) {
            remove_varying_blocks(reg, loop, invariant_blocks);
        });
        if (!invariant_blocks[here]) return false;
        const BlockSet reachable_from_read = reachable(graph_.next, here, invariant_blocks);
        if (!reachable_from_read[here]) return false;
        BlockSet cycle = reachable(predecessors_, here, invariant_blocks);
        for (std::size_t block = 0; block < cycle.size(); ++block)
            cycle[block] = cycle[block] && reachable_from_read[block];
        bool rereads = rereads_memory(function_.body[read]);
        each_instruction(cycle, [&](std::uint32_t n) {
            rereads = rereads || is_fence_or_sleep(function_.body[n].form);
        });
        return rereads && controls_loop_exit(read, cycle);
    }

    // The single definition of a value in a loop; empty if there is none, or several.
    struct LoopDefinition {
        bool changes = false; // it has several, or one with an unknown result
        std::optional<std::uint32_t> instruction = {};
    };
    [[nodiscard]] LoopDefinition loop_definition_of(std::uint32_t value, const BlockSet& loop) const {
        LoopDefinition source;
        for (const std::uint32_t n : writers_[value]) {
            if (!loop[graph_.block_of[n]]) continue;
            const Instruction& instruction = function_.body[n];
            source.changes = source.instruction || instruction.guard || instruction.form == Form::call ||
                             ptx::row_of(instruction.form).group == ptx::Group::inter_thread;
            source.instruction = n;
        }
        return source;
    }

    // Removes from @p invariant_blocks the blocks of a loop in which @p address varies between iterations:
    // where a value that it depends on depends on itself, or on an unknown value.
    void remove_varying_blocks(std::uint32_t address, const BlockSet& loop,
                               BlockSet& invariant_blocks) const {
        enum class State : std::uint8_t { unseen, open, done };
        struct Visit {
            std::uint32_t value;
            std::vector<std::uint32_t> inputs;
        };
        std::vector<State> states(values_.count(), State::unseen);
        std::vector<Visit> visits;
        const auto remove_writers = [&](std::uint32_t value) {
            for (const std::uint32_t n : writers_[value])
                if (loop[graph_.block_of[n]]) invariant_blocks[graph_.block_of[n]] = false;
        };
        const auto visit = [&](std::uint32_t value) {
            if (states[value] == State::open) return remove_writers(value);
            if (states[value] == State::done) return;
            states[value] = State::open;
            const LoopDefinition source = loop_definition_of(value, loop);
            if (source.changes) remove_writers(value);
            const bool known = source.instruction && !source.changes;
            visits.push_back(
                {value, known ? values_.read_by(*source.instruction) : std::vector<std::uint32_t>()});
        };
        visit(address);
        while (!visits.empty()) {
            if (visits.back().inputs.empty()) {
                states[visits.back().value] = State::done;
                visits.pop_back();
                continue;
            }
            const std::uint32_t next = visits.back().inputs.back();
            visits.back().inputs.pop_back();
            visit(next);
        }
    }

    // Returns the values that depend on the value read, within the blocks @p among.
    [[nodiscard]] std::vector<bool> dependents_of(std::uint32_t read, const BlockSet& among) const {
        std::vector<bool> depends(values_.count(), false);
        for (const std::uint32_t value : values_.written_by(read)) depends[value] = true;
        for (bool grown = true; grown;) {
            grown = false;
            each_instruction(among, [&](std::uint32_t n) {
                if (!reads_any(n, depends)) return;
                for (const std::uint32_t value : values_.written_by(n)) {
                    grown = grown || !depends[value];
                    depends[value] = true;
                }
            });
        }
        return depends;
    }

    [[nodiscard]] bool reads_any(std::uint32_t n, const std::vector<bool>& of) const {
        return std::ranges::any_of(values_.read_by(n), [&](std::uint32_t value) { return of[value]; });
    }

    // Returns whether the value read controls an exit of the loop.
    [[nodiscard]] bool controls_loop_exit(std::uint32_t read, const BlockSet& cycle) const {
        const std::vector<bool> depends = dependents_of(read, cycle);
        for (std::uint32_t block = 0; block < graph_.end(); ++block) {
            const bool leads_out =
                std::ranges::any_of(graph_.next[block], [&](std::uint32_t to) { return !cycle[to]; });
            if (cycle[block] && leads_out && reads_any(end_of(block) - 1, depends)) return true;
        }
        return false;
    }

    // Returns whether the function returns the value read, or one computed from it.
    [[nodiscard]] bool is_returned(std::uint32_t read) const {
        const BlockSet all(graph_.end() + 1, true);
        const std::vector<bool> depends = dependents_of(read, all);
        bool returned = false;
        each_instruction(all, [&](std::uint32_t n) {
            if (function_.body[n].form != Form::st_param || !reads_any(n, depends)) return;
            const Operand& base = function_.body[n].operands[0].elements.front();
            returned = returned || (base.in_function && base.index < function_.results.size());
        });
        return returned;
    }

    const Function& function_;
    FlowGraph graph_;
    const ValueNumbering values_;
    std::vector<std::vector<std::uint32_t>> predecessors_; // predecessors of each block
    std::vector<std::vector<std::uint32_t>> writers_;      // writers of each value
    std::vector<bool> polls_;
};

} // namespace

std::vector<bool> polling_reads(const Function& function, const ControlFlow& flow) {
    const bool may_poll = std::ranges::any_of(function.body, [](const Instruction& instruction) {
        return (can_see_other_threads(instruction) && rereads_memory(instruction)) ||
               is_fence_or_sleep(instruction.form);
    });
    if (!may_poll) return std::vector<bool>(function.body.size(), false);
    return PollingAnalysis(function, flow).polls();
}

} // namespace simulator
