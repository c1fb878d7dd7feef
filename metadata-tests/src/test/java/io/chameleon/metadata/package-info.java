/** Tests of the service on several databases. Start at {@link io.chameleon.metadata.SeveralDatabasesServiceTest}. */
@NullMarked
package io.chameleon.metadata;

import org.jspecify.annotations.NullMarked;
