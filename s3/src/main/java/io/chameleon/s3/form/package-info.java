/**
 * Forms by which browsers upload: multipart/form-data, read as it arrives. {@link FormDecoder} collects the fields
 * before the file, a bounded number of bytes, and hands the file's bytes out; {@link Form} is what the fields say.
 *
 * <p>Invariant: as with other bodies, the file is not to be kept before {@link FormDecoder#finish} has returned.
 */
@NullMarked
package io.chameleon.s3.form;

import org.jspecify.annotations.NullMarked;
