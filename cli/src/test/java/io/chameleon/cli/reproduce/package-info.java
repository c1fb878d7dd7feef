@NullMarked
package io.chameleon.cli.reproduce;

import org.jspecify.annotations.NullMarked;
