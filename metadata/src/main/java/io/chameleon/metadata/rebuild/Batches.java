package io.chameleon.metadata.rebuild;

import io.chameleon.metadata.rebuild.table.RebuildTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Collects single items and passes them on in batches of a round trip's size. */
final class Batches<T> implements Consumer<T> {
    private final Consumer<List<T>> full;
    private List<T> batch = new ArrayList<>();

    Batches(Consumer<List<T>> full) {
        this.full = full;
    }

    @Override
    public void accept(T next) {
        batch.add(next);
        if (batch.size() == RebuildTable.BATCH) {
            end();
        }
    }

    /** Must be called after the last item. */
    void end() {
        if (!batch.isEmpty()) {
            full.accept(batch);
            batch = new ArrayList<>();
        }
    }
}
