package io.chameleon.lab.bench;

import io.chameleon.client.error.Errors;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/** Times of operations during a run. Each worker writes to a {@link Sheet} of its own; one thread collects. */
final class Recorder {
    private static final int DIGITS = 3;

    /** Operations that succeeded, by kind, with their times in microseconds. */
    private final Map<Operation, Histogram> totals = new EnumMap<>(Operation.class);

    private final List<Result.Second> seconds = new ArrayList<>();
    private final List<Sheet> sheets = new ArrayList<>();
    private final LongAdder errors = new LongAdder();
    private final Map<String, String> errorExamples = new ConcurrentHashMap<>();
    private final LongAdder readBytes = new LongAdder();
    private final LongAdder writtenBytes = new LongAdder();

    /** Belongs to one worker. */
    final class Sheet {
        private final Map<Operation, SingleWriterRecorder> times = new EnumMap<>(Operation.class);

        private Sheet() {
            for (Operation operation : Operation.values()) {
                times.put(operation, new SingleWriterRecorder(DIGITS));
            }
        }

        void succeeded(Operation operation, long nanos) {
            SingleWriterRecorder recorder = times.get(operation);
            if (recorder != null) {
                recorder.recordValue(Math.max(0, nanos / 1000));
            }
        }
    }

    synchronized Sheet sheet() {
        Sheet sheet = new Sheet();
        sheets.add(sheet);
        return sheet;
    }

    void moved(long read, long written) {
        readBytes.add(read);
        writtenBytes.add(written);
    }

    void failed(Throwable failure) {
        errors.increment();
        Throwable cause = Errors.unwrap(failure);
        errorExamples.putIfAbsent(Errors.code(cause).name(), String.valueOf(cause.getMessage()));
    }

    /** Takes everything since the last call as one point of the time series. */
    synchronized void gather(double atSeconds, double lengthSeconds) {
        Histogram all = new Histogram(DIGITS);
        for (Sheet sheet : sheets) {
            sheet.times.forEach((operation, recorder) -> {
                Histogram since = recorder.getIntervalHistogram();
                if (since.getTotalCount() > 0) {
                    all.add(since);
                    totals.computeIfAbsent(operation, any -> new Histogram(DIGITS))
                            .add(since);
                }
            });
        }
        if (lengthSeconds > 0) {
            seconds.add(new Result.Second(
                    atSeconds,
                    all.getTotalCount() / lengthSeconds,
                    all.getValueAtPercentile(50) / 1000.0,
                    all.getValueAtPercentile(99) / 1000.0));
        }
    }

    synchronized Map<Operation, Histogram> totals() {
        return new EnumMap<>(totals);
    }

    synchronized List<Result.Second> seconds() {
        return List.copyOf(seconds);
    }

    long errors() {
        return errors.sum();
    }

    /** One message for each error code. */
    Map<String, String> errorExamples() {
        return Map.copyOf(errorExamples);
    }

    long readBytes() {
        return readBytes.sum();
    }

    long writtenBytes() {
        return writtenBytes.sum();
    }
}
