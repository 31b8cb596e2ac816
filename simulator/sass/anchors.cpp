#include "sass/anchors.h"

namespace simulator::sass {

namespace {

using ptx::AddressSpace;
using ptx::Effect;
using ptx::Form;

AnchorKind load_kind(AddressSpace space) {
    switch (space) {
        case AddressSpace::global: return AnchorKind::load;
        case AddressSpace::shared: return AnchorKind::shared_load;
        case AddressSpace::local: return AnchorKind::local;
        case AddressSpace::generic: return AnchorKind::other_load;
        case AddressSpace::texture: return AnchorKind::texture;
        default: return AnchorKind::none;
    }
}

AnchorKind store_kind(AddressSpace space) {
    switch (space) {
        case AddressSpace::global: return AnchorKind::store;
        case AddressSpace::shared: return AnchorKind::shared_store;
        case AddressSpace::local: return AnchorKind::local;
        case AddressSpace::generic: return AnchorKind::other_store;
        default: return AnchorKind::none;
    }
}

AnchorKind arithmetic_kind(Form form) {
    switch (form) {
        case Form::add_f32:
        case Form::sub_f32:
        case Form::mul_f32:
        case Form::fma_f32:
        case Form::mad_f32: return AnchorKind::single_precision;
        case Form::add_f64:
        case Form::sub_f64:
        case Form::mul_f64:
        case Form::fma_f64:
        case Form::mad_f64: return AnchorKind::double_precision;
        case Form::add_half:
        case Form::sub_half:
        case Form::mul_half:
        case Form::fma_half: return AnchorKind::half_precision;
        default: return AnchorKind::none;
    }
}

// Returns whether an instruction is an `HFMA2` with an immediate addend, which ptxas uses to load constants:
// `HFMA2.MMA` up to compute capability 9.0.
bool is_half_move(const SassInstruction& machine) {
    constexpr std::uint16_t hfma2 = 0x431;
    constexpr std::uint16_t hfma2_mma = 0x435;
    return machine.opcode == hfma2 || machine.opcode == hfma2_mma;
}

} // namespace

AnchorKind anchor_kind(const ptx::Instruction& instruction) {
    const ptx::Meaning& meaning = ptx::meaning_of(instruction.form);
    switch (meaning.effect) {
        case Effect::load: return load_kind(meaning.space);
        case Effect::store: return store_kind(meaning.space);
        case Effect::atomic:
        case Effect::reduction: return AnchorKind::atomic;
        case Effect::copy: return AnchorKind::copy;
        case Effect::block_barrier: return AnchorKind::barrier;
        case Effect::exchange: return instruction.form == Form::shfl ? AnchorKind::shuffle : AnchorKind::none;
        case Effect::compute: return arithmetic_kind(instruction.form);
        default: return AnchorKind::none;
    }
}

bool is_copy_of(AnchorKind kind, const SassInstruction& machine) {
    const SassAccess access = machine.access;
    switch (kind) {
        case AnchorKind::none: return false;
        case AnchorKind::load: return access == SassAccess::load;
        case AnchorKind::store: return access == SassAccess::store;
        case AnchorKind::shared_load: return access == SassAccess::shared_load;
        case AnchorKind::shared_store: return access == SassAccess::shared_store;
        case AnchorKind::local: return access == SassAccess::local;
        // ptxas often determines the space of a generic address. Local accesses do not count, because most
        // are spilled registers.
        case AnchorKind::other_load: return access == SassAccess::load || access == SassAccess::shared_load;
        case AnchorKind::other_store:
            return access == SassAccess::store || access == SassAccess::shared_store;
        case AnchorKind::atomic: return access == SassAccess::atomic;
        case AnchorKind::copy: return access == SassAccess::copy;
        case AnchorKind::texture: return access == SassAccess::texture;
        case AnchorKind::barrier: return access == SassAccess::barrier;
        case AnchorKind::shuffle: return access == SassAccess::shuffle;
        case AnchorKind::single_precision: return machine.unit == Unit::fma;
        case AnchorKind::double_precision: return machine.unit == Unit::fp64;
        case AnchorKind::half_precision: return machine.unit == Unit::fp16 && !is_half_move(machine);
    }
    return false;
}

} // namespace simulator::sass
