@NullMarked
package io.chameleon.cli.chaos.history;

import org.jspecify.annotations.NullMarked;
