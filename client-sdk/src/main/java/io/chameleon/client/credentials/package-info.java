/**
 * Who a client is. Part of the API.
 *
 * <p>In: wherever the application keeps its secret. Out: the key id and the secret that connections are made with.
 *
 * <p>Start at {@link io.chameleon.client.credentials.CredentialsProvider}.
 *
 * <p>Invariant: no text of these types, and no error, shows a secret.
 */
@NullMarked
package io.chameleon.client.credentials;

import org.jspecify.annotations.NullMarked;
