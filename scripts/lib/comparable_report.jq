# The comparable part of a grade's JSON, in the present names: numbers, statuses, kinds and lines, without the seconds of the steps and
# without sentences. A name that was changed keeps a line here for as long as older reports are compared.

def kinds: {
    "absent_lane": "inactive_lane", "skipped_barrier": "divergent_barrier", "budget": "instruction_limit",
    "shuffle_from_absent_lane": "shuffle_from_inactive_lane", "end_loop_or_raise_budget": "end_loop_or_raise_limit",
    "or_raise_budget": "or_raise_limit", "over_warp_budget": "over_warp_limit", "polls_for_ever": "polls_without_writer",
    "closed_the_line": "closed_channel", "wrote_to_the_line": "wrote_to_channel", "computed_by_others": "computed_outside_kernels",
    "right_behind": "right_after", "bytes_behind": "bytes_after", "last_bytes_behind": "last_bytes_past_end",
    "misconduct": "tampering", "kept_gate": "passed_gate", "as_handed_out": "skeleton_unchanged", "all_ran_to_their_end": "all_completed",
    "ran_to_its_end": "completed", "give_lock_back": "release_lock", "lanes_never_come": "lanes_never_arrive",
    "name_lanes_that_come": "name_arriving_lanes", "shifted_forth": "shifted_forward", "silent_gpu": "gpu_not_responding",
    "what_imports_allow": "allowed_imports", "unnoted_operations": "unrecorded_operations", "look_at_the_edge": "check_edges",
    "died_saying": "died_with_output", "across_the_end": "across_end", "in_front_of": "before_start",
    "host_touches_device_memory": "host_accesses_device_memory",
    "host_touches_beside_managed_memory": "host_accesses_past_managed_memory",
    "host_touches_freed_managed_memory": "host_accesses_freed_managed_memory",
    "shared_atomic_meetings_per_item": "shared_atomic_address_conflicts_per_item"
};
def present_name: kinds[.] // .;
def present_page: sub("absent_lane"; "inactive_lane") | sub("skipped_barrier"; "divergent_barrier") | sub("findings/budget"; "findings/instruction_limit");
def rename(old; new): if has(old) then .[new] = .[old] | del(.[old]) else . end;

# Sentences and labels of a lab, a program or a library are not compared: texts of messages, words of counters, cases, slides, commands.
def without_sentences:
    walk(if type == "object" then del(.text, .words, .title, .advice, .slide, .slide_title, .replay) | with_entries(.key |= present_name)
        | if has("kind") then .kind |= present_name else . end
        | if (.finding? | type) == "string" then .finding |= present_name else . end
        | if (.page? | type) == "string" then .page |= present_page else . end
        | if (.counter? | type) == "string" then .counter |= present_name else . end
        else . end);

del(.format)
| .labs[] |= (
    del(.seconds, .next, .kernels_of, .unseen_sentence, .undetectable_sentence)
    | rename("unseen"; "undetectable_tasks")
    | .steps[] |= (del(.message, .details) | .facts |= rename("seen"; "observed"))
    | if .speedup then .speedup |= rename("control"; "baseline_spread") else . end
    | if .cases then .cases |= (rename("right"; "passed") | rename("tried"; "total")) else . end
    | .gates[] |= rename("kept"; "passed"))
| without_sentences
