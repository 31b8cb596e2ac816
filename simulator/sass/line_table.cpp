#include "sass/line_table.h"

#include <elf.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "elf/elf_file.h"

namespace simulator::sass {

namespace {

// Opcodes of a DWARF line program that ptxas emits: see section 6.2.5 of DWARF 2 to 4. Those from
// Header::opcode_base on advance the address and the line together.
enum Opcode : std::uint8_t {
    extended = 0,
    copy = 1,
    advance_address = 2,
    advance_line = 3,
    const_add_address = 8,
    fixed_advance_address = 9,
};
enum ExtendedOpcode : std::uint8_t { end_sequence = 1, set_address = 2 };

// Reads consecutive values. Past the end, all values are 0 and failed() returns true.
class Cursor {
public:
    Cursor(Bytes bytes, std::size_t at, std::size_t end)
        : bytes_(bytes), at_(at), end_(std::min(end, bytes.size())) {}

    template <class T> T take() {
        const auto value = at_ + sizeof(T) <= end_ ? value_at<T>(bytes_, at_) : std::nullopt;
        failed_ = failed_ || !value;
        at_ += sizeof(T);
        return value.value_or(T{});
    }
    std::uint64_t take_unsigned() {
        std::uint64_t value = 0;
        std::uint32_t shift = 0;
        std::uint8_t byte = 0;
        do {
            byte = take<std::uint8_t>();
            if (shift < 64) value |= std::uint64_t(byte & 0x7fU) << shift;
            shift += 7;
        } while ((byte & 0x80U) != 0);
        last_shift_ = shift;
        return value;
    }
    std::int64_t take_signed() {
        std::uint64_t value = take_unsigned();
        const std::uint32_t bits = last_shift_;
        if (bits < 64 && (value >> (bits - 1) & 1U) != 0) value |= ~std::uint64_t{0} << bits;
        return static_cast<std::int64_t>(value);
    }
    void skip(std::size_t count) { at_ += std::min(count, end_ + sizeof(std::uint64_t)); }
    [[nodiscard]] std::size_t at() const { return at_; }
    [[nodiscard]] bool done() const { return failed_ || at_ >= end_; }
    [[nodiscard]] bool failed() const { return failed_; }

private:
    Bytes bytes_;
    std::size_t at_;
    std::size_t end_;
    std::uint32_t last_shift_ = 0;
    bool failed_ = false;
};

// The part of a unit's header that is needed to decode its opcodes.
struct Header {
    std::uint8_t minimum_length = 1;
    std::int8_t line_base = 0;
    std::uint8_t line_range = 1;
    std::uint8_t opcode_base = 1;
    std::vector<std::uint8_t> operand_counts = {}; // for standard opcodes, from 1 on
};

// Function name by offset in the section, where the file has a relocation.
using FunctionAt = std::map<std::uint64_t, std::string>;

template <class Entry>
void add_functions(const ElfFile& elf, std::string_view section, FunctionAt& functions) {
    const ElfSection* relocations = elf.section(section);
    if (relocations == nullptr) return;
    const std::vector<std::string_view> symbols = elf.symbol_names();
    for (std::size_t at = 0; const auto entry = value_at<Entry>(relocations->bytes, at);
         at += sizeof(Entry)) {
        const std::uint64_t symbol = ELF64_R_SYM(entry->r_info);
        if (symbol < symbols.size()) functions[entry->r_offset] = symbols[symbol];
    }
}

FunctionAt functions_at(const ElfFile& elf) {
    FunctionAt functions;
    add_functions<Elf64_Rela>(elf, ".rela.nv_debug_line_sass", functions); // from compute capability 9.0 on
    add_functions<Elf64_Rel>(elf, ".rel.nv_debug_line_sass", functions);   // earlier ones
    return functions;
}

// Runs the line program of one unit: the section's bytes from a header up to the next one.
class Program {
public:
    Program(Cursor cursor, Header header, const FunctionAt& functions, LineTable& table)
        : cursor_(cursor), header_(std::move(header)), functions_(functions), table_(table) {}

