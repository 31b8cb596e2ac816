#include "authoring/records/tasks/record.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "base/files.h"
#include "base/numbers.h"
#include "base/record/record_file.h"
#include "base/text.h"

template <> struct kernelsmith::Fields<grader::tasks::AfterTask> {
    using After = grader::tasks::AfterTask;
    static constexpr auto list =
        std::tuple(field("score", &After::score), field("max_score", &After::max_score),
                   field("step", &After::step), field("message", &After::message));
};

namespace grader::tasks {
namespace {

namespace fs = std::filesystem;

constexpr RecordKind kind_of_tasks = {"a record of the scores after each task"};

fs::path record_file(const fs::path& root) { return root / "docs" / "results" / "tasks" / "labs.json"; }

/// Shortens and escapes a message, which may be long or contain the end of a cell.
std::string as_cell(const std::string& text) {
    constexpr std::size_t max_message_characters = 160;
    std::string cell;
    for (const char c : printable(text, max_message_characters)) {
        if (c == '|') cell += '\\';
        cell += c;
    }
    return cell;
}

/// Formats the first message of the grade.
std::string verdict_cell(const AfterTask& after) {
    return after.step.empty() ? "passed" : fmt::format("`{}`: {}", after.step, as_cell(after.message));
}

/// Returns the sentence on the tasks that a program with full marks may lack; empty if none was found.
std::string sentence_on_avoidable(const Manifest& manifest, const AvoidableTasks& avoidable) {
    const auto found = avoidable.find(manifest.id.substr(0, 2));
    if (found == avoidable.end()) return {};
    std::vector<std::string> tasks;
    for (const std::string& id : found->second)
        if (manifest.task(id) != nullptr) tasks.push_back(id.substr(id.find('_') + 1));
    if (tasks.empty()) return {};
    return fmt::format("Programs that lack the idea of {} {} can have full marks, too.",
                       tasks.size() == 1 ? "task" : "one of the tasks", fmt::join(tasks, ", "));
}

} // namespace

TaskRecord read_task_record(const fs::path& root) {
    return record_in<TaskRecord>(record_file(root), kind_of_tasks);
}

void write_task_record(const fs::path& root, const TaskRecord& record) {
    write_record_file(record_file(root), kind_of_tasks, record);
    write_atomically(root / "docs" / "results" / "tasks.md", task_page(record));
}

std::string task_table(const std::vector<AfterTask>& after) {
    std::string table = "| tasks done | score | first message of the grade |\n|---:|---:|---|\n";
    for (std::size_t done = 0; done < after.size(); ++done)
        table += fmt::format("| {} | {} of {} | {} |\n", done, format_points(after[done].score),
                             format_points(after[done].max_score), verdict_cell(after[done]));
    return table;
}

std::string table_of_lab(const Manifest& manifest, const TaskRecord& record,
                         const AvoidableTasks& avoidable) {
    std::string head = "\n| tasks done |";
    std::string rule = "|---:|";
    std::vector<const std::vector<AfterTask>*> columns;
    for (const auto& [backend, labs] : record) {
        const auto found = labs.find(manifest.id);
        if (found == labs.end() || found->second.size() != manifest.tasks.size() + 1) continue;
        head += backend == "sim" ? " without a GPU |" : fmt::format(" on {} |", backend);
        rule += "---:|";
        columns.push_back(&found->second);
    }
    if (columns.empty()) return "\nNot recorded yet.\n\n";
    std::string text = head + " first message of the grade |\n" + rule + "---|\n";
    for (std::size_t done = 0; done <= manifest.tasks.size(); ++done) {
        text += fmt::format("| {} |", done == 0 ? "none" : done == 1 ? "1" : fmt::format("1 to {}", done));
        for (const std::vector<AfterTask>* column : columns)
            text += fmt::format(" {} |", format_points((*column)[done].score));
        // With two columns, the message is from a GPU, which can also measure speed.
        text += fmt::format(" {} |\n", verdict_cell((*columns.front())[done]));
    }
    text += "\nGraded with the solution's regions filled in one after the other.";
    if (record.contains("sim") && manifest.has_step("fast")) text += " Without a GPU `fast` is modelled.";
    if (!manifest.undetectable_sentence().empty()) text += " " + manifest.undetectable_sentence();
    if (const std::string others = sentence_on_avoidable(manifest, avoidable); !others.empty())
        text += "\n" + others;
    return text + "\n\n";
}

std::string task_page(const TaskRecord& record) {
    std::string page =
        "# Score after each task\n\n"
        "Written by `grader check-course --tasks LAB --record`, which grades each lab's skeleton with the "
        "solution's\nregions filled in, one more each time. On the simulator `fast` is modelled.\n";
    for (const auto& [backend, labs] : record) {
        page += fmt::format("\n## On {}\n", backend == "sim" ? "the simulator" : backend);
        for (const auto& [id, after] : labs) page += fmt::format("\n### {}\n\n{}", id, task_table(after));
    }
    return page;
}

} // namespace grader::tasks
