package io.chameleon.lab.simulation.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.mapping.table.MappingTable;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.upload.UploadTable;
import io.chameleon.core.version.VersionTable;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A call that passed a fault of the database by would be one that no failover ever strikes. */
class ForwardingTablesTest {
    private final List<String> called = new ArrayList<>();
    private int transactions;
    private boolean inTransaction;

    private final Tables tables =
            new ForwardingTables(
                    recording(MappingTable.class),
                    recording(RemapTable.class),
                    recording(GarbageTable.class),
                    recording(RepairTable.class),
                    () -> recording(BucketTable.class),
                    () -> recording(UploadTable.class),
                    () -> recording(VersionTable.class)) {
                @Override
                protected <T> T transaction(Supplier<T> body) {
                    transactions++;
                    inTransaction = true;
                    try {
                        return body.get();
                    } finally {
                        inTransaction = false;
                    }
                }
            };

    private <T> T recording(Class<T> table) {
        return table.cast(
                Proxy.newProxyInstance(table.getClassLoader(), new Class<?>[] {table}, (self, method, args) -> {
                    assertThat(inTransaction).as(method.getName()).isTrue();
                    called.add(method.getName());
                    return nothing(method.getReturnType());
                }));
    }

    /** 0, false or null. */
    private static @Nullable Object nothing(Class<?> type) {
        return type.isPrimitive() && type != void.class ? Array.get(Array.newInstance(type, 1), 0) : null;
    }

    static Stream<Named<Method>> methods() {
        return Stream.of(
                        MappingTable.class,
                        RemapTable.class,
                        GarbageTable.class,
                        RepairTable.class,
                        BucketTable.class,
                        UploadTable.class,
                        VersionTable.class)
                .flatMap(table -> Arrays.stream(table.getMethods()))
                .filter(method -> Modifier.isAbstract(method.getModifiers()) || isForwarded(method))
                .map(method -> Named.of(method.getDeclaringClass().getSimpleName() + "." + method.getName(), method));
    }

    /** Others that the interfaces implement lead to those that are abstract. */
    private static boolean isForwarded(Method method) {
        return Arrays.stream(ForwardingTables.class.getDeclaredMethods())
                .anyMatch(own -> own.getName().equals(method.getName())
                        && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()));
    }

    @ParameterizedTest
    @MethodSource("methods")
    void call_isOneTransaction_andReachesTheTableOnce(Method method) throws IllegalAccessException {
        Object[] arguments = Arrays.stream(method.getParameterTypes())
                .map(ForwardingTablesTest::nothing)
                .toArray();
        try {
            Object unused = method.invoke(of(method.getDeclaringClass()), arguments);
        } catch (InvocationTargetException e) {
            throw new AssertionError(method.getName(), Objects.requireNonNull(e.getCause()));
        }
        assertThat(called).containsExactly(method.getName());
        assertThat(transactions).isOne();
    }

    private Object of(Class<?> table) {
        if (table.isAssignableFrom(BucketTable.class)) {
            return tables.buckets();
        }
        if (table.isAssignableFrom(UploadTable.class)) {
            return tables.uploads();
        }
        return table.isAssignableFrom(VersionTable.class) ? tables.versions() : tables;
    }
}
