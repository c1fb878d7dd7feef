package io.chameleon.lab.chaos.history;

import io.chameleon.lab.chaos.history.VersionedCall.Line;
import io.chameleon.lab.common.linearizability.Operation;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import io.chameleon.lab.common.linearizability.VersionOperation;
import io.chameleon.lab.common.linearizability.VersionOperation.Kind;
import io.chameleon.lab.common.linearizability.VersionOperation.Seen;
import io.chameleon.lab.common.linearizability.VersionsCheck;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether the calls on one key of a bucket that always keeps versions are linearizable. Such a key forgets nothing that
 * nobody knows: only who was shown a version or a marker can delete it. So what a call without an answer made is shown
 * at last if it was made at all, and the first answer that shows it says until when it happened. What is never shown
 * did not happen before the last listing, and does not count. A delete of a version without an answer may have happened
 * after the last answer that shows the version, and until one shows that it is gone.
 *
 * <p>Delete markers without an answer are anonymous. One that is listed was made by one of the calls that may have made
 * it, after the first of them began.
 */
final class WitnessedVersions {
    /** Numbers of anonymous markers: above all others. */
    private static final long ANONYMOUS = 1L << 48;

    private final List<VersionedCall> calls;
    private final Map<String, Long> numbers = new HashMap<>();
    private final Map<Long, Long> seenUntil = new HashMap<>();
    private final Map<Long, Long> goneUntil = new HashMap<>();
    private final List<Long> anonymous = new ArrayList<>();
    private @Nullable String contradiction;

    WitnessedVersions(List<VersionedCall> calls) {
        this.calls = calls;
        calls.forEach(this::name);
        calls.forEach(call -> call.listed().forEach(this::name));
        calls.stream().filter(VersionedCall::isAnswered).forEach(this::see);
        while (seeThroughReplacements()) {
            // What a replacement replaced was there before it.
        }
        calls.stream().filter(VersionedCall::isAnswered).forEach(this::miss);
    }

    /** Why they are not; empty if they are. */
    Optional<String> violation() {
        List<VersionOperation> operations = new ArrayList<>();
        for (VersionedCall call : calls) {
            VersionOperation operation = operation(call);
            if (operation != null) {
                operations.add(operation);
            }
        }
        operations.addAll(unansweredErases());
        operations.addAll(anonymousMarks());
        return contradiction != null ? Optional.of(contradiction) : VersionsCheck.violation(operations);
    }

    /** One for each version: only one delete of a version can take it out, and it may be any of them. */
    private Collection<VersionOperation> unansweredErases() {
        Map<Long, VersionOperation> byTarget = new TreeMap<>();
        for (VersionedCall call : calls) {
            long target = numberOf(call.version());
            Long end = goneUntil.get(target);
            if (call.kind() == Kind.ERASE && !call.isAnswered() && end != null && end >= call.start()) {
                long start = Math.max(call.start(), Math.min(lastShown(target), end));
                byTarget.merge(
                        target,
                        new VersionOperation(Kind.ERASE, 0, target, List.of(), Outcome.UNKNOWN, start, end),
                        (one, other) -> one.start() <= other.start() ? one : other);
            }
        }
        return byTarget.values();
    }

    /** When the last answer that shows it was asked for: until then it has not been deleted. */
    private long lastShown(long number) {
        return calls.stream()
                .filter(call -> shows(call, number))
                .mapToLong(VersionedCall::start)
                .max()
                .orElse(Long.MIN_VALUE);
    }

    private List<VersionOperation> anonymousMarks() {
        List<Long> starts = calls.stream()
                .filter(call -> call.kind() == Kind.MARK && !call.isAnswered())
                .map(VersionedCall::start)
                .toList();
        if (anonymous.size() > starts.size()) {
            contradict(
                    anonymous.size() + " delete markers that nobody was told of, made by " + starts.size() + " calls");
            return List.of();
        }
        long first = starts.stream().min(Comparator.naturalOrder()).orElse(Long.MAX_VALUE);
        return anonymous.stream()
                .map(marker -> {
                    long end = seenUntil.getOrDefault(marker, Long.MAX_VALUE);
                    return happened(Kind.MARK, marker, 0, from(marker, first, end), end);
                })
                .toList();
    }

    /** From when an unanswered call may have made it: after a listing without it that ended before it was seen. */
    private long from(long number, long start, long end) {
        long seen = calls.stream()
                .filter(call -> shows(call, number))
                .mapToLong(VersionedCall::start)
                .min()
                .orElse(Long.MIN_VALUE);
        long without = calls.stream()
                .filter(call -> call.kind() == Kind.LIST && call.end() <= seen && !shows(call, number))
                .mapToLong(VersionedCall::start)
                .max()
                .orElse(Long.MIN_VALUE);
        return Math.max(start, Math.min(without, end));
    }

