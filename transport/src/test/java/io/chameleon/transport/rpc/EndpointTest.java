package io.chameleon.transport.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {
    @ParameterizedTest
    @CsvSource({"metadata-0:7601, metadata-0, 7601", "10.0.0.7:1, 10.0.0.7, 1", "[::1]:65535, ::1, 65535"})
    void address_isReadAndWrittenTheSame(String text, String host, int port) {
        Endpoint endpoint = Endpoint.parse(text);

        assertThat(endpoint).isEqualTo(new Endpoint(host, port));
        assertThat(endpoint).hasToString(text);
    }

    /** Port 0 is any free one: it is bound to, and never called. */
    @ParameterizedTest
    @CsvSource({"metadata-0, 0, metadata-0:0", "127.0.0.1, 7601, 127.0.0.1:7601", "::, 0, [::]:0"})
    void whatIsListenedOn_isWrittenAsItWouldBeCalled(String host, int port, String text) {
        assertThat(Endpoint.text(host, port)).isEqualTo(text);
    }

    /** The last group of an IPv6 address without brackets could be taken for a port. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "host",
                ":7601",
                "host:",
                "host:0",
                "host:65536",
                "host:port",
                "[::1",
                "::1",
                "[]:7601",
                "[::1]"
            })
    void anythingElse_isRefusedInOneLine(String text) {
        assertThatThrownBy(() -> Endpoint.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("endpoint")
                .hasMessageContaining("host:port")
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:7601,b:7601", "a:7601, b:7601", "a:7601;b:7601", "a:7601 b:7601", "a,b:7601"})
    void severalInOneText_areToldToBeEachTheirOwn(String text) {
        assertThatThrownBy(() -> Endpoint.parse(text))
                .hasMessageEndingWith("expected one host:port, each address in a string of its own");
    }
}
