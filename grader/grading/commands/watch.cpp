#include <csignal>

#include "grading/commands/commands.h"
#include "grading/commands/watch_session.h"

namespace grader {

ExitStatus watch_command(Context& context) {
    int stopped_by = 0;
    {
        WatchSession session(context);
        stopped_by = session.run();
    }
    if (stopped_by != 0) {
        // Whoever sent it sees that it was obeyed.
        std::signal(stopped_by, SIG_DFL);
        std::raise(stopped_by);
    }
    return ExitStatus::passed;
}

} // namespace grader
