/**
 * Every error that an S3 client can be given: {@link S3Error} is the table, {@link S3Exception} carries one of its rows
 * with what is known of the case.
 *
 * <p>Invariant: codes and statuses are those of Amazon, so clients retry and report as they do there.
 */
@NullMarked
package io.chameleon.s3.error;

import org.jspecify.annotations.NullMarked;
