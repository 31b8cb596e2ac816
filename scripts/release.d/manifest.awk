# A lab.toml as students have it: without rungs, mistakes, alternatives, peers and the comments, which speak of the solution. Only
# lines outside of """texts""" are looked at.

!in_text && /^\[\[?[A-Za-z0-9_.-]+\]\]?[ \t]*(#.*)?$/ {
    name = $0
    gsub(/[][ \t]|#.*/, "", name)
    hidden = name ~ /^(rung|wrong|alternative|peer)$/
    # A table that nothing is left of is not written at all.
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
