package io.chameleon.lab.chaos.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.chameleon.core.testing.FreePorts;
import io.chameleon.lab.chaos.process.Routes;
import io.chameleon.transport.rpc.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Addresses of the proxy: who is told which, and that each can be disturbed by itself. */
class RoutesTest {
    /** Servers that say their name to everyone who connects. */
    private final List<ServerSocket> servers = new ArrayList<>();

    private final List<Thread> accepting = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private FaultProxy proxy;

    @BeforeEach
    void start() {
        assumeThat(System.getProperty("os.name")).isEqualTo("Linux");
        proxy = new FaultProxy();
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        for (ServerSocket server : servers) {
            server.close();
        }
    }

    private Endpoint serve(String name) throws IOException {
        return serve(name, 0);
    }

    private Endpoint serve(String name, int port) throws IOException {
        ServerSocket server = new ServerSocket(port, 10, InetAddress.getLoopbackAddress());
        servers.add(server);
        accepting.add(Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    try (Socket socket = server.accept()) {
                        socket.getOutputStream().write(name.getBytes(StandardCharsets.UTF_8));
                    }
                }
            } catch (IOException closed) {
                // The test is over.
            }
        }));
        return new Endpoint("127.0.0.1", server.getLocalPort());
    }

    /** What the server at an address says; empty if the connection is reset, or ends. */
    private static String answer(Endpoint address) {
        try (Socket socket = new Socket(address.host(), address.port())) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException reset) {
            return "";
        }
    }

    private Link link(String name) {
        return proxy.links().stream()
                .filter(link -> link.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void eachClient_hasAHostOfItsOwn_withTheTargetsPort() throws IOException {
        Endpoint flash = serve("flash-0");
        Endpoint metadata = serve("metadata-0");
        Endpoint one = proxy.route("clients", "flash-0", flash);
        Endpoint other = proxy.route("balancers", "flash-0", flash);
        Endpoint third = proxy.route("clients", "metadata-0", metadata);
        assertThat(one.port()).isEqualTo(other.port()).isEqualTo(flash.port());
        assertThat(third.port()).isEqualTo(metadata.port());
        assertThat(one.host())
                .isNotEqualTo(other.host())
                .isEqualTo(third.host())
                .startsWith("127.");
        assertThat(answer(one)).isEqualTo("flash-0");
        assertThat(answer(other)).isEqualTo("flash-0");
        assertThat(answer(third)).isEqualTo("metadata-0");
    }

    @Test
    void routeThatIsAskedForAgain_isTheSameLink() throws IOException {
        Endpoint flash = serve("flash-0");
        assertThat(proxy.route("clients", "flash-0", flash)).isEqualTo(proxy.route("clients", "flash-0", flash));
        assertThat(proxy.links()).extracting(Link::name).containsExactly("clients > flash-0");
    }

    /** A balancer that is cut off from a server while clients are not, as behind a broken switch. */
    @Test
    void linkThatIsDisturbed_leavesTheOthersAlone() throws IOException {
        Endpoint flash = serve("flash-0");
        Endpoint clients = proxy.route("clients", "flash-0", flash);
        Endpoint balancers = proxy.route("balancers", "flash-0", flash);
        link("balancers > flash-0").disturb(LinkFault.RESET, Duration.ZERO);
        assertThat(answer(clients)).isEqualTo("flash-0");
        assertThat(answer(balancers)).isEmpty();
        link("balancers > flash-0").heal();
        assertThat(answer(balancers)).isEqualTo("flash-0");
    }

    /** As a connection to it would be refused without the proxy. */
    @Test
    void serverThatIsDown_resetsConnections_untilItIsBack() throws IOException, InterruptedException {
        Endpoint flash = serve("flash-0", FreePorts.take());
        Endpoint address = proxy.route("clients", "flash-0", flash);
        servers.getFirst().close();
        accepting.getFirst().join(); // until then it may accept one more
        assertThat(answer(address)).isEmpty();
        try (ServerSocket again = new ServerSocket()) {
            again.setReuseAddress(true);
            again.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), flash.port()));
            Thread.ofVirtual().start(() -> {
                try (Socket socket = again.accept()) {
                    socket.getOutputStream().write('x');
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThat(answer(address)).isEqualTo("x");
        }
    }

    @Test
    void addressThatSomebodyHas_isAnErrorThatNamesTheLink() throws IOException {
        Endpoint flash = serve("flash-0");
        Endpoint first = proxy.route("clients", "flash-0", flash);
        try (FaultProxy another = new FaultProxy()) {
            assertThatThrownBy(() -> another.route("clients", "flash-0", flash))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("no proxy on " + first + " for clients > flash-0: ")
                    .hasMessageContaining("need Linux");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SILENT,      true,  true",
        "NO_ANSWERS,  false, true",
        "NO_REQUESTS, true,  false",
        "SLOW,        false, false",
        "RESET,       true,  true",
    })
    void fault_holdsRequestsOrAnswers(LinkFault fault, boolean requests, boolean answers) {
        Link link = new Link("a", "b", new Endpoint("127.0.0.1", 1));
        assertThat(link.holds(true) || link.holds(false)).as("without a fault").isFalse();
        link.disturb(fault, Duration.ofMillis(70));
        assertThat(link.holds(true)).isEqualTo(requests);
        assertThat(link.holds(false)).isEqualTo(answers);
        assertThat(link.delay()).isEqualTo(fault == LinkFault.SLOW ? Duration.ofMillis(70) : Duration.ZERO);
        link.heal();
        assertThat(link.holds(true) || link.holds(false)).isFalse();
        assertThat(link.delay()).isZero();
    }

    /** A fault replaces the one before: what was slow is silent, and no more late. */
    @Test
    void secondFault_takesThePlaceOfTheFirst() {
        Link link = new Link("a", "b", new Endpoint("127.0.0.1", 1));
        link.disturb(LinkFault.SLOW, Duration.ofMillis(70));
        link.disturb(LinkFault.NO_ANSWERS, Duration.ofMillis(70));
        assertThat(link.delay()).isZero();
        assertThat(link.holds(false)).isTrue();
    }

    @Test
    void withoutAProxy_everyoneConnectsDirectly() {
        Endpoint target = new Endpoint("127.0.0.1", 15_001);
        assertThat(Routes.DIRECT.route("clients", "flash-0", target)).isEqualTo(target);
    }
}
