/** The gateway's answers beside those of s3proxy, another server of S3, to the same random requests. */
@NullMarked
package io.chameleon.testing.differential;

import org.jspecify.annotations.NullMarked;
