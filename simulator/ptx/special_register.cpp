#include "ptx/special_register.h"

#include <iterator>
#include <unordered_map>

namespace simulator::ptx {
namespace {

struct Special {
    SpecialRegister special;
    std::string_view name;
    Word type = Word::u32;
};

using enum SpecialRegister;

constexpr Special specials[] = {
    {tid_x, "%tid.x"},
    {tid_y, "%tid.y"},
    {tid_z, "%tid.z"},
    {ntid_x, "%ntid.x"},
    {ntid_y, "%ntid.y"},
    {ntid_z, "%ntid.z"},
    {ctaid_x, "%ctaid.x"},
    {ctaid_y, "%ctaid.y"},
    {ctaid_z, "%ctaid.z"},
    {nctaid_x, "%nctaid.x"},
    {nctaid_y, "%nctaid.y"},
    {nctaid_z, "%nctaid.z"},
    {laneid, "%laneid"},
    {warpid, "%warpid"},
    {nwarpid, "%nwarpid"},
    {smid, "%smid"},
    {nsmid, "%nsmid"},
    {gridid, "%gridid", Word::u64},
    {warp_size, "WARP_SZ"},
    {lanemask_eq, "%lanemask_eq"},
    {lanemask_lt, "%lanemask_lt"},
    {lanemask_le, "%lanemask_le"},
    {lanemask_gt, "%lanemask_gt"},
    {lanemask_ge, "%lanemask_ge"},
    {clock, "%clock"},
    {clock_hi, "%clock_hi"},
    {clock64, "%clock64", Word::u64},
    {globaltimer, "%globaltimer", Word::u64},
    {globaltimer_lo, "%globaltimer_lo"},
    {globaltimer_hi, "%globaltimer_hi"},
    {dynamic_smem_size, "%dynamic_smem_size"},
    {total_smem_size, "%total_smem_size"},
    {envreg1, "%envreg1"},
    {envreg2, "%envreg2"},
    {aggr_smem_size, "%aggr_smem_size"},
    {reserved_smem_offset_begin, "%reserved_smem_offset_begin"},
    {reserved_smem_offset_end, "%reserved_smem_offset_end"},
    {reserved_smem_offset_cap, "%reserved_smem_offset_cap"},
    {reserved_smem_offset_0, "%reserved_smem_offset_0"},
    {reserved_smem_offset_1, "%reserved_smem_offset_1"},
};

const Special& entry_of(SpecialRegister special) {
    for (const Special& entry : specials)
        if (entry.special == special) return entry;
    return specials[0];
}

} // namespace

std::optional<SpecialRegister> special_register_of(std::string_view name) {
    static const auto by_name = [] {
        std::unordered_map<std::string_view, SpecialRegister> result;
        for (const Special& entry : specials) result.emplace(entry.name, entry.special);
        return result;
    }();
    const auto found = by_name.find(name);
    if (found == by_name.end()) return std::nullopt;
    return found->second;
}

std::string_view text_of(SpecialRegister special) { return entry_of(special).name; }

bool is_of_reserved_shared(SpecialRegister special) {
    switch (special) {
        case reserved_smem_offset_begin:
        case reserved_smem_offset_end:
        case reserved_smem_offset_cap:
        case reserved_smem_offset_0:
        case reserved_smem_offset_1: return true;
        default: return false;
    }
}

Word type_of(SpecialRegister special) { return entry_of(special).type; }

} // namespace simulator::ptx
