package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.client.credentials.Credentials;
import io.chameleon.client.credentials.CredentialsProvider;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.CallOptions;
import io.chameleon.client.options.GetOptions;
import io.chameleon.client.options.ListOptions;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.ReadCondition;
import io.chameleon.client.options.Timeouts;
import io.chameleon.client.options.UploadOptions;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.version.VersionId;
import io.chameleon.transport.protocol.MessageType;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a caller without null checks in its compiler gives. */
@Timeout(300)
@SuppressWarnings({"NullAway", "FutureReturnValueIgnored", "CheckReturnValue"})
final class NullArgumentsTest {
    private static final String NOTHING = null;

    @Test
    void argumentThatIsNull_isNamedAtOnce_andNothingIsSent() {
        try (FakeCluster cluster = new FakeCluster(6);
                ChameleonClient client = cluster.client()) {
            AsyncChameleonClient async = client.async();
            PutOptions put = PutOptions.DEFAULT;
            Map<ThrowingCallable, String> calls = new LinkedHashMap<>();
            calls.put(() -> async.get(NOTHING, "key"), "bucket");
            calls.put(() -> async.get(BUCKET, NOTHING), "key");
            calls.put(() -> async.get(BUCKET, "key", (GetOptions) null), "options");
            calls.put(() -> client.get(BUCKET, NOTHING), "key");
            calls.put(() -> client.put(BUCKET, "key", (byte[]) null), "bytes");
            calls.put(() -> client.put(BUCKET, "key", (InputStream) null, put), "stream");
            calls.put(() -> client.put(BUCKET, "key", (Path) null, put), "file");
            calls.put(() -> async.put(BUCKET, "key", (ObjectSource) null, put), "source");
            calls.put(() -> async.put(BUCKET, "key", new byte[1], null), "options");
            calls.put(() -> async.getTo(BUCKET, "key", (OutputStream) null), "target");
            calls.put(() -> async.openVersion(null, 0, 1), "version");
            calls.put(() -> async.deleteIfMatch(BUCKET, "key", NOTHING), "entityTag");
            calls.put(() -> async.deleteAll(BUCKET, null), "keys");
            calls.put(() -> async.deleteAll(BUCKET, Arrays.asList("key", null)), "keys: null in the list");
            calls.put(() -> put.userMetadata(Collections.singletonMap("key", null)), "userMetadata: null as a value");
            calls.put(
                    () -> async.createBucket(BUCKET, "", Collections.singletonMap("key", null)),
                    "settings: null as a value");
            calls.put(
                    () -> async.configureBucket(BUCKET, Collections.singletonMap(null, "value")),
                    "changes: null as a key");
            calls.put(() -> async.list(BUCKET, (ListOptions) null), "options");
            calls.put(() -> async.listAll(BUCKET, NOTHING), "prefix");
            calls.put(() -> client.listAll(NOTHING, ""), "bucket");
            calls.put(() -> async.copy(BUCKET, NOTHING, BUCKET, "to", put), "fromKey");
            calls.put(() -> async.setBucketPolicy(BUCKET, null), "policy");
            calls.put(() -> async.grant(BUCKET, "user", null), "access");
            calls.put(() -> client.with((CallOptions) null), "options");
            calls.put(() -> client.uploads().find(BUCKET, "key", NOTHING), "uploadId");
            calls.put(() -> client.uploads().putPart(null, 1, ObjectSource.of(new byte[1])), "upload");
            calls.put(
                    () -> client.uploads().put(BUCKET, "key", (RangeSource) null, put, UploadOptions.DEFAULT),
                    "source");
            calls.put(() -> ObjectSource.of(new byte[1]).inspectedBy(null), "inspector");

            calls.forEach((call, name) -> assertThatThrownBy(call)
                    .as(name)
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage(name));
            assertThat(cluster.metadata().received(MessageType.LOOKUP)).isZero();
            assertThat(cluster.metadata().received(MessageType.COMMIT)).isZero();
        }
    }

