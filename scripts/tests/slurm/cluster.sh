# shellcheck shell=bash
# Runs a Slurm cluster on this machine only, for the duration of a test. To be sourced. All its files are in the given
# directory, it listens on the loopback interface only, and the caller may be root or not.
#
#   trap cluster_down EXIT
#   cluster_up "$directory"              then sbatch, squeue, scancel and scontrol work on the cluster
#   cluster_up "$directory" MinJobAge=5  with an additional setting in slurm.conf
#
#   node  partition  processors  GPUs                  the partition `urgent` has both nodes, and its jobs preempt
#   cpu   cpu        8           none                  those of the other partitions, which are requeued
#   gpu   gpu        8           2, only by name
#
#   controller_stop [SIGNAL], controller_start [-c], controller_restart [-c]     -c: it forgets all jobs
#   kill_slurmd NODE [steps]             without a warning; `steps`: with its jobs' slurmstepd and their processes
#   start_slurmd NODE
#   wait_until SECONDS CONDITION...      fails if the condition is still false after SECONDS
#   cluster_processes                    the ids of all processes of the cluster and of its jobs
#
# cluster_up exports TEST_CLUSTER, so these functions also work in a shell that is started later, once it has sourced
# this file. The cluster ends with the shell that called cluster_up, however that shell ends.

cluster_source=$(realpath "${BASH_SOURCE[0]}")
readonly cluster_nodes=(cpu gpu)
# An ordinary user's PATH does not include the daemons.
PATH=$PATH:/usr/sbin:/sbin

# cluster_lacks: prints the programs that a cluster needs and that are not installed.
cluster_lacks() {
    local program
    for program in slurmctld slurmd munged sbatch squeue scancel scontrol sinfo; do
        [[ -x $(command -v "$program") ]] || echo "$program"
    done
}

wait_until() {
    local end=$((${EPOCHREALTIME/[.,]/} + $1 * 1000000))
    shift
    until "$@"; do
        [[ ${EPOCHREALTIME/[.,]/} -lt $end ]] || return 1
        sleep 0.05
    done
}

# settings PORT NAME=VALUE...: prints slurm.conf. The three daemons use PORT and the next two ports.
settings() {
    local port=$1 host=${HOSTNAME%%.*} user setting
    local -A given=()
    user=$(id -un)
    shift
    for setting in "$@"; do given[${setting%%=*}]=$setting; done
    while IFS= read -r setting; do
        [[ -n ${given[${setting%%=*}]:-} ]] || echo "$setting"
    done <<END
ClusterName=kernelsmith
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$TEST_CLUSTER/munge/socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$TEST_CLUSTER/state
SlurmdSpoolDir=$TEST_CLUSTER/spool/%n
SlurmctldPidFile=$TEST_CLUSTER/slurmctld.pid
SlurmdPidFile=$TEST_CLUSTER/%n.pid
SlurmctldLogFile=$TEST_CLUSTER/log/slurmctld
SlurmdLogFile=$TEST_CLUSTER/log/%n
MailProg=/bin/true
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
GresTypes=gpu
SlurmdParameters=config_overrides
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
JobRequeue=1
ReturnToService=2
SlurmctldTimeout=5
SlurmdTimeout=10
MessageTimeout=5
KillWait=2
MinJobAge=300
InactiveLimit=0
END
    for setting in "${given[@]}"; do echo "$setting"; done
    echo "NodeName=cpu NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=8 RealMemory=1000"
    echo "NodeName=gpu NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=8 RealMemory=1000 Gres=gpu:2"
    echo "PartitionName=cpu Nodes=cpu Default=YES MaxTime=60 PriorityTier=1"
    echo "PartitionName=gpu Nodes=gpu MaxTime=60 PriorityTier=1"
    echo "PartitionName=urgent Nodes=cpu,gpu MaxTime=60 PriorityTier=10"
}

