package io.chameleon.metadata.rebuild;

import io.chameleon.core.mapping.ObjectMapping;
import org.jspecify.annotations.Nullable;

/**
 * Reads whole components of one segment from the flash servers, which takes the codec. Waits; safe from any thread.
 */
@FunctionalInterface
public interface ComponentReader {
    /**
     * The bytes; null if too few fragments of them are sound.
     *
     * @throws io.chameleon.core.error.ChameleonError what a server says that may answer later, if the others do not
     *     suffice
     */
    byte @Nullable [] read(ObjectMapping component);
}
