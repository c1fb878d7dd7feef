package io.chameleon.client.internal.read;

import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.Lookup;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports fragments that are gone or damaged to the metadata service; no read waits for it. A report that arrived is
 * not repeated for ten minutes; one that failed is sent again when the fragment is met next. A fragment may also be
 * gone because the object was overwritten or moved, so the row is looked up again first: the indexes are those of its
 * live servers.
 */
final class DamageReporter {
    private static final Logger LOG = LoggerFactory.getLogger(DamageReporter.class);

    private final ClientContext context;
    private final ReportedDamage reported;

    DamageReporter(ClientContext context) {
        this.context = context;
        this.reported = new ReportedDamage(context.ticker());
    }

    /** @param failures how the requests for fragments failed, by index */
    void report(ObjectMapping row, Map<Integer, Throwable> failures) {
        List<Integer> damaged = failures.entrySet().stream()
                .filter(failure -> isDamage(failure.getValue()))
                .map(Map.Entry::getKey)
                .filter(index -> reported.isNew(row, index))
                .sorted()
                .toList();
        if (damaged.isEmpty()) {
            return;
        }
        LOG.info("object {} write {}: fragments {} are gone or damaged", row.id(), row.writeId(), damaged);
        var unused = VersionPlace.now(
                        row,
                        id -> context.metadata().lookup(id, context.timeouts().request()))
                .thenCompose(found -> report(damaged, row, found))
                .exceptionally(failure -> {
                    forget(row, damaged);
                    LOG.warn(
                            "object {}: damage not reported: {}",
                            row.id(),
                            Errors.unwrap(failure).getMessage());
                    return null;
                });
    }

    private CompletableFuture<Void> report(List<Integer> damaged, ObjectMapping seen, Lookup found) {
        ObjectMapping now = found.mapping();
        if (now != null && now.writeId().equals(seen.writeId()) && now.live().equals(seen.live())) {
            Damage damage = new Damage(now.id(), seen.writeId(), damaged);
            return context.metadata().reportDamage(damage, context.timeouts().request());
        }
        forget(seen, damaged);
        return CompletableFuture.completedFuture(null);
    }

    private void forget(ObjectMapping row, List<Integer> indexes) {
        indexes.forEach(index -> reported.forget(row, index));
    }

    private static boolean isDamage(Throwable failure) {
        ErrorCode code = Errors.code(failure);
        return code == ErrorCode.FRAGMENT_NOT_FOUND || code == ErrorCode.CORRUPT_FRAGMENT;
    }
}
