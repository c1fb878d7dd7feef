package io.chameleon.transport.rpc;

import com.google.protobuf.MessageLite;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.lab.fuzz.Refusal;
import io.chameleon.transport.protocol.ClusterWire;
import io.chameleon.transport.protocol.ConditionWire;
import io.chameleon.transport.protocol.ContentWire;
import io.chameleon.transport.protocol.EvacuationWire;
import io.chameleon.transport.protocol.GarbageWire;
import io.chameleon.transport.protocol.GrantWire;
import io.chameleon.transport.protocol.ListingWire;
import io.chameleon.transport.protocol.MappingWire;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.ObjectWire;
import io.chameleon.transport.protocol.RemapWire;
import io.chameleon.transport.protocol.RepairWire;
import io.chameleon.transport.protocol.Wire;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Control headers. The first byte picks what the rest is parsed as: the header of a request or an answer, or a message
 * that {@link Wire} or one of its neighbours turns into a value. The value must then survive a round trip through its
 * own bytes.
 */
public final class HeaderFuzz {
    private static final List<Class<?>> WIRE = List.of(
            Wire.class,
            ClusterWire.class,
            ConditionWire.class,
            ContentWire.class,
            EvacuationWire.class,
            GarbageWire.class,
            GrantWire.class,
            ListingWire.class,
            MappingWire.class,
            ObjectWire.class,
            RemapWire.class,
            RepairWire.class);
    private static final List<Method> UNPACK = wire("unpack");
    private static final List<Method> PACK = wire("pack");
    private static final List<MessageType> TYPES = List.of(MessageType.values());

    private HeaderFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        if (data.length == 0) {
            return;
        }
        byte[] header = Arrays.copyOfRange(data, 1, data.length);
        int choice = (data[0] & 0xFF) % (2 * TYPES.size() + UNPACK.size());
        try {
            if (choice < 2 * TYPES.size()) {
                MessageType type = TYPES.get(choice / 2);
                MessageLite unused =
                        Headers.parse(type, choice % 2 == 0 ? type.requestParser() : type.responseParser(), header);
            } else {
                value(UNPACK.get(choice - 2 * TYPES.size()), header);
            }
        } catch (ChameleonError refused) {
            Refusal.requireOneLine(refused);
        }
    }

    private static void value(Method unpack, byte[] header) {
        Object value = invoke(unpack, parsed(unpack, header));
        for (Method pack : PACK) {
            if (pack.getParameterTypes()[0].isInstance(value)
                    && pack.getReturnType() == unpack.getParameterTypes()[0]) {
                MessageLite packed = (MessageLite) invoke(pack, value);
                Object again = invoke(unpack, parsed(unpack, packed.toByteArray()));
                if (!again.equals(value)) {
                    throw new IllegalStateException(value + " came back as " + again);
                }
            }
        }
    }

    private static MessageLite parsed(Method unpack, byte[] header) {
        try {
            Method standard = unpack.getParameterTypes()[0].getMethod("getDefaultInstance");
            return Headers.parse(MessageType.PING, ((MessageLite) standard.invoke(null)).getParserForType(), header);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object invoke(Method method, Object argument) {
        try {
            return method.invoke(null, argument);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof ChameleonError refused) {
                throw refused;
            }
            throw new IllegalStateException(method + ": " + e.getCause(), e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** In an order that does not change between runs, or the corpus would lose its meaning. */
    private static List<Method> wire(String name) {
        return WIRE.stream()
                .flatMap(wire -> Arrays.stream(wire.getDeclaredMethods()))
                .filter(method -> method.getName().equals(name)
                        && method.getParameterCount() == 1
                        && Modifier.isPublic(method.getModifiers()))
                .filter(method ->
                        name.equals("pack") || MessageLite.class.isAssignableFrom(method.getParameterTypes()[0]))
                .sorted(Comparator.comparing(method -> method.getParameterTypes()[0].getName()))
                .toList();
    }
}
