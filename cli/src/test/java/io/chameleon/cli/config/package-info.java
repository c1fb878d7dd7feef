@NullMarked
package io.chameleon.cli.config;

import org.jspecify.annotations.NullMarked;
