#include "handlers_one_instruction.h"

#include <cstring>

#include <catch2/catch_test_macros.hpp>
#include <fmt/core.h>

#include "gpu/device.h"
#include "machine/launch.h"
#include "memory/device_memory.h"
#include "ptx/parser.h"

namespace simulator {
namespace {

constexpr const char* operand_names[] = {"%a", "%b", "%c", "%e"};
constexpr std::size_t word = sizeof(std::uint64_t);

std::string name_of(const OneInstruction& instruction, std::size_t n) {
    return instruction.operands[n] == "pred" ? "%q" : operand_names[n];
}

// Fetches %a, %b, ... from the thread's row at %row.
std::string loads(const OneInstruction& instruction) {
    std::string text;
    for (std::size_t n = 0; n < instruction.operands.size(); ++n) {
        const std::string name = name_of(instruction, n);
        const std::string& type = instruction.operands[n];
        text += fmt::format(".reg .{} {};\n", type, name);
        if (type == "pred")
            text += fmt::format("ld.global.b32 %word, [%row+{}];\nsetp.ne.u32 %q, %word, 0;\n", n * word);
        else
            text += fmt::format("ld.global.{} {}, [%row+{}];\n", type, name, n * word);
    }
    return text;
}

// A kernel in which thread n executes the instruction on row n, if its lane is among those asked for.
std::string kernel_text(const OneInstruction& instruction) {
    const bool to_predicate = instruction.result == "pred";
    std::string text = ".version 9.0\n.target sm_90\n.address_size 64\n"
                       ".visible .entry k(.param .u64 rows, .param .u64 results, .param .u32 lanes) {\n"
                       ".reg .pred %on, %p, %p2;\n.reg .b32 %n, %word, %d2;\n.reg .b64 %row, %to, %long;\n"
                       "mov.u32 %n, %ctaid.x;\nmov.u32 %word, %tid.x;\nmad.lo.u32 %n, %n, 32, %word;\n"
                       "ld.param.u64 %row, [rows];\nld.param.u64 %to, [results];\n";
    text += fmt::format("mad.wide.u32 %row, %n, {}, %row;\nmad.wide.u32 %to, %n, {}, %to;\n",
                        instruction.operands.size() * word, word);
    text +=
        "ld.param.u32 %n, [lanes];\nshr.u32 %n, %n, %word;\nand.b32 %n, %n, 1;\nsetp.ne.u32 %on, %n, 0;\n";
    text += loads(instruction);
    if (to_predicate)
        text += "setp.ne.u32 %p, 0, 0;\n";
    else
        text += fmt::format(".reg .{0} %d;\nld.global.{0} %d, [%to];\n", instruction.result);
    text += "@%on " + instruction.text + ";\n";
    // The result in place of an operand is found there.
    const std::string result = instruction.text.find("%d") == std::string::npos ? "%a" : "%d";
    if (to_predicate)
        text += "selp.u32 %word, 1, 0, %p;\nst.global.u32 [%to], %word;\n";
    else
        text += fmt::format("st.global.{} [%to], {};\n", instruction.result, result);
    return text + "ret;\n}\n";
}

std::uint64_t width_mask(const std::string& type) {
    return type == "b16" ? 0xffff : type == "b32" ? 0xffff'ffff : type == "pred" ? 1 : ~std::uint64_t{0};
}

template <class T> void append_value(std::vector<std::byte>& bytes, T value) {
    const auto* begin = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), begin, begin + sizeof value);
}

void compare_results(const OneInstruction& instruction, const std::vector<Row>& rows,
                     const std::vector<std::uint64_t>& expected, std::uint32_t lanes) {
    const std::vector<std::uint64_t> results = execute(instruction, rows, lanes);
    const bool in_place = instruction.result != "pred" && instruction.text.find("%d") == std::string::npos;
    const std::uint64_t off = instruction.result == "pred" ? 0 : untouched;
    std::string different;
    for (std::size_t n = 0; n < rows.size() && different.empty(); ++n) {
        const bool on = (lanes >> n % 32 & 1) != 0;
        const std::uint64_t wanted = (on         ? expected[n]
                                      : in_place ? rows[n][0]
                                                 : off) &
                                     width_mask(instruction.result);
        if (results[n] == wanted) continue;
        different = fmt::format("{}, lanes {:08x}:", instruction.text, lanes);
        for (const std::uint64_t operand : rows[n]) different += fmt::format(" {:x}", operand);
        different += fmt::format(" gives {:x}, not {:x}", results[n], wanted);
    }
    CHECK(different == "");
}

} // namespace

std::vector<std::uint64_t> execute(const OneInstruction& instruction, const std::vector<Row>& rows,
                                   std::uint32_t lanes) {
    INFO(instruction.text);
    const auto module = std::make_shared<ptx::Module>(ptx::parse(kernel_text(instruction)));
    DeviceMemory memory(std::uint64_t{1} << 30);
    // Whole warps: what is missing in the last one is there and not looked at.
    const std::size_t threads = (rows.size() + 31) / 32 * 32;
    const std::size_t columns = instruction.operands.size();
    const Allocation* from = memory.allocate(threads * columns * word, AllocationOrigin::device, {});
    const Allocation* to = memory.allocate(threads * word, AllocationOrigin::device, {});
    std::memset(from->host, 0, from->bytes);
    for (std::size_t n = 0; n < rows.size(); ++n)
        std::memcpy(from->host + n * columns * word, rows[n].data(), columns * word);
    for (std::size_t n = 0; n < threads; ++n) std::memcpy(to->host + n * word, &untouched, word);

    LaunchRequest request;
    request.kernel = decode(module, 0, {});
    request.grid = {static_cast<std::uint32_t>(threads / 32), 1, 1};
    request.block = {32, 1, 1};
    append_value(request.parameters, from->begin);
    append_value(request.parameters, to->begin);
    append_value(request.parameters, lanes);
    MachineSettings settings;
    settings.cores = 1;
    Machine machine(device_named("h200"), memory, settings);
    REQUIRE(!machine.launch(request).fault);

    std::vector<std::uint64_t> results(rows.size());
    for (std::size_t n = 0; n < rows.size(); ++n) {
        std::memcpy(&results[n], to->host + n * word, word);
        results[n] &= width_mask(instruction.result);
    }
    return results;
}

void check_rows(const OneInstruction& instruction, const std::vector<Row>& rows,
                const std::vector<std::uint64_t>& expected) {
    compare_results(instruction, rows, expected, 0xffff'ffff);
    compare_results(instruction, rows, expected, 0x8c3a'50f1);
    const bool several = instruction.text.find(';') != std::string::npos;
    if (several || instruction.operands.front() != instruction.result) return;
    OneInstruction in_place = instruction;
    for (std::size_t at = 0; (at = in_place.text.find("%d", at)) != std::string::npos;)
        in_place.text[at + 1] = 'a';
    compare_results(in_place, rows, expected, 0xffff'ffff);
    compare_results(in_place, rows, expected, 0x8c3a'50f1);
}

} // namespace simulator
