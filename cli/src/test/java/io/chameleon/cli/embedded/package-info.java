@NullMarked
package io.chameleon.cli.embedded;

import org.jspecify.annotations.NullMarked;
