package io.chameleon.metadata.batch;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.transport.protocol.MessageType;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of the mapping service, by the operator's question.
 *
 * <ul>
 *   <li>{@code chameleon_metadata_request_seconds{type, outcome}}: which requests are slow, which fail and how? Lookups
 *       are {@code type="LOOKUP"}.
 *   <li>{@code chameleon_metadata_commits_total{status}}: how many writes land, are repeats, lose their condition?
 *   <li>{@code chameleon_metadata_commit_batch_size}: do commits share transactions?
 *   <li>{@code chameleon_metadata_lookup_batch_size}: do lookups share statements?
 * </ul>
 *
 * The metrics of transactions and tables are in {@link io.chameleon.metadata.database.Database} and
 * {@link io.chameleon.metadata.gauge.TableGauges}.
 */
public final class MetadataMetrics {
    private final MeterRegistry registry;
    private final DistributionSummary batchSize;
    private final DistributionSummary lookupBatchSize;

    public MetadataMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.batchSize = DistributionSummary.builder("chameleon.metadata.commit.batch.size")
                .description("commits in a transaction")
                .register(registry);
        this.lookupBatchSize = DistributionSummary.builder("chameleon.metadata.lookup.batch.size")
                .description("look-ups in a statement")
                .register(registry);
    }

    void batch(int commits) {
        batchSize.record(commits);
    }

    void lookups(int together) {
        lookupBatchSize.record(together);
    }

    void committed(CommitResult.Status status) {
        registry.counter("chameleon.metadata.commits", "status", status.name()).increment();
    }

    public void answered(MessageType type, @Nullable Throwable failure, long nanos) {
        Timer.builder("chameleon.metadata.request")
                .description("from arrival to answer")
                .tags("type", type.name(), "outcome", outcome(failure))
                .publishPercentileHistogram()
                .register(registry)
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    private static String outcome(@Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause == null) {
            return "OK";
        }
        if (cause instanceof CancellationException) {
            return ErrorCode.CANCELLED.name();
        }
        return cause instanceof ChameleonError error ? error.code().name() : ErrorCode.INTERNAL.name();
    }
}
