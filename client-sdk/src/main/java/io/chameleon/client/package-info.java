/**
 * The Java SDK: objects in, objects out, over the network. Depends on Netty, protobuf and slf4j-api only.
 *
 * <pre>{@code
 * try (ChameleonClient store = ChameleonClient.builder().metadata("meta-1:7400", "meta-2:7400").build()) {
 *     store.put("photos", "cat.jpg", Path.of("cat.jpg"), PutOptions.DEFAULT.contentType("image/jpeg"));
 *     byte[] bytes = store.get("photos", "cat.jpg");
 * }
 * }</pre>
 *
 * <p>In: names and bytes. Out: versions that are durable and committed, or a
 * {@link io.chameleon.client.error.ChameleonException} that says what can be done. Start at
 * {@link io.chameleon.client.ChameleonClient}; {@link io.chameleon.client.AsyncChameleonClient} is the same without
 * waiting; docs/guide/sdk.md explains more. Inside, a write is {@link io.chameleon.client.internal.write.ObjectWriter}
 * and a read is {@link io.chameleon.client.internal.read.ObjectReader}.
 *
 * <p>Invariant: bytes are acknowledged only when durable and committed, and delivered only when their checksums are
 * right.
 */
@NullMarked
package io.chameleon.client;

import org.jspecify.annotations.NullMarked;
