package io.chameleon.server.admin;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * How a process answers its orchestrator. Started: it has opened what it needs. Live: it answers at all. Ready: every
 * check holds, so it may get work. Safe from any thread.
 */
public final class Health {
    private final Map<String, BooleanSupplier> checks = new ConcurrentHashMap<>();
    private final Map<String, BooleanSupplier> notes = new ConcurrentHashMap<>();
    private volatile boolean started;
    private volatile Map<String, Object> progress = Map.of();

    /** The progress of the start: {@code done} of {@code total} in units of the phase's own. */
    public void progress(String phase, long done, long total) {
        Map<String, Object> latest = new LinkedHashMap<>();
        latest.put("phase", phase);
        latest.put("done", done);
        latest.put("total", total);
        progress = latest;
    }

    /** {@code started}, and until then phase, done and total of the current phase, if known. */
    public Map<String, Object> startup() {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("started", started);
        if (!started) {
            result.putAll(progress);
        }
        return result;
    }

    /** Adds a condition of readiness, named for what is true when all is well, such as {@code registered}. */
    public Health require(String name, BooleanSupplier check) {
        checks.put(name, check);
        return this;
    }

    /** Adds a check that operators see beside readiness, but that does not decide it: true when all is well. */
    public Health note(String name, BooleanSupplier check) {
        notes.put(name, check);
        return this;
    }

    public void started() {
        started = true;
    }

    public boolean isStarted() {
        return started;
    }

    /** Every check by name, in the order of the names, as it holds now; notes come last. */
    public Map<String, Boolean> readiness() {
        Map<String, Boolean> result = new LinkedHashMap<>();
        result.put("started", started);
        ask(checks, result);
        ask(notes, result);
        return result;
    }

    private void ask(Map<String, BooleanSupplier> asked, Map<String, Boolean> result) {
        asked.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(check ->
                        result.put(check.getKey(), started && check.getValue().getAsBoolean()));
    }

    public boolean isReady() {
        return started && checks.values().stream().allMatch(BooleanSupplier::getAsBoolean);
    }
}
