#include "timing/suggestions.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "analysis/kernel.h"
#include "counters/footprint.h"
#include "timing/op_change.h"

namespace simulator::timing {
namespace {

constexpr double bytes_per_sector = 1U << sector_bits;
/// Lines that are tried per suggestion, those with the largest weight first.
constexpr std::size_t max_lines_per_suggestion = 3;

/// Instructions of one source line, and their weight.
struct OpsOfLine {
    ptx::SourceLine line = {};
    std::vector<std::uint32_t> ops = {};
    double weight = 0;
};

/// Sectors of global memory that an instruction accessed.
struct Sectors {
    double all = 0;   // touched
    double ideal = 0; // needed by its bytes
    double l2 = 0;    // requested from L2
    double far = 0;   // read from DRAM
};

class SuggestionTrials {
public:
    SuggestionTrials(KnownLaunch known, const Device& device, const DeviceTime& time)
        : known_(std::move(known)), device_(device), time_(time), baseline_demand_(known_.launch.demand),
          instructions_(known_.launch.instructions), resident_(known_.launch.resident) {
        for (std::uint32_t op = 0; op < ops(); ++op) far_ += sectors_of(op).far;
    }

    std::vector<Suggestion> run() {
        coalescing();
        sharing();
        shared_memory();
        atomics();
        waiting();
        executing();
        std::ranges::stable_sort(found_, {}, &Suggestion::ms);
        return std::move(found_);
    }

private:
    // Neighboring lanes access neighboring bytes.
    void coalescing() {
        for (const OpsOfLine& line : lines([&](std::uint32_t op) {
                 const Sectors sectors = sectors_of(op);
                 return is_atomic(op) || sectors.all < 1.2 * sectors.ideal ? 0 : sectors.all - sectors.ideal;
             })) {
            for (const std::uint32_t op : line.ops) {
                change(op).coalesced = true;
                const Sectors sectors = sectors_of(op);
                remove_sectors(op, sectors.l2 - std::min(sectors.l2, sectors.ideal),
                               sectors.far - std::min(sectors.far, sectors.ideal));
                if (tally(op).kind != RequestKind::store) continue;
                L2::Traffic& traffic = known_.launch.demand.traffic;
                const double filling = 2 * bytes_per_sector * static_cast<double>(traffic.filled);
                traffic.read -=
                    static_cast<std::uint64_t>(std::min(static_cast<double>(traffic.read), filling));
                traffic.partial = traffic.filled = 0;
            }
            evaluate("sectors", line.line);
        }
    }

    // Each element is fetched once for sixteen threads, which then read it from shared memory.
    void sharing() {
        constexpr double threads = 16;
        for (const OpsOfLine& line : lines([&](std::uint32_t op) {
                 const Sectors sectors = sectors_of(op);
                 const bool again =
                     sectors.far * threads < static_cast<double>(tally(op).bytes) / bytes_per_sector;
                 return tally(op).kind == RequestKind::load && again ? sectors.all : 0;
             })) {
            for (const std::uint32_t op : line.ops) {
                change(op).in_shared = true;
                remove_sectors(op, sectors_of(op).l2 * (1 - 1 / threads), 0);
            }
            evaluate("shared_tile", line.line);
        }
        const std::vector<double> constants = constant_reads();
        for (const OpsOfLine& line : lines([&](std::uint32_t op) { return constants[op]; })) {
            for (const std::uint32_t op : line.ops) change(op).in_shared = true;
            evaluate("shared_tile", line.line);
        }
    }

    // Returns how often each instruction read constants in the sampled blocks.
    [[nodiscard]] std::vector<double> constant_reads() const {
        std::vector<double> reads(ops());
        for (const BlockTrace& block : known_.launch.steps)
            for (const WarpTrace& warp : block.warps)
                for (const AccessCost& cost : warp.costs)
                    if (cost.space == MemorySpace::constant) ++reads[warp.ops[cost.step]];
        return reads;
    }

