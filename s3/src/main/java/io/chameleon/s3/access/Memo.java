package io.chameleon.s3.access;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Remembers what texts parse to: settings are read with every request, and change rarely. */
public final class Memo<T> {
    private static final int MOST = 1000;

    private final Function<String, T> parser;
    private final Map<String, T> known = new ConcurrentHashMap<>();

    public Memo(Function<String, T> parser) {
        this.parser = parser;
    }

    /** Throws what the parser throws. */
    public T of(String text) {
        T found = known.get(text);
        if (found == null) {
            found = parser.apply(text);
            if (known.size() >= MOST) {
                known.clear();
            }
            known.put(text, found);
        }
        return found;
    }
}
