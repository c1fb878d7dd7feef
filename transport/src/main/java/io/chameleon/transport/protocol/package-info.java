/**
 * The messages of Chameleon: their types, their headers, and the conversion between protobuf and core's values.
 *
 * <p>In: values of {@code core}. Out: headers for {@link io.chameleon.transport.protocol.Message}.
 * {@link io.chameleon.transport.protocol.MessageType} lists every message; docs/reference/wire.md draws the bytes.
 *
 * <p>Start at {@link io.chameleon.transport.protocol.MessageType}, then {@link io.chameleon.transport.protocol.Wire}.
 *
 * <p>Invariant: this package opens no connection; codes are append-only.
 */
@NullMarked
package io.chameleon.transport.protocol;

import org.jspecify.annotations.NullMarked;
