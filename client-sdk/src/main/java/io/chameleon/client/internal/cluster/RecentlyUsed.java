package io.chameleon.client.internal.cluster;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** A cache of the values used last. Cost: O(1), amortised. Safe from any thread. */
public final class RecentlyUsed<K, V> {
    private final long mostWeight;
    private final ToIntFunction<V> weight;
    private final Map<K, V> values = new LinkedHashMap<>(16, 0.75f, true);
    private long weightOfAll;

    /**
     * @param mostWeight of all values together; 0 keeps none
     * @param weight of one, which never changes
     */
    public RecentlyUsed(long mostWeight, ToIntFunction<V> weight) {
        this.mostWeight = mostWeight;
        this.weight = weight;
    }

    public synchronized @Nullable V get(K key) {
        return values.get(key);
    }

    public synchronized void put(K key, V value) {
        remove(key);
        values.put(key, value);
        weightOfAll += weight.applyAsInt(value);
        if (weightOfAll > mostWeight) {
            evict();
        }
    }

    private void evict() {
        Iterator<V> eldest = values.values().iterator();
        while (weightOfAll > mostWeight && eldest.hasNext()) {
            weightOfAll -= weight.applyAsInt(eldest.next());
            eldest.remove();
        }
    }

    public synchronized void remove(K key) {
        V removed = values.remove(key);
        weightOfAll -= removed == null ? 0 : weight.applyAsInt(removed);
    }
}
