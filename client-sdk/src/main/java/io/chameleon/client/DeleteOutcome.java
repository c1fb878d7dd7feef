package io.chameleon.client;

import io.chameleon.client.error.ChameleonException;
import java.util.Optional;

/**
 * What became of one object of {@link AsyncChameleonClient#deleteAll}.
 *
 * @param deleted whether there was such an object and it is deleted
 * @param failure why it is unknown or was not possible; empty also if there was no object
 */
public record DeleteOutcome(String key, boolean deleted, Optional<ChameleonException> failure) {}
