package io.chameleon.testservices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.sql.Connection;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class OwnPostgresTest {
    @Test
    void portThatAnotherPostgresHas_isNotItsOwn_andAnotherIsTried() throws Exception {
        try (EmbeddedPostgres other = OwnPostgres.start(EmbeddedPostgres::builder)) {
            int free;
            try (ServerSocket any = new ServerSocket(0)) {
                free = any.getLocalPort();
            }
            Queue<Integer> ports = new ArrayDeque<>(List.of(other.getPort(), free));
            try (EmbeddedPostgres own = OwnPostgres.start(EmbeddedPostgres::builder, ports::remove)) {
                assertThat(own.getPort()).isEqualTo(free);
            }
            assertThatThrownBy(() -> OwnPostgres.start(EmbeddedPostgres::builder, other::getPort))
                    .isInstanceOf(IOException.class)
                    .hasMessage("another PostgreSQL answers on port " + other.getPort());
            try (Connection still = other.getPostgresDatabase().getConnection()) {
                assertThat(still.isValid(0)).as("whose port was tried").isTrue();
            }
        }
    }
}