is_free() { ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
answers() { ! is_free "$1"; }
port_of() { sed -n "s/^${1}=\([0-9]*\)\$/\1/p; s/^NodeName=$1 .* Port=\([0-9]*\) .*/\1/p" "$SLURM_CONF"; }

# start_daemon NAME COMMAND...: starts it in a separate session, so that no key at a terminal ends it, and in a
# directory where the core file of a crash disturbs nothing.
start_daemon() {
    rm -f "$TEST_CLUSTER/$1.process"
    # shellcheck disable=SC2016
    TEST_DAEMON=$1 setsid bash -c 'cd "$TEST_CLUSTER" && echo $$ >"$1" && shift && exec "$@"' bash "$1.process" "${@:2}" \
        </dev/null >>"$TEST_CLUSTER/log/$1.output" 2>&1 &
    disown $! # or the shell would report its end
    wait_until 10 test -s "$TEST_CLUSTER/$1.process"
}

# daemon NAME: prints its process id; fails if it does not run. The id alone is not enough: another process may have
# reused it.
daemon() {
    local id
    id=$(cat "$TEST_CLUSTER/$1.process" 2>/dev/null) || return 1
    grep -qzxF "TEST_DAEMON=$1" "/proc/$id/environ" 2>/dev/null &&
        grep -qzxF "TEST_CLUSTER=$TEST_CLUSTER" "/proc/$id/environ" 2>/dev/null && echo "$id"
}
runs() { daemon "$1" >/dev/null; }
has_ended() { ! runs "$1"; }

# stop_daemon NAME SIGNAL
stop_daemon() {
    local id
    id=$(daemon "$1") || return 0
    kill -s "$2" "$id"
    wait_until 10 has_ended "$1" || kill -s KILL "$id"
    wait_until 10 has_ended "$1"
}

start_controller_daemon() { start_daemon slurmctld slurmctld -D "$@"; }
start_node_daemon() { start_daemon "$1" slurmd -D -N "$1"; }

controller_answers() { scontrol ping 2>/dev/null | grep -q ' is UP$'; }
# shellcheck disable=SC2120 # tests pass KILL
controller_stop() { stop_daemon slurmctld "${1:-TERM}"; }
controller_start() {
    start_controller_daemon "$@"
    wait_until 20 controller_answers
}
controller_restart() { controller_stop TERM && controller_start "$@"; }

# node_state NODE: prints the state in sinfo's word; a star marks a node that does not respond.
node_state() { sinfo -h -N -p urgent -n "$1" -o %T 2>/dev/null; }
node_answers() { answers "$(port_of "$1")" && [[ $(node_state "$1") =~ ^(idle|mixed|allocated|completing)$ ]]; }

kill_slurmd() {
    if [[ ${2:-} == steps ]]; then
        kill_processes_of "$1"
    else
        stop_daemon "$1" KILL
    fi
}
start_slurmd() {
    start_node_daemon "$1"
    wait_until 20 node_answers "$1"
}

# cluster_processes [NODE]: prints the processes of the whole cluster, or of a node. Slurm's daemons hold a log open,
# and overwrite their environment with their title; a job's processes are in the session of its slurmstepd or below it,
# or have the job's environment. Slurm's come first: a slurmstepd that outlives its job would report the job's end to
# the controller.
cluster_processes() {
    local holders marked
    holders=$(find /proc/[0-9]*/fd -lname "$TEST_CLUSTER/log/${1:-}*" 2>/dev/null | cut -d / -f 3 | sort -u)
    marked=$(grep -lzxF "SLURM_CONF=$SLURM_CONF" /proc/[0-9]*/environ 2>/dev/null |
        xargs -r grep -lz "^SLURM_JOB_ID=" 2>/dev/null |
        xargs -r grep -lzxE "SLURMD_NODENAME=${1:-.*}" 2>/dev/null | cut -d / -f 3)
    cat /proc/[0-9]*/stat 2>/dev/null |
        awk -v holders="$holders" -v marked="$marked" '
            BEGIN {
                split(holders, list, "\n"); for (i in list) holds[list[i]] = 1
                split(marked, list, "\n"); for (i in list) ours[list[i]] = 1
            }
            # The name, in parentheses, may contain blanks: later fields are counted from the end of the line.
            NF >= 52 {
                id = $1; state = $(NF - 49); parent[id] = $(NF - 48); session[id] = $(NF - 46)
                if (state == "Z") next
                alive[id] = 1
                if (holds[id] && $2 ~ /^\((slurm|munged)/) { ours[id] = slurm[id] = 1; of_session[session[id]] = 1 }
            }
            END {
                do {
                    found = 0
                    for (id in alive)
                        if (!ours[id] && (ours[parent[id]] || of_session[session[id]])) { ours[id] = 1; found = 1 }
                } while (found)
                for (id in slurm) print id
                for (id in alive) if (ours[id] && !(id in slurm)) print id
            }'
}

# kill_processes_of [NODE]: repeats until none is left, because a process may have started another before it was killed.
kill_processes_of() {
    local round ids
    for round in {1..50}; do
        mapfile -t ids < <(cluster_processes "$@")
        [[ ${#ids[@]} -gt 0 ]] || return 0
        kill -s KILL "${ids[@]}" 2>/dev/null
        [[ $round -eq 1 ]] || sleep 0.05
    done
    echo "cluster: these processes cannot be killed: ${ids[*]}" >&2
    return 1
}

# Ends the cluster when the shell that called cluster_up has ended, even if it was killed: no test leaves daemons
# running.
start_guard() {
    local -r guard=". '$cluster_source' && tail --pid=$$ -f /dev/null && cluster_down"
    # Not a child, so that killing a test with all its children does not kill the guard.
    (start_daemon guard bash -c "$guard")
}

make_files() {
    local user_only
    mkdir -p "$TEST_CLUSTER"/{log,state,spool/cpu,spool/gpu,munge} || return
    chmod 700 "$TEST_CLUSTER"/{state,munge}
    user_only=$(umask)
    umask 077
    head -c 128 /dev/urandom >"$TEST_CLUSTER/munge/key"
    umask "$user_only"
    # Slurm accepts only device files, and numbers them from 0. No job opens these: they represent GPUs.
    printf 'NodeName=gpu Name=gpu File=/dev/%s\n' null zero >"$TEST_CLUSTER/gres.conf"
}

all_nodes_answer() {
    local node
    for node in "${cluster_nodes[@]}"; do node_answers "$node" || return; done
}
controller_listens_or_ended() { answers "$1" || has_ended slurmctld; }
started_or_ended() {
    local name
    for name in slurmctld "${cluster_nodes[@]}"; do runs "$name" || return 0; done
    all_nodes_answer
}

# start_all SETTING...: starts the daemons on ports that are free now.
start_all() {
    local port node
    port=$((20000 + (RANDOM % 4000) * 3))
    until is_free $port && is_free $((port + 1)) && is_free $((port + 2)); do
        port=$((20000 + (RANDOM % 4000) * 3))
    done
    settings "$port" "$@" >"$SLURM_CONF"
    start_daemon munged munged --foreground --force --socket="$TEST_CLUSTER/munge/socket" \
        --key-file="$TEST_CLUSTER/munge/key" --seed-file="$TEST_CLUSTER/munge/seed" \
        --pid-file="$TEST_CLUSTER/munge/pid" --log-file="$TEST_CLUSTER/log/munged"
    wait_until 5 test -S "$TEST_CLUSTER/munge/socket" || return
    start_controller_daemon
    wait_until 10 controller_listens_or_ended "$port" && runs slurmctld || return
    for node in "${cluster_nodes[@]}"; do start_node_daemon "$node"; done
    wait_until 20 started_or_ended && all_nodes_answer
}

cluster_up() {
    local attempt lacking name
    lacking=$(cluster_lacks)
    [[ -z $lacking ]] || {
        echo "cluster: not installed: ${lacking//$'\n'/ }. Type: scripts/setup slurm" >&2
        return 1
    }
    # A longer path leaves too few characters for the sockets' names; Slurm's files cannot express other characters.
    [[ $1 =~ ^/[A-Za-z0-9_./-]{1,64}$ ]] || {
        echo "cluster: an absolute path of at most 65 letters, digits and _./- is needed, not $1" >&2
        return 1
    }
    # Unsets the variables that another cluster sets for its jobs, in case this shell is one of them.
    unset "${!SLURM@}" "${!SBATCH@}" "${!SQUEUE@}" "${!SINFO@}" "${!SCANCEL@}"
    export TEST_CLUSTER=$1 SLURM_CONF=$1/slurm.conf
    make_files || return
    start_guard
    # Another process may have taken a port between the check and the start.
    for attempt in 1 2 3; do
        ! start_all "${@:2}" || return 0
        tail -n 20 "$TEST_CLUSTER"/log/* >"$TEST_CLUSTER/attempt.$attempt" 2>&1
        kill_processes_of
        rm -f "$TEST_CLUSTER"/munge/socket*
    done
    echo "cluster: it did not start. The end of its logs:" >&2
    cat "$TEST_CLUSTER/attempt.$attempt" >&2
    cluster_down
    return 1
}

cluster_down() {
    [[ -n ${TEST_CLUSTER:-} ]] || return 0
    local guard
    kill_processes_of
    guard=$(daemon guard) && [[ $guard != "$$" ]] && kill -s KILL -- "-$guard"
    unset TEST_CLUSTER SLURM_CONF
}
