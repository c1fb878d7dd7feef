package io.chameleon.cli.verify;

import io.chameleon.core.ObjectId;
import io.chameleon.core.placement.FailureDomains.Level;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What a verification found. Filled by many threads. */
public final class VerifyReport {
    /** How bad it is. */
    public enum Severity {
        /** The object cannot be read, or does not hold what was written. */
        UNREADABLE,
        /** The object can be read, but a fragment is missing, damaged or misplaced. */
        DAMAGED,
        /** Fragments are missing and the cluster knows: repair is queued. */
        DEGRADED
    }

    /** One object that is not as it should be. */
    public record Finding(ObjectId object, Severity severity, String what) {}

    private final List<Finding> findings = new ArrayList<>();
    private final Map<Level, Long> endangered = new EnumMap<>(Level.class);
    private long objects;
    private long bytes;
    private long fragments;
    private long unreachable;

    synchronized void found(ObjectId object, Severity severity, String what) {
        findings.add(new Finding(object, severity, what));
    }

    synchronized void readBack(long objectBytes) {
        objects++;
        bytes += objectBytes;
    }

    synchronized void fragments(long checked, long onServersThatAreDown) {
        fragments += checked;
        unreachable += onServersThatAreDown;
    }

    synchronized void endangered(Level level) {
        endangered.merge(level, 1L, Long::sum);
    }

    /** Objects that the loss of one failure domain of a level would destroy. */
    public synchronized long endangeredBy(Level level) {
        return endangered.getOrDefault(level, 0L);
    }

    /** In the order of the objects' names. */
    public synchronized List<Finding> findings() {
        return findings.stream()
                .sorted((a, b) -> a.object().compareTo(b.object()))
                .toList();
    }

    public synchronized long count(Severity severity) {
        return findings.stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }

    /** Objects that were read back with a good checksum. */
    public synchronized long objects() {
        return objects;
    }

    /** Bytes of these objects. */
    public synchronized long bytes() {
        return bytes;
    }

    /** Fragments that were looked for. */
    public synchronized long fragments() {
        return fragments;
    }

    /** Fragments that could not be looked for, because their server is down. */
    public synchronized long unreachable() {
        return unreachable;
    }

    /** Whether nothing is lost or damaged. */
    public boolean isClean() {
        return count(Severity.UNREADABLE) == 0 && count(Severity.DAMAGED) == 0;
    }
}