    /** Whether its answer says that this was there. */
    private boolean shows(VersionedCall call, long number) {
        return switch (call.kind()) {
            case READ, READ_VERSION -> call.number() == number;
            case REPLACE -> call.outcome() == Outcome.DONE && call.replaces() == number;
            case LIST -> call.listed().stream().anyMatch(line -> numberOf(line.version()) == number);
            default -> false;
        };
    }

    private void contradict(String what) {
        if (contradiction == null) {
            contradiction = what;
        }
    }

    private void name(VersionedCall call) {
        if (call.isAnswered() && call.number() > 0 && !call.version().isEmpty()) {
            name(call.version(), call.number());
        }
    }

    private void name(Line line) {
        if (!line.isMarker()) {
            name(line.version(), line.number());
        } else if (!numbers.containsKey(line.version())) {
            long number = ANONYMOUS + anonymous.size();
            anonymous.add(number);
            numbers.put(line.version(), number);
        }
    }

    private void name(String version, long number) {
        Long other = numbers.put(version, number);
        if (other != null && other != number) {
            contradict("version " + version + " is that of operation " + other + " and of " + number);
        }
    }

    private void see(VersionedCall call) {
        switch (call.kind()) {
            case READ, READ_VERSION -> see(call.number(), call.end());
            case REPLACE -> see(call.outcome() == Outcome.DONE ? call.replaces() : 0, call.end());
            case LIST -> call.listed().forEach(line -> see(numberOf(line.version()), call.end()));
            default -> {}
        }
        if (call.outcome() == Outcome.DONE && (call.isWrite() || call.kind() == Kind.MARK)) {
            see(call.number(), call.end());
        }
    }

    private boolean see(long number, long end) {
        Long before = seenUntil.get(number);
        if (number == Operation.ABSENT || before != null && before <= end) {
            return false;
        }
        seenUntil.put(number, end);
        return true;
    }

    private boolean seeThroughReplacements() {
        boolean more = false;
        for (VersionedCall call : calls) {
            Long end = seenUntil.get(call.number());
            if (call.kind() == Kind.REPLACE && call.outcome() != Outcome.REFUSED && end != null) {
                more |= see(call.replaces(), end);
            }
        }
        return more;
    }

    /** An answer that does not show a version which was there says that it has gone. */
    private void miss(VersionedCall call) {
        if (call.kind() == Kind.ERASE || call.kind() == Kind.READ_VERSION && call.number() == Operation.ABSENT) {
            goneUntil.merge(numberOf(call.version()), call.end(), Math::min);
        } else if (call.kind() == Kind.LIST) {
            List<Long> shown =
                    call.listed().stream().map(line -> numberOf(line.version())).toList();
            seenUntil.forEach((number, end) -> {
                if (end <= call.start() && !shown.contains(number)) {
                    goneUntil.merge(number, call.end(), Math::min);
                }
            });
        }
    }

    private long numberOf(String version) {
        return numbers.getOrDefault(version, Operation.ABSENT);
    }

    /** Null if it says nothing by itself. */
    private @Nullable VersionOperation operation(VersionedCall call) {
        if (call.isAnswered()) {
            return answered(call);
        }
        if (call.isWrite()) {
            Long end = seenUntil.get(call.number());
            if (end != null && end < call.start()) {
                contradict("version " + call.number() + " was seen before it was written");
            }
            return end == null
                    ? null
                    : happened(
                            call.kind(), call.number(), call.replaces(), from(call.number(), call.start(), end), end);
        }
        return null;
    }

    private VersionOperation answered(VersionedCall call) {
        long target = switch (call.kind()) {
            case READ_VERSION, ERASE -> numberOf(call.version());
            default -> call.replaces();
        };
        if (target == Operation.ABSENT && !call.version().isEmpty() && call.kind() == Kind.READ_VERSION) {
            contradict("version " + call.version() + " is nobody's");
        }
        List<Seen> seen = call.listed().stream()
                .map(line -> new Seen(
                        numberOf(line.version()),
                        line.isMarker(),
                        line.version().equals("null")))
                .toList();
        long number = call.kind() == Kind.ERASE ? 0 : call.number();
        return new VersionOperation(call.kind(), number, target, seen, call.outcome(), call.start(), call.end());
    }

    private static VersionOperation happened(Kind kind, long number, long target, long start, long end) {
        return new VersionOperation(kind, number, target, List.of(), Outcome.DONE, start, end);
    }
}