    void shared_memory() {
        const auto shared = [&](std::uint32_t op) -> const MemoryTally& {
            return known_.counters.memory[tally_index(op, MemorySpace::shared)];
        };
        for (const OpsOfLine& line : lines([&](std::uint32_t op) {
                 return static_cast<double>(shared(op).wavefronts - shared(op).wavefronts_ideal);
             })) {
            for (const std::uint32_t op : line.ops) change(op).conflict_free = true;
            evaluate("bank_conflicts", line.line);
        }
        for (const OpsOfLine& line : lines([&](std::uint32_t op) {
                 return shared(op).kind == RequestKind::load ? static_cast<double>(shared(op).wavefronts) : 0;
             })) {
            for (const std::uint32_t op : line.ops) {
                change(op).passes = 0.5;
                scale_executions(op, 0.5);
            }
            evaluate("register_tile", line.line);
        }
        for (const OpsOfLine& line : lines([&](std::uint32_t op) {
                 const bool atomic = is_atomic_kind(shared(op).kind);
                 return atomic ? static_cast<double>(shared(op).same_address - shared(op).requests) : 0;
             })) {
            for (const std::uint32_t op : line.ops) change(op).spread = true;
            evaluate("own_counters", line.line);
        }
    }

    // Each block first aggregates its changes of global memory in shared memory.
    void atomics() {
        for (const OpsOfLine& line :
             lines([&](std::uint32_t op) { return is_atomic(op) ? sectors_of(op).l2 : 0; })) {
            for (const std::uint32_t op : line.ops) {
                change(op).in_shared = true;
                remove_sectors(op, sectors_of(op).l2, sectors_of(op).far);
            }
            known_.launch.demand.traffic.hottest_ns = 0;
            evaluate("atomics_in_shared", line.line);
        }
    }

    void waiting() {
        const auto loads = lines([&](std::uint32_t op) {
            return tally(op).kind == RequestKind::load ? static_cast<double>(tally(op).l2_requests) : 0;
        });
        for (const OpsOfLine& line : loads) {
            for (const std::uint32_t op : line.ops) change(op).latency = 0.5;
            evaluate("loads_in_flight", line.line);
        }
        for (const OpsOfLine& line : lines([&](std::uint32_t op) {
                 const MemoryTally& global = tally(op);
                 const bool narrow = global.lanes != 0 && global.bytes <= 4 * global.lanes;
                 return narrow && !is_atomic(op) ? static_cast<double>(global.requests) : 0;
             })) {
            for (const std::uint32_t op : line.ops) {
                change(op).latency = 0.25;
                scale_executions(op, 0.25);
            }
            evaluate("wide_accesses", line.line);
        }
        const std::uint32_t warps = (known_.launch.threads + warp_size - 1) / warp_size;
        const std::uint32_t all = std::min(device_.threads_per_sm / warp_size / warps, device_.blocks_per_sm);
        if (all <= resident_) return;
        known_.launch.resident = all;
        evaluate("occupancy", {});
    }

    void executing() {
        diverging();
        for (std::uint32_t op = 0; op < ops(); ++op)
            if (known_.launch.kernel->ops[op].effect == ptx::Effect::compute) scale_executions(op, 0.5);
        evaluate("instructions", {});
        known_.launch.blocks = (known_.launch.blocks + 3) / 4;
        evaluate("work_per_thread", {});
    }

    // Instructions without divergence: no lane waits for the other lanes of its warp.
    void diverging() {
        const std::vector<Tally>& tallies = known_.counters.tallies;
        const auto branch = std::ranges::max_element(tallies, {}, &Tally::divergent);
        if (branch == tallies.end() || branch->divergent == 0) return;
        double all = 0;
        double idle = 0;
        for (std::uint32_t op = 0; op < ops(); ++op) {
            const double lanes = static_cast<double>(tallies[op].warps) * warp_size;
            if (lanes == 0) continue;
            const double cost = known_.launch.kernel->ops[op].cost.total();
            all += cost * lanes;
            idle += cost * static_cast<double>(tallies[op].inactive);
            scale_executions(op, 1 - static_cast<double>(tallies[op].inactive) / lanes);
        }
        // Warps that wait become shorter in proportion to their instructions.
        changes_.clear();
        const SmTime sm = known_.sm;
        known_.sm.cycles *= 1 - idle / all;
        evaluate("divergence", known_.kernel.info[static_cast<std::size_t>(branch - tallies.begin())].source);
        known_.sm = sm;
    }

    // Returns the lines with a positive weight(), which is the potential gain of an instruction.
    template <class F> [[nodiscard]] std::vector<OpsOfLine> lines(F&& weight) const {
        std::map<std::pair<std::uint32_t, std::uint32_t>, OpsOfLine> by_line;
        for (std::uint32_t op = 0; op < ops(); ++op) {
            const double of_op = weight(op);
            if (of_op <= 0 || !known_.kernel.info[op].written) continue;
            const ptx::SourceLine source = known_.kernel.info[op].source;
            OpsOfLine& line = by_line[{source.file, source.line}];
            line.line = source;
            line.ops.push_back(op);
            line.weight += of_op;
        }
        std::vector<OpsOfLine> all;
        for (auto& [place, line] : by_line) all.push_back(std::move(line));
        std::ranges::stable_sort(all, std::ranges::greater(), &OpsOfLine::weight);
        if (all.size() > max_lines_per_suggestion) all.resize(max_lines_per_suggestion);
        return all;
    }

