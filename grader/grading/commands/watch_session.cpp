#include "grading/commands/watch_session.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/json_text.h"
#include "base/text.h"
#include "grading/command_line/command_text.h"
#include "grading/commands/lab_status.h"
#include "grading/grade/grade_json.h"
#include "grading/history/changes.h"
#include "grading/report/grade/brief.h"
#include "grading/report/grade/json.h"
#include "grading/terminal/pager.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr int ctrl_c = 3;
constexpr int ctrl_z = 26;
constexpr int end_of_input = 4; // Ctrl-D
constexpr auto child_poll_interval = std::chrono::milliseconds(50);

std::vector<fs::path> folders_of(const Course& course) {
    std::vector<fs::path> folders;
    for (const Lab& lab : course.labs()) folders.push_back(lab.directory);
    return folders;
}

std::string printable_lines(const std::string& text) {
    std::string shown;
    for (const std::string_view line : split_lines(text)) shown += printable(line) + '\n';
    return shown;
}

/// Returns the first lines after a grade: did the change help?
std::string changes_text(const std::optional<LabGrade>& before, const LabGrade& after, const Style& style) {
    const std::string front = after.id + ": ";
    std::vector<std::string> lines = {"the first grade of this lab"};
    if (before) {
        const Changes changes = changes_between(*before, after);
        lines = in_words(changes, style.width - 2 - columns(front));
        if (changes.none()) lines = {"no measured change"};
    }
    std::string text = "\n  ";
    for (std::size_t i = 0; i < lines.size(); ++i)
        text += (i == 0 ? paint(style, Ink::strong, front) : std::string(2 + columns(front), ' ')) +
                lines[i] + '\n';
    return text;
}

} // namespace

WatchSession::WatchSession(Context& context, bool all_labs, unsigned jobs)
    : context_(context), folders_(folders_of(context.course())), all_labs_(all_labs), jobs_(jobs) {}

int WatchSession::run() {
    terminal_.print_above(terminal_.has_keys() ? "" : "Watching; each save is graded. Ctrl-C ends it.\n");
    switch_to_lab(all_labs_ ? select_first_lab(context_.course(), context_.progress()) : context_.lab());
    while (!quit_) wait();
    stop_child();
    return stop_signal_;
}

void WatchSession::wait() {
    enum { at_signals, at_folders, at_child, at_keys };
    pollfd ready[] = {{signals_.descriptor(), POLLIN, 0},
                      {folders_.descriptor(), POLLIN, 0},
                      {child_ == nullptr ? -1 : child_->descriptor(), POLLIN, 0},
                      {terminal_.has_keys() ? STDIN_FILENO : -1, POLLIN, 0}};
    if (::poll(ready, std::size(ready), poll_timeout_ms()) < 0 && errno != EINTR)
        throw EnvironmentError("poll failed");
    if (ready[at_signals].revents != 0) handle_signals();
    if (!quit_ && ready[at_folders].revents != 0) handle_saves();
    if (!quit_ && child_ != nullptr) poll_child();
    if (!quit_ && ready[at_keys].revents != 0) handle_key();
    if (const auto due = save_debouncer_.due(); !quit_ && due && Clock::now() >= *due) grade_saved();
}

/// Returns the timeout in milliseconds; -1, without limit, if only an event can wake the session.
int WatchSession::poll_timeout_ms() const {
    std::optional<Clock::duration> wait;
    if (child_ != nullptr) wait = child_poll_interval;
    if (const auto due = save_debouncer_.due()) {
        const Clock::duration left = std::max(*due - Clock::now(), Clock::duration::zero());
        wait = wait ? std::min(*wait, left) : left;
    }
    // Rounded up; otherwise the loop would busy-wait for the last millisecond.
    return wait ? static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(*wait).count()) : -1;
}

void WatchSession::handle_signals() {
    while (const auto signal = signals_.next()) {
        switch (*signal) {
            case SIGINT: quit_ = true; break;
            case SIGTSTP: suspend(); break;
            case SIGCONT: // the shell may have changed the terminal while this process was stopped
                terminal_.leave();
                terminal_.enter();
                break;
            case SIGWINCH: terminal_.redraw(); break;
            default: quit_ = true; stop_signal_ = *signal;
        }
    }
}

void WatchSession::suspend() {
    terminal_.leave();
    {
        const ScopedSignalAction usual(SIGTSTP, SIG_DFL);
        ::kill(0, SIGTSTP); // to the process group, with the `make` that may have started this process
    }
    terminal_.enter();
}

void WatchSession::handle_saves() {
    for (const FileEvent& event : folders_.events()) {
        const std::string lab = event.root.filename().string();
        if (!follows(lab) || !is_source_name(fs::path(event.file).filename().string())) continue;
        save_debouncer_.add(lab, event.file, event.change, Clock::now());
        // The running grader works on a file that no longer exists.
        if (lab == lab_->id) stop_child();
    }
}

void WatchSession::grade_saved() {
    const std::vector<std::string> saved = save_debouncer_.take();
    const bool current = std::find(saved.begin(), saved.end(), lab_->id) != saved.end();
    const Lab& lab = current ? *lab_ : context_.course().lab(saved.back());
    if (fs::exists(lab.student())) return grade(lab);
    terminal_.print_above(fmt::format("\n  {} was removed; it is graded once it exists again.\n",
                                      lab.student().lexically_relative(context_.course().root()).string()));
    show_keys();
}