    @Test
    void anyParameterOfTheApi_thatIsNull_isNamedAtOnce() throws Exception {
        try (FakeCluster cluster = new FakeCluster(6);
                ChameleonClient client = cluster.client()) {
            client.put(BUCKET, "key", new byte[1]);
            Map<Class<?>, Object> samples = samples(client);
            List<Object> faces = List.of(
                    client,
                    client.async(),
                    client.uploads(),
                    client.async().uploads(),
                    client.versions(),
                    client.async().versions(),
                    ObjectSource.of(new byte[1]),
                    PutOptions.DEFAULT,
                    GetOptions.DEFAULT,
                    ListOptions.ALL,
                    CallOptions.DEFAULT);
            for (Object face : faces) {
                for (Method method : face.getClass().getDeclaredMethods()) {
                    assertNamesNulls(method, samples, arguments -> method.invoke(face, arguments));
                }
            }
            for (Method method : ClientBuilder.class.getDeclaredMethods()) {
                assertNamesNulls(method, samples, arguments -> method.invoke(ChameleonClient.builder(), arguments));
            }
            for (Class<?> makers : List.of(RangeSource.class, CredentialsProvider.class, Credentials.class)) {
                for (Method method : makers.getDeclaredMethods()) {
                    if (Modifier.isStatic(method.getModifiers())) {
                        assertNamesNulls(method, samples, arguments -> method.invoke(null, arguments));
                    }
                }
            }
            for (Class<?> values : List.of(Timeouts.class, ListOptions.class, Credentials.class, ReadCondition.class)) {
                for (Constructor<?> constructor : values.getDeclaredConstructors()) {
                    assertNamesNulls(constructor, samples, constructor::newInstance);
                }
            }
        }
    }

    private interface Call {
        Object with(Object... arguments) throws ReflectiveOperationException;
    }

    /** Of each type of a parameter that may not be null. */
    private static Map<Class<?>, Object> samples(ChameleonClient client) throws IOException {
        Map<Class<?>, Object> samples = new HashMap<>(Map.of(
                int.class,
                1,
                long.class,
                1L,
                boolean.class,
                true,
                byte[].class,
                new byte[1],
                String.class,
                "key",
                Path.class,
                Path.of("nothing"),
                Map.class,
                Map.of(),
                List.class,
                List.of(),
                Optional.class,
                Optional.empty()));
        for (Object sample : List.of(
                PutOptions.DEFAULT,
                GetOptions.DEFAULT,
                ListOptions.ALL,
                UploadOptions.DEFAULT,
                Duration.ofSeconds(1),
                VersionId.NULL,
                client.head(BUCKET, "key"),
                client.uploads().begin(BUCKET, "key", PutOptions.DEFAULT))) {
            samples.put(sample.getClass(), sample);
        }
        samples.put(ObjectSource.class, ObjectSource.of(new byte[1]));
        samples.put(RangeSource.class, RangeSource.of(new byte[1]));
        samples.put(Condition.class, Condition.NONE);
        return samples;
    }

    private static void assertNamesNulls(Executable called, Map<Class<?>, Object> samples, Call call) {
        Class<?>[] types = called.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            if (Modifier.isPublic(called.getModifiers())
                    && !called.isSynthetic()
                    && !types[i].isPrimitive()
                    && !called.getName().equals("equals")
                    && !called.getAnnotatedParameterTypes()[i].isAnnotationPresent(Nullable.class)) {
                Object[] arguments = Arrays.stream(types).map(samples::get).toArray();
                arguments[i] = null;
                assertThatThrownBy(() -> call.with(arguments))
                        .as("%s, argument %d", called, i)
                        .hasCauseInstanceOf(NullPointerException.class)
                        .cause()
                        .message()
                        .matches("[a-zA-Z]+");
            }
        }
    }
}
