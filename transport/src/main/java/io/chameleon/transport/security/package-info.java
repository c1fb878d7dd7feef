/**
 * Authentication and authorisation: who is calling, and what the caller may request.
 *
 * <p>In: files (keys, a token, certificates) named by a {@link io.chameleon.transport.security.SecurityConfig}. Out: a
 * {@link io.chameleon.transport.security.Principal} for each connection, and whether it may make a request.
 *
 * <p>Start at {@link io.chameleon.transport.security.Security}, which holds the content of the files, then
 * {@link io.chameleon.transport.security.Permissions} and {@link io.chameleon.transport.rpc.server.Guard}.
 * docs/operate/security.md has the trust model, docs/reference/wire.md has the greeting.
 *
 * <p>Invariant: no secret is in a message, a log line or the text of any object.
 */
@NullMarked
package io.chameleon.transport.security;

import org.jspecify.annotations.NullMarked;
