/**
 * Multipart uploads, and the components that composed objects refer to (docs/internals/metadata.md, "Objects made of
 * components").
 *
 * <p>In: parts, which clients have committed as components. Out: a version that refers to them; no byte is copied.
 *
 * <p>Start at {@link UploadTable}, the port.
 *
 * <p>Invariant: a component to which an open upload or a current version refers is there.
 */
@NullMarked
package io.chameleon.core.upload;

import org.jspecify.annotations.NullMarked;
