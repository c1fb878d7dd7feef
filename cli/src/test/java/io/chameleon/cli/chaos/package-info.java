@NullMarked
package io.chameleon.cli.chaos;

import org.jspecify.annotations.NullMarked;
