@NullMarked
package io.chameleon.cli.whatif;

import org.jspecify.annotations.NullMarked;
