#include "ptx/form.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "ptx/operand_types.h"
#include "ptx_every_row.h"

using namespace simulator::ptx;

TEST_CASE("PTX words are found by their text and types have their size and kind", "[ptx]") {
    CHECK(word_of("L2::128B") == Word::l2_128);
    CHECK(word_of("NaN") == Word::nan_);
    CHECK(word_of("nan") == Word::isnan);
    CHECK_FALSE(word_of("f32x2"));
    CHECK_FALSE(word_of(""));
    CHECK(text_of(Word::shared_cta) == "shared::cta");
    CHECK(is_type(Word::b8));
    CHECK(is_type(Word::pred));
    CHECK_FALSE(is_type(Word::global));
    CHECK(bytes_of(Word::f64) == 8);
    CHECK(bytes_of(Word::pred) == 0);
    CHECK(kind_of(Word::s16) == TypeKind::signed_integer);
    CHECK(kind_of(Word::f32) == TypeKind::floating);
}

TEST_CASE("every instruction form has a meaning and the forms use every PTX word", "[ptx]") {
    std::set<Word> used;
    for (const FormRow& row : forms()) {
        INFO(row.id);
        CHECK(&row == &row_of(row.form));
        CHECK_FALSE(row.meaning.empty());
        for (const SuffixSlot& slot : suffix_slots(row.form)) {
            const bool type = is_type(slot.choices.front());
            for (const Word word : slot.choices) CHECK(is_type(word) == type);
            used.insert(slot.choices.begin(), slot.choices.end());
        }
        const auto rows = forms_of(row.mnemonic);
        CHECK(std::count(rows.begin(), rows.end(), row.form) == 1);
    }
    CHECK(used.size() == static_cast<std::size_t>(Word::wait) + 1);
}

TEST_CASE("the meaning of a row fits its group and operands", "[ptx]") {
    for (const FormRow& row : forms()) {
        INFO(row.id);
        const Meaning& meaning = meaning_of(row.form);
        const auto& places = operand_slots(row.form);
        const bool addresses = std::ranges::any_of(places, [](const OperandSlot& place) {
            return place.role == OperandRole::memory || place.role == OperandRole::texture;
        });
        const bool in_memory = row.group == Group::memory || meaning.effect == Effect::barrier_object;
        CHECK((meaning.space != AddressSpace::nowhere) == in_memory);
        if (row.group == Group::memory) CHECK(addresses);
        if (meaning.effect == Effect::compute) CHECK_FALSE(addresses);
        const bool has_result = places.empty() ? false : places[0].role == OperandRole::written;
        if (is_atomic(row.form)) CHECK(has_result == (meaning.effect == Effect::atomic));
        CHECK(is_atomic(row.form) == (row.mnemonic == "atom" || row.mnemonic == "red"));
        const std::set<std::string_view> spaces = {"global", "shared", "local", "param", "const"};
        for (const SuffixSlot& slot : suffix_slots(row.form)) {
            const bool space = spaces.contains(text_of(slot.choices.front()));
            if (space && slot.optional && row.group == Group::memory)
                CHECK((meaning.space == AddressSpace::by_suffix || meaning.effect == Effect::hint));
        }
    }
    CHECK(meaning_of(Form::ld_const).space == AddressSpace::constant);
    CHECK(meaning_of(Form::setp_f64).pipe == Pipe::fp64);
    CHECK(row_of(Form::setp_f64).group == Group::fp64);
    CHECK(row_of(Form::setp_f32).group == Group::fp32);
    CHECK(meaning_of(Form::rsqrt_f32).pipe == Pipe::xu);
    CHECK(meaning_of(Form::bar_warp_sync).effect == Effect::warp_barrier);
}

// The row itself contains what it shares with others.
TEST_CASE("no source file compares instruction forms by their order", "[ptx]") {
    const std::regex order("[<>]=?\\s*(ptx::)?Form::|Form::\\w+\\s*[<>]");
    std::size_t files = 0;
    for (const char* folder : {"analysis", "checks", "counters", "loading", "machine", "ptx", "runtime"})
        for (const auto& entry : std::filesystem::recursive_directory_iterator(
                 std::filesystem::path(KERNELSMITH_SOURCE_DIR) / "simulator" / folder)) {
            const std::string extension = entry.path().extension().string();
            if (extension != ".cpp" && extension != ".h") continue;
            ++files;
            std::ifstream file(entry.path());
            for (std::string line; std::getline(file, line);) {
                INFO(entry.path().string() << ": " << line);
                CHECK_FALSE(std::regex_search(line, order));
            }
        }
    CHECK(files > 100);
    CHECK(std::regex_search("form >= Form::atom_add && true", order));
    CHECK_FALSE(std::regex_search("std::map<ptx::Form, int>", order));
}

TEST_CASE("a row is parsed into suffix slots and operand slots", "[ptx]") {
    const auto& slots = suffix_slots(Form::fma_f32);
    REQUIRE(slots.size() == 4);
    CHECK(slots[0].choices == std::vector{Word::rn, Word::rz, Word::rm, Word::rp});
    CHECK_FALSE(slots[0].optional);
    CHECK(slots[1].choices == std::vector{Word::ftz});
    CHECK(slots[1].optional);
    CHECK(spelling_of(Form::fma_f32) == "fma{.rn|.rz|.rm|.rp}[.ftz][.sat].f32");

    const auto& places = operand_slots(Form::bar_red_popc);
    REQUIRE(places.size() == 4);
    CHECK(places[0].role == OperandRole::written);
    CHECK(places[2].optional);
    CHECK(places[3].role == OperandRole::predicate);
    CHECK(operand_slots(Form::shfl)[0].role == OperandRole::written_and_predicate);
    CHECK(operand_slots(Form::ret).empty());
}

TEST_CASE("the type of each operand follows from the suffixes of its instruction", "[ptx]") {
    const auto type = [](Form form, std::vector<Word> words, std::size_t n) {
        Instruction instruction;
        instruction.form = form;
        instruction.words = std::move(words);
        return operand_type(instruction, n);
    };
    CHECK(type(Form::shl, {Word::b64}, 0) == Word::b64);
    CHECK(type(Form::shl, {Word::b64}, 2) == Word::b32);
    CHECK(type(Form::mad_wide, {Word::wide, Word::u16}, 3) == Word::u32);
    CHECK(type(Form::mul_wide, {Word::wide, Word::s32}, 0) == Word::s64);
    CHECK(type(Form::cvt, {Word::f64, Word::s32}, 1) == Word::s32);
    CHECK(type(Form::setp_f32, {Word::lt, Word::f32}, 0) == Word::pred);
    CHECK(type(Form::setp_f32, {Word::lt, Word::f32}, 1) == Word::f32);
    CHECK(type(Form::vote_ballot, {Word::sync, Word::ballot, Word::b32}, 1) == Word::pred);
    CHECK(type(Form::shf, {Word::l, Word::wrap, Word::b32}, 3) == Word::b32);
    CHECK(type(Form::cp_async_wait, {Word::async, Word::wait_group}, 0) == Word::b32);
    CHECK_FALSE(type(Form::st_global, {Word::global, Word::f32}, 0));
    CHECK(type(Form::st_global, {Word::global, Word::f32}, 1) == Word::f32);
    CHECK(may_be_wider(Form::cvt, 1));
    CHECK(may_be_wider(Form::ld_shared, 0));
    CHECK_FALSE(may_be_wider(Form::atom_add, 0));
}
