package io.chameleon.metadata;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.core.Require;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.curator.x.discovery.ServiceInstance;
import org.apache.curator.x.discovery.details.InstanceSerializer;

/**
 * Reads registrations of flash servers, which Curator's service discovery writes in JSON. Any process that reaches
 * ZooKeeper can write there, so, unlike with Curator's own reader, nothing in the data chooses a class: only names,
 * numbers and texts are read.
 */
final class RegistrationFormat implements InstanceSerializer<Map<String, String>> {
    static final int MAX_BYTES = 16 * 1024;
    static final int MAX_ATTRIBUTES = 64;
    /** In this field Curator names the class that a reader should create. */
    private static final String TYPE = "@class";

    private final JsonMapper mapper = JsonMapper.builder().build();

    /** Nothing is written here. */
    @Override
    public byte[] serialize(ServiceInstance<Map<String, String>> instance) {
        throw new UnsupportedOperationException("metadata registers nobody");
    }

    /** @throws IOException in one line if the bytes are not a registration */
    @Override
    public ServiceInstance<Map<String, String>> deserialize(byte[] bytes) throws IOException {
        try {
            Require.that(bytes.length <= MAX_BYTES, "registration", bytes.length + " bytes", "at most " + MAX_BYTES);
            JsonNode root = mapper.readTree(bytes);
            Require.that(root != null && root.isObject(), "registration", "no JSON object", "one");
            return ServiceInstance.<Map<String, String>>builder()
                    .name(text(root, "name"))
                    .id(text(root, "id"))
                    .address(text(root, "address"))
                    .port(port(root.path("port")))
                    .payload(attributes(root.path("payload")))
                    .build();
        } catch (JsonProcessingException e) {
            throw new IOException("registration: no JSON: " + oneLine(e.getOriginalMessage()), e);
        } catch (IllegalArgumentException e) {
            throw new IOException(oneLine(String.valueOf(e.getMessage())), e);
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("registration: " + oneLine(String.valueOf(e.getMessage())), e);
        }
    }

    private static String text(JsonNode root, String name) {
        JsonNode value = root.path(name);
        Require.that(value.isTextual(), "registration: " + name, value.getNodeType(), "text");
        return value.textValue();
    }

    private static int port(JsonNode value) {
        Require.that(
                value.isIntegralNumber() && value.canConvertToInt(),
                "registration: port",
                value.getNodeType(),
                "a port");
        return value.intValue();
    }

    private static Map<String, String> attributes(JsonNode payload) {
        Require.that(payload.isObject(), "registration: payload", payload.getNodeType(), "an object");
        Require.that(
                payload.size() <= MAX_ATTRIBUTES,
                "registration: attributes",
                payload.size(),
                "at most " + MAX_ATTRIBUTES);
        Map<String, String> attributes = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> attribute : payload.properties()) {
            if (!attribute.getKey().equals(TYPE) && attribute.getValue().isValueNode()) {
                attributes.put(attribute.getKey(), attribute.getValue().asText());
            }
        }
        return attributes;
    }

    private static String oneLine(String message) {
        return message.replaceAll("\\s+", " ");
    }
}
