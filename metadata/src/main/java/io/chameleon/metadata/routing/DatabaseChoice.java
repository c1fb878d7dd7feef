package io.chameleon.metadata.routing;

import io.chameleon.core.Slices;
import java.util.List;
import java.util.stream.IntStream;

/** Which databases new buckets go to. May wait for databases. */
@FunctionalInterface
public interface DatabaseChoice {
    /** The number of the database for the next new bucket. */
    int next();

    /** The numbers of those for the slices of a new bucket, in the order of these. */
    default List<Integer> forSlices() {
        return IntStream.generate(this::next).limit(Slices.COUNT).boxed().toList();
    }
}
