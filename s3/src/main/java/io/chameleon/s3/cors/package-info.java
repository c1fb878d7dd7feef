/**
 * What pages of other origins may do with a bucket. {@link CorsRules} reads a bucket's configuration and finds the rule
 * for a request; the rule's {@link CorsGrant} is the headers of the answer.
 */
@NullMarked
package io.chameleon.s3.cors;

import org.jspecify.annotations.NullMarked;
