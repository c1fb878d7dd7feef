package io.chameleon.s3.bucket;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.s3.error.S3Exception;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BucketNamesTest {
    @ParameterizedTest
    @ValueSource(strings = {"foo.-bar", "foo-.bar", "foo..bar", "127.0.0.1", "xn--foo", "Foo"})
    void name_thatNoHostCanHave_isRefused(String name) {
        assertThatThrownBy(() -> BucketNames.require(name)).isInstanceOf(S3Exception.class);
    }

    @Test
    void name_ofAHost_isTaken() {
        BucketNames.require("foo-bar.baz");
    }
}
