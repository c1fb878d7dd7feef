package io.chameleon.node.config;

import io.chameleon.core.Require;
import io.chameleon.erasure.CodecKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The setting of what codes for repair and bulk copies. */
final class CodecKey {
    static final Key<Optional<CodecKind>> CODEC = new Key<>(
            "erasure.codec",
            "auto, backblaze, portable, isal, vector",
            "auto",
            "what codes for repair and bulk copies, to the same bytes; auto is the fastest on this machine",
            CodecKey::codec);

    private CodecKey() {}

    private static Optional<CodecKind> codec(String name) {
        List<CodecKind> working =
                Arrays.stream(CodecKind.values()).filter(CodecKind::isAvailable).toList();
        Optional<CodecKind> chosen =
                working.stream().filter(kind -> spelled(kind).equals(name)).findFirst();
        Require.that(
                chosen.isPresent() || name.equals("auto"),
                "erasure.codec",
                name,
                "auto or one that works here: "
                        + working.stream().map(CodecKey::spelled).collect(Collectors.joining(", ")));
        return chosen;
    }

    private static String spelled(CodecKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
