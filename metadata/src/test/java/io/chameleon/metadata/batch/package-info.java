/** Tests of batches. Start at {@link io.chameleon.metadata.batch.CommitBatcherTest}. */
@NullMarked
package io.chameleon.metadata.batch;

import org.jspecify.annotations.NullMarked;
