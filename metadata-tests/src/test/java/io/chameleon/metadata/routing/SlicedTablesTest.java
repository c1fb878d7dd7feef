package io.chameleon.metadata.routing;

import io.chameleon.core.ManualClock;
import io.chameleon.core.Slices;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.mapping.table.BucketContract;
import io.chameleon.core.mapping.table.ChunkContract;
import io.chameleon.core.mapping.table.CommitContract;
import io.chameleon.core.mapping.table.DeleteContract;
import io.chameleon.core.mapping.table.ListingContract;
import io.chameleon.core.mapping.table.MappingTable;
import io.chameleon.core.mapping.table.MetadataContract;
import io.chameleon.core.mapping.table.QuotaContract;
import io.chameleon.core.mapping.table.QuotaTable;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.mapping.table.TableFixture;
import io.chameleon.core.mapping.table.Tables;
import io.chameleon.core.mapping.table.UploadTableContract;
import io.chameleon.core.mapping.table.VersionContract;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/**
 * The contract of the clients' ports, where the bucket of most tests is sliced over two databases. The balancer's ports
 * name objects by their slices. What is done every few seconds is done before each call that it matters to.
 */
class SlicedTablesTest
        implements CommitContract,
                DeleteContract,
                MetadataContract,
                ListingContract,
                ChunkContract,
                UploadTableContract,
                QuotaContract,
                BucketContract,
                VersionContract {
    private static SeveralDatabases several;

    private TableFixture fixture;

    @BeforeAll
    static void open() {
        several = new SeveralDatabases(2);
    }

    @AfterAll
    static void close() {
        several.close();
    }

    @Override
    public TableFixture table() {
        return fixture;
    }

    @BeforeEach
    void startEmpty() {
        ManualClock clock = new ManualClock();
        several.empty();
        several.slice("photos");
        several.put(1, "videos");
        Databases routes = several.routes(several.tables(clock, TableFixture.GRACE));
        Tables tables = several.ports(clock, routes);
        SliceUpkeep upkeep = new SliceUpkeep(routes);
        UserQuotas users = new UserQuotas(routes.all());
        AtomicBoolean quotas = new AtomicBoolean();
        Runnable sharing = () -> {
            if (quotas.get()) {
                upkeep.run();
                users.share();
            }
        };
        fixture = new TableFixture(
                        clock,
                        new Tables(
                                        port(MappingTable.class, tables.mapping(), sharing, answer -> answer),
                                        byStoredNames(RemapTable.class, tables.remaps(), routes),
                                        tables.garbage(),
                                        byStoredNames(RepairTable.class, tables.repairs(), routes),
                                        port(
                                                QuotaTable.class,
                                                tables.quotas(),
                                                () -> quotas.set(true),
                                                answer -> answer),
                                        port(
                                                BucketTable.class,
                                                tables.buckets(),
                                                upkeep::run,
                                                SlicedTablesTest::withoutSlices),
                                        tables.uploads(),
                                        tables.registered(),
                                        tables.claimed())
                                .with(Objects.requireNonNull(tables.versions())))
                .sliced();
    }

    private static <T> T byStoredNames(Class<T> type, T port, Databases routes) {
        return StoredNames.port(type, port, routes::stored, Slices::whole);
    }

    private static <T> T port(Class<T> type, T port, Runnable before, UnaryOperator<@Nullable Object> answered) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    before.run();
                    try {
                        return answered.apply(method.invoke(port, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    /** The setting that only a sliced bucket has. */
    private static @Nullable Object withoutSlices(@Nullable Object answer) {
        return switch (answer) {
            case BucketInfo bucket -> {
                Map<String, String> settings = new HashMap<>(bucket.settings());
                settings.remove(Slices.SETTING);
                yield new BucketInfo(bucket.name(), bucket.owner(), bucket.createdMillis(), bucket.policy(), settings);
            }
            case List<?> page ->
                page.stream().map(SlicedTablesTest::withoutSlices).toList();
            case null, default -> answer;
        };
    }
}
