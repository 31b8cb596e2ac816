#include "loading/cubin.h"

#include <vector>

#include "elf/elf_file.h"

namespace simulator::runtime {

namespace {

/// Header of a record of `.nv.info`. `size`: bytes of payload after it if `format` is `sized`, else a value.
struct InfoRecord {
    std::uint8_t format;
    std::uint8_t attribute;
    std::uint16_t size;
};
constexpr std::uint8_t sized = 4;
constexpr std::uint8_t attribute_registers = 0x2f;
constexpr std::uint8_t attribute_frame = 0x11;

/// The payload of both attributes.
struct SymbolValue {
    std::uint32_t symbol;
    std::uint32_t value;
};

void take(const InfoRecord& record, const SymbolValue& payload, const std::vector<std::string_view>& symbols,
          ResourceTable& table) {
    if (payload.symbol >= symbols.size() || symbols[payload.symbol].empty()) {
        return;
    }
    const std::string name(symbols[payload.symbol]);
    if (record.attribute == attribute_registers) {
        table[name].registers = payload.value;
        table[name].registers_known = true;
    } else if (record.attribute == attribute_frame) {
        table[name].local_bytes = payload.value;
    }
}

ResourceTable read_elf(const ElfFile& elf) {
    ResourceTable table;
    const ElfSection* info = elf.section(".nv.info");
    if (info == nullptr) {
        return table;
    }
    const std::vector<std::string_view> symbols = elf.symbol_names();
    for (std::size_t at = 0; const auto record = value_at<InfoRecord>(info->bytes, at);) {
        at += sizeof(InfoRecord);
        if (record->format != sized) {
            continue;
        }
        if (const auto payload = value_at<SymbolValue>(info->bytes, at);
            payload && record->size == sizeof *payload) {
            take(*record, *payload, symbols, table);
        }
        at += record->size;
    }
    return table;
}

} // namespace

ResourceTable read_cubin(Bytes cubin) {
    try {
        return read_elf(ElfFile(cubin));
    } catch (const ElfError&) {
        return {};
    }
}

} // namespace simulator::runtime
