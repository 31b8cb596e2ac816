# Reduces a lab.toml to the students' version: without rungs, mistakes, alternatives, peers and the comments, which
# describe the solution. Reads only lines outside of """texts""".

!in_text && /^\[\[?[A-Za-z0-9_.-]+\]\]?[ \t]*(#.*)?$/ {
    name = $0
    gsub(/[][ \t]|#.*/, "", name)
    hidden = name ~ /^(rung|wrong|alternative|peer)$/
    # A table that is empty afterwards is dropped.
    pending = $0
    next
}
!in_text && (/^[ \t]*#/ || /^[ \t]*$/) { next }
!in_text && name == "sweep" && /^rung[ \t]*=/ { next }
!in_text && name == "speed" && /^known[ \t]*=/ { next }
!hidden {
    if (pending != "") print "\n" pending
    pending = ""
    print
}
{ in_text = (in_text + gsub(/"""/, "")) % 2 }
