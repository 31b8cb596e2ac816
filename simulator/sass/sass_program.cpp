#include "sass/sass_program.h"

#include <elf.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "elf/elf_file.h"
#include "sass/line_table.h"

namespace simulator::sass {

namespace {

constexpr std::uint32_t instruction_bytes = 16;
// Compute capabilities whose instructions have the fields that decode() reads.
constexpr std::uint32_t first_capability = 70;
constexpr std::uint32_t last_capability = 121;
constexpr std::string_view text_prefix = ".text.";

// The 128 bits of an instruction, with access to fields.
class Encoding {
public:
    Encoding(std::uint64_t low, std::uint64_t high) : low_(low), high_(high) {}
    // Returns up to 64 bits from bit @p first on.
    [[nodiscard]] std::uint64_t bits(std::uint32_t first, std::uint32_t count) const {
        std::uint64_t value = first >= 64 ? high_ >> (first - 64) : low_ >> first;
        if (first > 0 && first < 64) value |= high_ << (64 - first);
        return count >= 64 ? value : value & ((std::uint64_t{1} << count) - 1);
    }
    [[nodiscard]] std::uint8_t small(std::uint32_t first, std::uint32_t count) const {
        return static_cast<std::uint8_t>(bits(first, count));
    }

private:
    std::uint64_t low_;
    std::uint64_t high_;
};

std::int64_t sign_extended(std::uint64_t value, std::uint32_t bits) {
    const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
    return static_cast<std::int64_t>((value ^ sign) - sign);
}

// Returns the distance of a branch from the end of the instruction, which is encoded in units of 4 bytes.
// From compute capability 9.0 on, the lowest 8 bits are stored separately.
std::int64_t distance_of(const Encoding& encoding, std::uint32_t capability) {
    const std::int64_t upper = sign_extended(encoding.bits(34, 48), 48);
    return capability >= 90 ? (upper * 256 + encoding.small(16, 8)) * 4 : upper * 4;
}

// Kinds of `BRA`, which differ in the condition that decides next to the guard.
enum BranchKind : std::uint8_t {
    by_predicate = 0,         // `BRA`: a predicate, mostly the one that is always true
    by_uniform_predicate = 1, // `BRA.U`: a predicate of the uniform datapath
    if_divergent = 2,  // `BRA.DIV`: to a version of an operation for lanes that do not execute it together
    if_convergent = 3, // `BRA.CONV`: the opposite
};

BranchKind branch_kind(const Encoding& encoding) { return static_cast<BranchKind>(encoding.small(32, 2)); }

// Returns whether a branch has a condition in addition to its guard.
bool has_condition(const Encoding& encoding) {
    constexpr std::uint8_t always = 7;
    switch (branch_kind(encoding)) {
        case by_predicate: return encoding.small(87, 4) != always;
        case by_uniform_predicate: return encoding.small(24, 4) != always;
        default: return true;
    }
}

bool has_target(std::uint16_t code) { return code == operation::bra || code == operation::call; }

// Returns the words per lane of a memory access; a narrower access takes one word.
std::uint8_t words_of(const Encoding& encoding) {
    constexpr std::uint8_t two_words = 5;
    constexpr std::uint8_t four_words = 6;
    const std::uint8_t width = encoding.small(73, 3);
    return width == four_words ? 4 : width == two_words ? 2 : 1;
}

SassInstruction decode(const Encoding& encoding, std::uint32_t address, std::uint32_t capability) {
    constexpr std::uint8_t always = 7;
    SassInstruction instruction;
    instruction.address = address;
    instruction.opcode = static_cast<std::uint16_t>(encoding.bits(0, 12));
    instruction.guarded = encoding.small(12, 4) != always;
    if (instruction.operation() == operation::bra && has_condition(encoding)) instruction.guarded = true;
    instruction.stall = encoding.small(105, 4);
    instruction.yields = encoding.bits(109, 1) == 0;
    instruction.write_barrier = encoding.small(110, 3);
    instruction.read_barrier = encoding.small(113, 3);
    instruction.wait_mask = encoding.small(116, 6);
    if (const Operation* found = operation_of(instruction.opcode, capability)) {
        constexpr std::uint8_t never = 15; // predicate of an instruction that only pads
        instruction.known = true;
        instruction.unit = found->unit;
        instruction.access = encoding.small(12, 4) == never ? SassAccess::none : found->access;
    }
    if (instruction.access == SassAccess::local) instruction.local_words = words_of(encoding);
    if (has_target(instruction.operation()))
        instruction.target = address + instruction_bytes + distance_of(encoding, capability);
    return instruction;
}

bool is_endless_branch(const SassInstruction& instruction) {
    return instruction.operation() == operation::bra && !instruction.guarded &&
           instruction.target == instruction.address;
}

void set_lines(std::vector<SassInstruction>& code, const std::vector<LineRow>& rows) {
    auto row = rows.begin();
    std::uint32_t line = 0;
    for (SassInstruction& instruction : code) {
        for (; row != rows.end() && row->address <= instruction.address; ++row)
            if (row->line != 0) line = row->line;
        instruction.ptx_line = line;
    }
}

auto at_address(std::vector<SassInstruction>& code, std::int64_t address) {
    return std::ranges::lower_bound(code, address, {},
                                    [](const SassInstruction& i) { return std::int64_t{i.address}; });
}

// Marks the code from @p address as rare, through the first instruction that always transfers control.
void mark_rare(std::vector<SassInstruction>& code, std::int64_t address) {
    for (auto i = at_address(code, address); i != code.end(); ++i) {
        i->path = CodePath::rare;
        if (i->always_transfers_control()) return;
    }
}

std::vector<SassInstruction> read_section(Bytes section, std::uint32_t capability) {
    std::vector<SassInstruction> code;
    std::vector<std::int64_t> divergent_targets;
    bool in_padding = false; // after an endless branch
    for (std::uint32_t at = 0; const auto words = value_at<std::array<std::uint64_t, 2>>(section, at);
         at += instruction_bytes) {
        const Encoding encoding((*words)[0], (*words)[1]);
        const SassInstruction instruction = decode(encoding, at, capability);
        in_padding =
            is_endless_branch(instruction) || (in_padding && instruction.operation() == operation::nop);
        if (in_padding) continue;
        code.push_back(instruction);
        if (instruction.operation() == operation::bra && branch_kind(encoding) == if_divergent)
            divergent_targets.push_back(*instruction.target);
    }
    for (const std::int64_t address : divergent_targets) mark_rare(code, address);
    return code;
}

// Marks the routines that ptxas has added to the code of a section. Those for floating-point numbers handle
// values for which the inline code of a division is not exact.
void mark_routines(const ElfFile& elf, std::uint64_t section, std::vector<SassInstruction>& code) {
    const ElfSection* symbols = elf.section(".symtab");
    if (symbols == nullptr) return;
    const std::vector<std::string_view> names = elf.symbol_names();
    for (std::size_t n = 0; const auto symbol = value_at<Elf64_Sym>(symbols->bytes, n * sizeof(Elf64_Sym));
         ++n) {
        if (n >= names.size() || symbol->st_shndx != section || !names[n].starts_with("$__internal_"))
            continue;
        const bool is_integer_routine =
            names[n].ends_with("64") || names[n].ends_with("32") || names[n].ends_with("16");
        const auto begin = static_cast<std::int64_t>(symbol->st_value);
        const auto end = begin + static_cast<std::int64_t>(symbol->st_size);
        for (auto i = at_address(code, begin); i != code.end() && i->address < end; ++i)
            i->path = is_integer_routine ? CodePath::called : CodePath::rare;
    }
}

// Marks code that is only executed to call a rare routine: from the branch that leads there to the point
// where the usual path continues.
void mark_rare_call_paths(std::vector<SassInstruction>& code) {
    std::set<std::int64_t> branch_targets;
    for (const SassInstruction& instruction : code)
        if (instruction.target) branch_targets.insert(*instruction.target);
    const auto begins_block = [&](std::size_t n) {
        return n == 0 || code[n - 1].may_transfer_control() || code[n - 1].target ||
               branch_targets.contains(code[n].address);
    };
    for (std::size_t call = 0; call < code.size(); ++call) {
        if (code[call].operation() != operation::call || !code[call].target ||
            code[call].path != CodePath::usual)
            continue;
        const auto routine = at_address(code, *code[call].target);
        if (routine == code.end() || routine->path != CodePath::rare) continue;
        std::size_t begin = call;
        while (!begins_block(begin)) --begin;
        if (begin == 0) continue;
        std::size_t end = call + 1;
        while (end < code.size() && !branch_targets.contains(code[end].address) &&
               !code[end - 1].always_transfers_control())
            ++end;
        for (std::size_t n = begin; n < end; ++n) code[n].path = CodePath::rare;
    }
}

// Returns the compute capability, 90 for 9.0; 0 if the bytes are not a cubin. Since CUDA 13, it is in other
// bits of the flags.
std::uint32_t capability_of(Bytes cubin) {
    constexpr std::uint16_t machine_cuda = 190;
    constexpr std::uint8_t first_new_version = 8;
    const auto header = value_at<Elf64_Ehdr>(cubin, 0);
    if (!header || header->e_machine != machine_cuda) return 0;
    return header->e_ident[EI_ABIVERSION] >= first_new_version ? header->e_flags >> 8 & 0xffU
                                                               : header->e_flags & 0xffU;
}

} // namespace

bool SassInstruction::may_transfer_control() const {
    switch (operation()) {
        case operation::bra:
        case operation::brx:
        case operation::brxu:
        case operation::jmp:
        case operation::jmx:
        case operation::exit:
        case operation::ret: return true;
        default: return false;
    }
}

SassProgram read_sass_program(Bytes cubin) {
    SassProgram functions;
    const std::uint32_t capability = capability_of(cubin);
    if (capability < first_capability || capability > last_capability) return functions;
    const LineTable lines = read_line_table(cubin);
    try {
        const ElfFile elf(cubin);
        for (std::uint64_t number = 0; const ElfSection& section : elf.sections()) {
            const std::uint64_t section_number = number++;
            if (!section.name.starts_with(text_prefix)) continue;
            const std::string name(section.name.substr(text_prefix.size()));
            std::vector<SassInstruction> code = read_section(section.bytes, capability);
            mark_routines(elf, section_number, code);
            mark_rare_call_paths(code);
            if (const auto rows = lines.find(name); rows != lines.end()) set_lines(code, rows->second);
            functions.emplace(name, std::move(code));
        }
    } catch (const ElfError&) {
        return {};
    }
    return functions;
}

} // namespace simulator::sass
