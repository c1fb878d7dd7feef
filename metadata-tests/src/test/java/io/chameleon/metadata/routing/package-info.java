/** Tests of the mapping table on several databases. Start at {@link io.chameleon.metadata.routing.RoutedTablesTest}. */
@NullMarked
package io.chameleon.metadata.routing;

import org.jspecify.annotations.NullMarked;
