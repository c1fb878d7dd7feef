package io.chameleon.metadata.routing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The items of one call, by the database that each is in. */
final class Scattered<Q> {
    private final List<Q> items;
    private final Map<DatabaseTables, List<Integer>> places = new LinkedHashMap<>();

    /** @param of where an item is */
    Scattered(List<Q> items, Function<Q, DatabaseTables> of) {
        this.items = items;
        for (int i = 0; i < items.size(); i++) {
            places.computeIfAbsent(of.apply(items.get(i)), any -> new ArrayList<>())
                    .add(i);
        }
    }

    /** Calls each database once, for all of its items, and answers in the order of the items. */
    <A> List<A> call(BiFunction<DatabaseTables, List<Q>, List<A>> call) {
        if (places.size() == 1) {
            return call.apply(places.keySet().iterator().next(), items);
        }
        Map<Integer, A> answers = new LinkedHashMap<>();
        places.forEach((database, of) -> {
            List<A> some = call.apply(database, of.stream().map(items::get).toList());
            for (int i = 0; i < of.size(); i++) {
                answers.put(of.get(i), some.get(i));
            }
        });
        List<A> inOrder = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            inOrder.add(Objects.requireNonNull(answers.get(i)));
        }
        return inOrder;
    }

    void forEach(BiConsumer<DatabaseTables, Q> action) {
        places.forEach((database, of) -> of.forEach(place -> action.accept(database, items.get(place))));
    }
}
