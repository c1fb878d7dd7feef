package io.chameleon.lab.chaos.history;

import io.chameleon.lab.chaos.history.VersionedCall.Line;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import io.chameleon.lab.common.linearizability.VersionOperation.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * A key of a bucket that keeps versions, as it should be, and clients that overlap and sometimes get no answer. A call
 * takes effect between its start and its end; one without an answer at any time after its start, or never.
 */
final class SimulatedKey {
    private static final List<Kind> KINDS = List.of(
            Kind.PUT,
            Kind.PUT,
            Kind.CREATE,
            Kind.REPLACE,
            Kind.MARK,
            Kind.ERASE,
            Kind.ERASE,
            Kind.READ,
            Kind.READ_VERSION,
            Kind.LIST,
            Kind.LIST);

    private static final Line NOTHING = new Line("", 0);

    private record Event(long time, Runnable what) {}

    private final Random random;
    private final List<VersionedCall> calls = new ArrayList<>();
    private final PriorityQueue<Event> events = new PriorityQueue<>(Comparator.comparingLong(Event::time));
    private final List<Line> stack = new ArrayList<>();
    /** Lines that some client was shown. */
    private final List<Line> shown = new ArrayList<>();

    private long numbers;
    private long known;

    SimulatedKey(Random random) {
        this.random = random;
    }

    /** @param count of them */
    List<VersionedCall> calls(int count) {
        for (int i = 0; i < count; i++) {
            long start = 2L * random.nextInt(20 * count) + 1;
            events.add(new Event(start, () -> start(KINDS.get(random.nextInt(KINDS.size())), start, true)));
        }
        run();
        // The last word, long after everything else.
        start(Kind.LIST, 1_000_000, false);
        run();
        return calls;
    }

    private void run() {
        while (!events.isEmpty()) {
            events.remove().what.run();
        }
    }

    private void start(Kind kind, long start, boolean mayBeLost) {
        Line target = shown.isEmpty() ? NOTHING : shown.get(random.nextInt(shown.size()));
        boolean needsTarget = kind == Kind.ERASE || kind == Kind.READ_VERSION;
        if (kind == Kind.REPLACE && known == 0
                || kind == Kind.READ_VERSION && target.isMarker()
                || needsTarget && shown.isEmpty()) {
            return;
        }
        long number = ++numbers;
        long replaces = kind == Kind.REPLACE ? known : 0;
        String version = needsTarget ? target.version() : "";
        boolean isChange = kind != Kind.READ && kind != Kind.READ_VERSION && kind != Kind.LIST;
        boolean isLost = mayBeLost && isChange && random.nextInt(4) == 0;
        long end = start + 2L * random.nextInt(40) + 2;
        if (isLost) {
            if (random.nextBoolean()) {
                long late = start + random.nextInt(400);
                events.add(new Event(late, () -> apply(kind, number, replaces, version)));
            }
            calls.add(new VersionedCall(
                    kind, kind == Kind.ERASE ? 0 : number, replaces, version, List.of(), Outcome.UNKNOWN, start, end));
            return;
        }
        long when = start + random.nextInt(Math.toIntExact(end - start));
        events.add(new Event(when, () -> {
            VersionedCall call = answered(kind, number, replaces, version, start, end);
            events.add(new Event(end, () -> tell(call)));
        }));
    }

    private VersionedCall answered(Kind kind, long number, long replaces, String version, long start, long end) {
        Line top = top();
        return switch (kind) {
            case READ -> {
                String read = top.isMarker() ? "" : top.version();
                yield new VersionedCall(kind, top.number(), 0, read, List.of(), Outcome.DONE, start, end);
            }
            case READ_VERSION -> {
                long read = stack.stream()
                        .filter(line -> line.version().equals(version))
                        .mapToLong(Line::number)
                        .sum();
                yield new VersionedCall(kind, read, 0, version, List.of(), Outcome.DONE, start, end);
            }
            case LIST -> new VersionedCall(kind, 0, 0, "", stack, Outcome.DONE, start, end);
            case ERASE -> {
                boolean unused = apply(kind, number, replaces, version);
                yield new VersionedCall(kind, 0, 0, version, List.of(), Outcome.DONE, start, end);
            }
            default -> {
                Outcome outcome = apply(kind, number, replaces, version) ? Outcome.DONE : Outcome.REFUSED;
                String made = outcome == Outcome.DONE ? id(kind, number) : "";
                yield new VersionedCall(kind, number, replaces, made, List.of(), outcome, start, end);
            }
        };
    }

    private Line top() {
        return stack.isEmpty() ? NOTHING : stack.getFirst();
    }

    private static String id(Kind kind, long number) {
        return (kind == Kind.MARK ? "m" : "v") + number;
    }

    /** Whether its condition holds. */
    private boolean apply(Kind kind, long number, long replaces, String version) {
        long current = top().number();
        if (kind == Kind.ERASE) {
            return stack.removeIf(line -> line.version().equals(version));
        }
        if (kind == Kind.CREATE && current != 0 || kind == Kind.REPLACE && current != replaces) {
            return false;
        }
        stack.addFirst(new Line(id(kind, number), kind == Kind.MARK ? 0 : number));
        return true;
    }

    private void tell(VersionedCall call) {
        calls.add(call);
        shown.addAll(call.listed());
        if (call.isWrite() && call.outcome() == Outcome.DONE) {
            known = call.number();
        }
    }
}
