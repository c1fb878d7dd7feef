package io.chameleon.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.apache.curator.x.discovery.ServiceInstance;
import org.apache.curator.x.discovery.details.JsonInstanceSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistrationFormatTest {
    /** Records whether a registration instantiated it. */
    public static final class Gadget {
        static boolean made;

        public Gadget() {
            made = true;
        }
    }

    private final RegistrationFormat format = new RegistrationFormat();

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void registration_writtenByCurator_isRead() throws Exception {
        ServiceInstance<Map> written = ServiceInstance.<Map>builder()
                .name("flash-servers")
                .id("flash-1")
                .address("10.0.0.1")
                .port(7001)
                .payload(new TreeMap<>(Map.of("zone", "a", "capacity", "1024")))
                .build();

        ServiceInstance<Map<String, String>> read =
                format.deserialize(new JsonInstanceSerializer<>(Map.class).serialize(written));

        assertThat(read.getName()).isEqualTo("flash-servers");
        assertThat(read.getId()).isEqualTo("flash-1");
        assertThat(read.getAddress()).isEqualTo("10.0.0.1");
        assertThat(read.getPort()).isEqualTo(7001);
        assertThat(read.getPayload()).isEqualTo(Map.of("zone", "a", "capacity", "1024"));
    }

    @Test
    void classThatARegistrationNames_isNotMade() throws Exception {
        String hostile = """
                {"name": "flash-servers", "id": "evil", "address": "h", "port": 1,
                 "payload": {"@class": "%s", "zone": "a"}}
                """.formatted(Gadget.class.getName());

        assertThat(format.deserialize(hostile.getBytes(StandardCharsets.UTF_8)).getPayload())
                .isEqualTo(Map.of("zone", "a"));
        assertThat(Gadget.made).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{\"name\": 1}",
                "{\"name\": \"n\", \"id\": \"i\", \"address\": \"a\", \"port\": \"x\", \"payload\": {}}",
                "{\"name\": \"n\", \"id\": \"i\", \"address\": \"a\", \"port\": 1, \"payload\": []}"
            })
    void badRegistration_isRefusedInOneLine(String bytes) {
        assertThatThrownBy(() -> format.deserialize(bytes.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("registration")
                .hasMessageNotContaining("\n");
    }
}
