/** Tests of the service around the table. Start at {@link io.chameleon.metadata.MetadataServiceTest}. */
@NullMarked
package io.chameleon.metadata;

import org.jspecify.annotations.NullMarked;