void WatchSession::handle_key() {
    const int key = terminal_.key();
    if (key == -1) stop_signal_ = SIGHUP;
    if (key == -1 || key == 'q' || key == ctrl_c || key == end_of_input) quit_ = true;
    if (key == ctrl_z) suspend();
    if (quit_ || child_ != nullptr) return; // only one child at a time
    const std::string number = lab_->id.substr(0, 2);
    switch (key) {
        case 'g':
        case ' ': grade(*lab_); break;
        case 'h': start(ChildTask::hint, *lab_, {"hint", number}); break;
        case 'e': start(ChildTask::explain, *lab_, {"explain", number}); break;
        case 'r': show_pages(full_report_); break;
        case 'n': go_to_next_lab(); break;
        default: break;
    }
}

/// Makes @p lab the current one. A lab that is not begun needs no grade.
void WatchSession::switch_to_lab(const Lab& lab) {
    lab_ = &lab;
    followed_.insert(lab.id);
    full_report_.clear();
    terminal_.print_above(fmt::format("\n  {}  {}\n  labs/{}/README.md says what to do; {}.\n",
                                      paint(context_.style(), Ink::strong, lab.id), lab.manifest.title,
                                      lab.id, lab_status(lab, context_.progress().of(lab.id))));
    if (is_started(lab))
        grade(lab);
    else
        show_keys();
}

void WatchSession::go_to_next_lab() {
    const std::vector<Lab>& labs = context_.course().labs();
    const auto here =
        std::find_if(labs.begin(), labs.end(), [&](const Lab& lab) { return lab.id == lab_->id; });
    if (here != labs.end() && std::next(here) != labs.end()) return switch_to_lab(*std::next(here));
    terminal_.print_above("\n  That is the last lab.\n");
}

void WatchSession::advance_after_pass() {
    if (const Lab* next = next_unpassed_lab(context_.course(), context_.progress(), *lab_); next != nullptr) {
        terminal_.print_above(
            fmt::format("\n  {} is passed: next lab. A save of {} is still graded.\n", lab_->id, lab_->id));
        return switch_to_lab(*next);
    }
    terminal_.print_above("\n  Every lab is passed.\n");
    show_keys();
}

void WatchSession::grade(const Lab& lab) {
    lab_ = &lab;
    const LabRecord record = context_.progress().record_of(lab.id);
    previous_grade_.reset();
    if (record.last() != nullptr) previous_grade_ = record.last()->grade;
    start(ChildTask::grade, lab,
          {lab.id, "--report", "console", "--report", "json:" + report_file().string(), "--jobs",
           std::to_string(jobs_)});
}

void WatchSession::start(ChildTask work, const Lab& lab, std::vector<std::string> arguments) {
    stop_child();
    const std::vector<std::string> more = forwarded_options(context_.options());
    arguments.insert(arguments.end(), more.begin(), more.end());
    const fs::path temporary = scratch_.path() / "temporary";
    fs::create_directories(temporary);
    child_task_ = work;
    child_ = std::make_unique<GraderChild>(context_.places().programs / "grader", arguments, context_.style(),
                                           temporary);
    terminal_.show(fmt::format("  {} ...   q leave", lab.id));
}

void WatchSession::stop_child() {
    child_.reset();
    terminal_.show("");
    std::error_code ignored;
    fs::remove_all(scratch_.path() / "temporary", ignored);
    fs::remove(report_file(), ignored);
}

void WatchSession::poll_child() {
    if (const std::string latest_status = child_->latest_status(); !latest_status.empty())
        terminal_.show(fmt::format("  {} ...   q leave", printable(latest_status)));
    if (child_->has_ended()) handle_child_exit();
}

void WatchSession::handle_child_exit() {
    const std::string output = child_->output();
    const bool good = child_->end().exit_code == 0;
    const ChildTask work = child_task_;
    if (work == ChildTask::grade) return show_grade();
    stop_child();
    if (work == ChildTask::explain && good) return show_pages(output);
    terminal_.print_above('\n' + printable_lines(output));
    show_keys();
}

void WatchSession::show_grade() {
    full_report_ = child_->output();
    const std::string report = read_text(report_file());
    stop_child();
    LabGrade grade;
    try {
        grade = grade_from_json(parse_json(report).at("labs").at(0));
    } catch (const nlohmann::json::exception&) {
        // No report: an infrastructure error, which the grader has already printed.
        terminal_.print_above('\n' + printable_lines(full_report_));
        return show_keys();
    }
    const bool newly_passed =
        grade.verdict == Verdict::pass && (!previous_grade_ || previous_grade_->verdict != Verdict::pass);
    terminal_.print_above(changes_text(previous_grade_, grade, context_.style()) + '\n' +
                          render_brief(grade, context_.style()));
    if (newly_passed) return advance_after_pass();
    show_keys();
}

void WatchSession::show_pages(const std::string& text) {
    if (text.empty()) {
        terminal_.print_above("\n  No report yet: press g to grade.\n");
        return show_keys();
    }
    stop_signal_ = show_in_pager(text, terminal_, signals_);
    quit_ = stop_signal_ != 0;
    show_keys();
}

void WatchSession::show_keys() {
    terminal_.show(
        fmt::format("  {}   h hint   e explain   r report   g grade   n next lab   q leave", lab_->id));
}

} // namespace grader