    [[nodiscard]] std::uint32_t ops() const { return static_cast<std::uint32_t>(known_.kernel.info.size()); }
    [[nodiscard]] const MemoryTally& tally(std::uint32_t op) const {
        return known_.counters.memory[tally_index(op, MemorySpace::global)];
    }
    static bool is_atomic_kind(RequestKind kind) {
        return kind == RequestKind::atomic || kind == RequestKind::reduction;
    }
    [[nodiscard]] bool is_atomic(std::uint32_t op) const { return is_atomic_kind(tally(op).kind); }
    [[nodiscard]] Sectors sectors_of(std::uint32_t op) const {
        const MemoryTally& global = tally(op);
        Sectors sectors;
        sectors.all = static_cast<double>(global.sectors);
        sectors.ideal = std::min(sectors.all, static_cast<double>(global.bytes) / bytes_per_sector);
        sectors.l2 = static_cast<double>(global.l2_sectors);
        sectors.far = static_cast<double>(global.l2_sectors - std::min(global.l2_hits, global.l2_sectors));
        return sectors;
    }

    OpChange& change(std::uint32_t op) {
        changes_.resize(ops());
        return changes_[op];
    }
    // Multiplies the executions of an instruction by @p factor.
    void scale_executions(std::uint32_t op, double factor) {
        change(op).instructions *= factor;
        for (std::size_t unit = 0; unit < unit_count; ++unit)
            known_.launch.instructions[unit] -= static_cast<double>(known_.counters.tallies[op].warps) *
                                                known_.launch.kernel->ops[op].cost.instructions[unit] *
                                                (1 - factor);
    }
    // Removes requests of an instruction: @p sectors from L2, @p far of them also from DRAM.
    void remove_sectors(std::uint32_t op, double sectors, double far) {
        MemoryDemand& demand = known_.launch.demand;
        double& all = is_atomic(op)                          ? demand.atomic_sectors
                      : tally(op).kind == RequestKind::store ? demand.written_sectors
                                                             : demand.read_sectors;
        all = std::max(0.0, all - sectors);
        const auto less = [](std::uint64_t& count, double by) {
            count -= static_cast<std::uint64_t>(std::min(static_cast<double>(count), by));
        };
        less(demand.traffic.lines, sectors);
        if (baseline_demand_.traffic.lines != 0)
            less(demand.traffic.changed, static_cast<double>(baseline_demand_.traffic.changed) * sectors /
                                             static_cast<double>(baseline_demand_.traffic.lines));
        if (far_ == 0) return;
        less(demand.traffic.read, static_cast<double>(baseline_demand_.traffic.read) * far / far_);
        less(demand.traffic.scattered, static_cast<double>(baseline_demand_.traffic.scattered) * far / far_);
    }

    // Estimates the time with all changes, records the suggestion if it gains, and undoes the changes.
    void evaluate(const char* what, ptx::SourceLine line) {
        SmTime sm = known_.sm;
        if (!changes_.empty() || known_.launch.resident != resident_)
            sm = time_of_sm(known_.launch, time_, changes_);
        const double ms = time_of(known_.launch, sm, time_).ms;
        constexpr double max_time_ratio = 0.97;
        if (ms < max_time_ratio * known_.ms)
            found_.push_back({std::string(known_.kernel.module->file_name(line)), line.line, what, ms});
        restore_launch();
    }
    void restore_launch() {
        changes_.clear();
        known_.launch.demand = baseline_demand_;
        known_.launch.instructions = instructions_;
        known_.launch.resident = resident_;
        known_.launch.blocks = blocks_;
    }

    KnownLaunch known_;
    const Device& device_;
    const DeviceTime& time_;
    MemoryDemand baseline_demand_;
    std::array<double, unit_count> instructions_;
    std::uint32_t resident_;
    std::uint64_t blocks_ = known_.launch.blocks;
    double far_ = 0; // sectors read from DRAM
    std::vector<OpChange> changes_;
    std::vector<Suggestion> found_;
};

} // namespace

std::vector<Suggestion> suggestions_of(KnownLaunch known, const Device& device, const DeviceTime& time) {
    return SuggestionTrials(std::move(known), device, time).run();
}

} // namespace simulator::timing
