package io.chameleon.metadata.routing;

import io.chameleon.core.ObjectId;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Ports whose arguments and answers name objects otherwise: in all records, lists and maps that they are made of. */
final class StoredNames {
    private StoredNames() {}

    /**
     * @param stored the name that the port has for an object
     * @param whole and that which the caller has
     */
    static <T> T port(Class<T> type, T port, UnaryOperator<ObjectId> stored, UnaryOperator<ObjectId> whole) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    Object[] named = arguments == null
                            ? null
                            : Arrays.stream(arguments)
                                    .map(argument -> renamed(argument, stored))
                                    .toArray();
                    try {
                        return renamed(method.invoke(port, named), whole);
                    } catch (InvocationTargetException e) {
                        throw e.getCause() instanceof IllegalArgumentException refused
                                ? new IllegalArgumentException(
                                        String.valueOf(refused.getMessage()).replaceAll("~[0-9]{2}", ""))
                                : e.getCause();
                    }
                }));
    }

    private static @Nullable Object renamed(@Nullable Object value, UnaryOperator<ObjectId> name) {
        return switch (value) {
            case null -> null;
            case ObjectId id -> name.apply(id);
            case List<?> list -> list.stream().map(item -> renamed(item, name)).toList();
            case Optional<?> optional -> optional.map(item -> renamed(item, name));
            case Map<?, ?> map -> {
                Map<Object, Object> all = new LinkedHashMap<>();
                map.forEach((key, item) -> all.put(renamed(key, name), renamed(item, name)));
                yield all;
            }
            case Record row -> rebuilt(row, name);
            default -> value;
        };
    }

    private static Object rebuilt(Record row, UnaryOperator<ObjectId> name) {
        RecordComponent[] components = row.getClass().getRecordComponents();
        Object[] before = new Object[components.length];
        Object[] after = new Object[components.length];
        try {
            for (int i = 0; i < components.length; i++) {
                components[i].getAccessor().setAccessible(true);
                before[i] = components[i].getAccessor().invoke(row);
                after[i] = renamed(before[i], name);
            }
            if (Arrays.equals(before, after)) {
                return row;
            }
            var constructor = row.getClass()
                    .getDeclaredConstructor(Arrays.stream(components)
                            .map(RecordComponent::getType)
                            .toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            return constructor.newInstance(after);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(row.toString(), e);
        }
    }
}
