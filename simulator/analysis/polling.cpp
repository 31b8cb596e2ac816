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
    return meaning.effect == ptx::Effect::load && meaning.space != ptx::Where::texture;
}

bool stores(Form form) { return ptx::meaning_of(form).effect == ptx::Effect::store; }

// What others write can only be seen here.
bool sees_others(const Instruction& instruction) {
    if (ptx::meaning_of(instruction.form).effect == ptx::Effect::atomic) return true;
    const bool others_write = instruction.form == Form::ld_generic || instruction.form == Form::ld_global ||
                              instruction.form == Form::ld_shared;
    return others_write && !instruction.has(Word::nc);
}

bool looks_anew(const Instruction& read) {
    if (ptx::meaning_of(read.form).effect == ptx::Effect::atomic) return true;
    return std::ranges::any_of(std::array{Word::cg, Word::cv, Word::volatile_, Word::relaxed, Word::acquire},
                               [&](Word word) { return read.has(word); });
}

bool lets_others_go_on(Form form) {
    return form == Form::membar || form == Form::fence || form == Form::nanosleep;
}

// What instructions read and write: registers, and memory by the way its address is written.
class Values {
public:
    explicit Values(const Function& function) : reads_(function.body.size()), writes_(function.body.size()) {
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

using Blocks = std::vector<bool>;

// Blocks of @p among from which, or to which, a way leads to or from @p start without leaving @p among.
Blocks connected(const std::vector<std::vector<std::uint32_t>>& ways, std::uint32_t start,
                 const Blocks& among) {
    Blocks found(among.size(), false);
    std::vector<std::uint32_t> open = {start};
    while (!open.empty()) {
        const std::uint32_t block = open.back();
        open.pop_back();
        for (const std::uint32_t to : ways[block]) {
            if (!among[to] || found[to]) continue;
            found[to] = true;
            open.push_back(to);
        }
    }
    return found;
}

class Polling {
public:
    Polling(const Function& function, const ControlFlow& flow)
        : function_(function), graph_(flow_graph(function)), values_(function), before_(graph_.end() + 1),
          writers_(values_.count()), polls_(function.body.size(), false) {
        graph_.next.emplace_back(); // of the end
        for (std::uint32_t block = 0; block < graph_.end(); ++block)
            for (const std::uint32_t next : graph_.next[block]) before_[next].push_back(block);
        for (std::uint32_t n = 0; n < function.body.size(); ++n)
            for (const std::uint32_t value : values_.written_by(n)) writers_[value].push_back(n);
        const auto order = [&](std::uint32_t block) { return flow.order[graph_.first[block]]; };
        for (std::uint32_t block = 0; block < graph_.end(); ++block)
            for (const std::uint32_t next : graph_.next[block])
                if (next != graph_.end() && order(next) <= order(block)) look_at_loop(block, next);
        if (function.entry) return;
        for (std::uint32_t n = 0; n < function.body.size(); ++n)
            if (sees_others(function.body[n]) && looks_anew(function.body[n]) && is_returned(n))
                polls_[n] = true;
    }

    [[nodiscard]] const std::vector<bool>& polls() const { return polls_; }

private:
    [[nodiscard]] std::uint32_t end_of(std::uint32_t block) const {
        return block + 1 < graph_.end() ? graph_.first[block + 1]
                                        : static_cast<std::uint32_t>(function_.body.size());
    }

    template <class Each> void each_instruction(const Blocks& blocks, Each each) const {
        for (std::uint32_t block = 0; block < graph_.end(); ++block)
            for (std::uint32_t n = graph_.first[block]; blocks[block] && n < end_of(block); ++n) each(n);
    }

    // The loop that one way back to its head makes.
    void look_at_loop(std::uint32_t last, std::uint32_t head) {
        Blocks among(graph_.end() + 1, true);
        among[head] = false;
        Blocks loop = last == head ? Blocks(graph_.end() + 1, false) : connected(before_, last, among);
        loop[last] = loop[head] = true;
        bool waits = false;
        each_instruction(loop, [&](std::uint32_t n) {
            waits = waits || lets_others_go_on(function_.body[n].form);
        });
        each_instruction(loop, [&](std::uint32_t n) {
            const Instruction& instruction = function_.body[n];
            if (polls_[n] || !sees_others(instruction) || !(waits || looks_anew(instruction))) return;
            polls_[n] = polls_in(n, loop);
        });
    }

    [[nodiscard]] bool polls_in(std::uint32_t read, const Blocks& loop) const {
        const std::uint32_t here = graph_.block_of[read];
        Blocks same = loop;
        for_each_operand_read(function_.body[read],
                              [&](std::uint32_t reg, std::size_t) { leave_out_changes(reg, loop, same); });
        if (!same[here]) return false;
        const Blocks behind = connected(graph_.next, here, same);
        if (!behind[here]) return false;
        Blocks round = connected(before_, here, same);
        for (std::size_t block = 0; block < round.size(); ++block)
            round[block] = round[block] && behind[block];
        bool anew = looks_anew(function_.body[read]);
        each_instruction(round,
                         [&](std::uint32_t n) { anew = anew || lets_others_go_on(function_.body[n].form); });
        return anew && decides_end(read, round);
    }

    // Who alone writes a value in a loop; none where nobody does, or several do.
    struct Source {
        bool changes = false; // several do, or it is not known what it makes the value of
        std::optional<std::uint32_t> instruction = {};
    };
    [[nodiscard]] Source source_of(std::uint32_t value, const Blocks& loop) const {
        Source source;
        for (const std::uint32_t n : writers_[value]) {
            if (!loop[graph_.block_of[n]]) continue;
            const Instruction& instruction = function_.body[n];
            source.changes = source.instruction || instruction.guard || instruction.form == Form::call ||
                             ptx::row_of(instruction.form).group == ptx::Group::inter_thread;
            source.instruction = n;
        }
        return source;
    }

    // Takes out of @p same the blocks of a loop in which @p address gets another value from round to round:
    // where something that it is made of is made of itself, or of who knows what.
    void leave_out_changes(std::uint32_t address, const Blocks& loop, Blocks& same) const {
        enum class State : std::uint8_t { unseen, open, done };
        struct Visit {
            std::uint32_t value;
            std::vector<std::uint32_t> made_of;
        };
        std::vector<State> states(values_.count(), State::unseen);
        std::vector<Visit> visits;
        const auto leave_out = [&](std::uint32_t value) {
            for (const std::uint32_t n : writers_[value])
                if (loop[graph_.block_of[n]]) same[graph_.block_of[n]] = false;
        };
        const auto visit = [&](std::uint32_t value) {
            if (states[value] == State::open) return leave_out(value);
            if (states[value] == State::done) return;
            states[value] = State::open;
            const Source source = source_of(value, loop);
            if (source.changes) leave_out(value);
            const bool known = source.instruction && !source.changes;
            visits.push_back(
                {value, known ? values_.read_by(*source.instruction) : std::vector<std::uint32_t>()});
        };
        visit(address);
        while (!visits.empty()) {
            if (visits.back().made_of.empty()) {
                states[visits.back().value] = State::done;
                visits.pop_back();
                continue;
            }
            const std::uint32_t next = visits.back().made_of.back();
            visits.back().made_of.pop_back();
            visit(next);
        }
    }

    // What depends on what is read, as long as the blocks @p among are not left.
    [[nodiscard]] std::vector<bool> made_of(std::uint32_t read, const Blocks& among) const {
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

    // Whether what is read decides about a way out of the round.
    [[nodiscard]] bool decides_end(std::uint32_t read, const Blocks& round) const {
        const std::vector<bool> depends = made_of(read, round);
        for (std::uint32_t block = 0; block < graph_.end(); ++block) {
            const bool leads_out =
                std::ranges::any_of(graph_.next[block], [&](std::uint32_t to) { return !round[to]; });
            if (round[block] && leads_out && reads_any(end_of(block) - 1, depends)) return true;
        }
        return false;
    }

    // Whether the function returns what is read, or what is made of it.
    [[nodiscard]] bool is_returned(std::uint32_t read) const {
        const Blocks all(graph_.end() + 1, true);
        const std::vector<bool> depends = made_of(read, all);
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
    const Values values_;
    std::vector<std::vector<std::uint32_t>> before_;  // blocks that lead to a block
    std::vector<std::vector<std::uint32_t>> writers_; // of each value
    std::vector<bool> polls_;
};

} // namespace

std::vector<bool> polling_reads(const Function& function, const ControlFlow& flow) {
    const bool may_poll = std::ranges::any_of(function.body, [](const Instruction& instruction) {
        return (sees_others(instruction) && looks_anew(instruction)) || lets_others_go_on(instruction.form);
    });
    if (!may_poll) return std::vector<bool>(function.body.size(), false);
    return Polling(function, flow).polls();
}

} // namespace simulator