    void run() {
        while (!cursor_.done()) {
            const auto opcode = cursor_.take<std::uint8_t>();
            if (opcode >= header_.opcode_base) {
                const int adjusted = opcode - header_.opcode_base;
                address_ += advance_of(opcode);
                line_ += header_.line_base + adjusted % header_.line_range;
                add_row();
            } else if (opcode == extended) {
                run_extended();
            } else {
                run_standard(opcode);
            }
        }
    }

private:
    [[nodiscard]] std::uint64_t advance_of(std::uint8_t opcode) const {
        const auto adjusted = static_cast<std::uint8_t>(opcode - header_.opcode_base);
        return std::uint64_t{header_.minimum_length} * (adjusted / header_.line_range);
    }
    void run_extended() {
        const std::uint64_t length = cursor_.take_unsigned();
        const std::size_t begin = cursor_.at();
        if (length == 0) return;
        const auto opcode = cursor_.take<std::uint8_t>();
        if (opcode == set_address) {
            const auto function = functions_.find(cursor_.at());
            rows_ = function == functions_.end() ? nullptr : &table_[function->second];
            address_ = cursor_.take<std::uint64_t>();
        } else if (opcode == end_sequence) {
            address_ = 0;
            line_ = 1;
            rows_ = nullptr;
        }
        cursor_.skip(begin + length - std::min<std::size_t>(cursor_.at(), begin + length));
    }
    void run_standard(std::uint8_t opcode) {
        switch (opcode) {
            case copy: add_row(); break;
            case advance_address: address_ += header_.minimum_length * cursor_.take_unsigned(); break;
            case advance_line: line_ += cursor_.take_signed(); break;
            case const_add_address: address_ += advance_of(255); break;
            case fixed_advance_address: address_ += cursor_.take<std::uint16_t>(); break;
            default:
                for (std::uint8_t n = 0; n < header_.operand_counts[opcode - 1U]; ++n)
                    cursor_.take_unsigned();
        }
    }
    void add_row() {
        if (rows_ == nullptr || cursor_.failed()) return;
        rows_->push_back({static_cast<std::uint32_t>(address_),
                          static_cast<std::uint32_t>(std::max<std::int64_t>(line_, 0))});
    }

    Cursor cursor_;
    Header header_;
    const FunctionAt& functions_;
    LineTable& table_;
    std::vector<LineRow>* rows_ = nullptr; // rows of the current function
    std::uint64_t address_ = 0;
    std::int64_t line_ = 1;
};

// Reads a unit at @p at and returns the offset of the next one.
std::size_t read_unit(Bytes section, std::size_t at, const FunctionAt& functions, LineTable& table) {
    Cursor cursor(section, at, section.size());
    const auto length = cursor.take<std::uint32_t>();
    const std::size_t end = cursor.at() + length;
    const auto version = cursor.take<std::uint16_t>();
    const auto header_length = cursor.take<std::uint32_t>();
    const std::size_t program = cursor.at() + header_length;
    Header header;
    header.minimum_length = cursor.take<std::uint8_t>();
    if (version >= 4) cursor.take<std::uint8_t>(); // maximum operations per instruction
    cursor.take<std::uint8_t>();                   // whether rows begin statements by default
    header.line_base = cursor.take<std::int8_t>();
    header.line_range = cursor.take<std::uint8_t>();
    header.opcode_base = cursor.take<std::uint8_t>();
    for (std::uint8_t n = 1; n < header.opcode_base; ++n)
        header.operand_counts.push_back(cursor.take<std::uint8_t>());
    const bool is_supported =
        !cursor.failed() && version >= 2 && version <= 4 && header.line_range != 0 && header.opcode_base != 0;
    if (is_supported) Program(Cursor(section, program, end), std::move(header), functions, table).run();
    return end;
}

} // namespace

LineTable read_line_table(Bytes cubin) {
    LineTable table;
    try {
        const ElfFile elf(cubin);
        const ElfSection* section = elf.section(".nv_debug_line_sass");
        if (section == nullptr) return table;
        const FunctionAt functions = functions_at(elf);
        for (std::size_t at = 0; at < section->bytes.size();)
            at = read_unit(section->bytes, at, functions, table);
    } catch (const ElfError&) {
        return {};
    }
    for (auto& [name, rows] : table) std::ranges::stable_sort(rows, {}, &LineRow::address);
    return table;
}

} // namespace simulator::sass
