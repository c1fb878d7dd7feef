package io.chameleon.s3.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.s3.address.Cidr;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrustedProxiesTest {
    private static final TrustedProxies PROXIES = new TrustedProxies(List.of(
            Cidr.parse("10.0.0.0/8"), Cidr.parse("fd00::/8"), Cidr.parse("192.0.2.1"), Cidr.parse("fe80::/10")));

    private static InetSocketAddress peer(String address) {
        return new InetSocketAddress(InetAddress.ofLiteral(address), 40_000);
    }

    /** @param lines of one header each, with a bar between them */
    private static HttpHeaders headers(String name, String lines) {
        HttpHeaders headers = new DefaultHttpHeaders();
        for (String line : lines.split("\\|")) {
            headers.add(name, line);
        }
        return headers;
    }

    private static @Nullable String address(String peer, String forwarded) {
        return PROXIES.client(peer(peer), false, headers("X-Forwarded-For", forwarded))
                .ip();
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1,  203.0.113.7,                              203.0.113.7",
        "192.0.2.1, 203.0.113.7,                              203.0.113.7",
        "10.0.0.1,  2001:db8::7,                              2001:db8:0:0:0:0:0:7",
        "fd00::1,   203.0.113.7,                              203.0.113.7",
        "fd00::1,   '198.51.100.9 , 2001:db8::7',               2001:db8:0:0:0:0:0:7",
        "fe80::1%1, 2001:db8::7,                              2001:db8:0:0:0:0:0:7",
        "10.0.0.1,  ::ffff:203.0.113.7,                       203.0.113.7",
        "10.0.0.1,  203.0.113.7:51820,                        203.0.113.7",
        "10.0.0.1,  [2001:db8::7],                            2001:db8:0:0:0:0:0:7",
        "10.0.0.1,  [2001:db8::7]:443,                        2001:db8:0:0:0:0:0:7",
        "10.0.0.1,  '203.0.113.7,',                           203.0.113.7"
    })
    void addressThatAProxyNames_isTheClients(String peer, String forwarded, String client) {
        assertThat(address(peer, forwarded)).isEqualTo(client);
    }

    @ParameterizedTest
    @CsvSource({
        "'198.51.100.9, 203.0.113.7'",
        "'198.51.100.9, 203.0.113.7, 10.0.0.2, fd00::2'",
        "'198.51.100.9,203.0.113.7,,192.0.2.1'",
        "'10.0.0.3, 203.0.113.7, 10.0.0.2'",
        "'not an address, 203.0.113.7'",
        "198.51.100.9|203.0.113.7",
        "'198.51.100.9, 203.0.113.7|10.0.0.2'"
    })
    void chain_itsLastAddressThatIsNoProxys_isTheClients_beforeItAnythingMayBeForged(String forwarded) {
        assertThat(address("10.0.0.1", forwarded)).isEqualTo("203.0.113.7");
    }

    @Test
    void chainOfProxiesAlone_beginsWithTheClient() {
        assertThat(address("10.0.0.1", "10.0.0.3, 10.0.0.2")).isEqualTo("10.0.0.3");
    }

    @ParameterizedTest
    @CsvSource({
        "''",
        "','",
        "unknown",
        "proxy.example.com",
        "'203.0.113.7, unknown'",
        "'203.0.113.7, unknown, 10.0.0.2'",
        "203.0.113",
        "203.0.113.256",
        "203.0.113.7:",
        "203.0.113.7:port",
        "[203.0.113.7",
        "2001:db8::7::",
        "fe80::7%eth0",
        "203.0.113.7;10.0.0.9",
        "203.0.113.0/24"
    })
    void whatIsNoAddress_leavesThatOfTheConnection(String forwarded) {
        assertThat(address("10.0.0.1", forwarded)).isEqualTo("10.0.0.1");
    }

    @Test
    void missingHeaders_leaveTheConnection() {
        Client client = PROXIES.client(peer("10.0.0.1"), false, new DefaultHttpHeaders());
        assertThat(client).isEqualTo(new Client(peer("10.0.0.1"), false));
    }

    @ParameterizedTest
    @CsvSource({"11.0.0.1", "192.0.2.2", "fc00::1", "127.0.0.1"})
    void headers_ofAnybodyElse_areNotRead(String peer) {
        HttpHeaders forged = headers("X-Forwarded-For", "203.0.113.7").add("X-Forwarded-Proto", "https");
        assertThat(PROXIES.client(peer(peer), false, forged)).isEqualTo(new Client(peer(peer), false));
        assertThat(new TrustedProxies(List.of()).client(peer("10.0.0.1"), false, forged))
                .isEqualTo(new Client(peer("10.0.0.1"), false));
    }

    @ParameterizedTest
    @CsvSource({
        "https,          false, true",
        "HTTPS,          false, true",
        "'https, https', false, true",
        "http,           false, false",
        "'https, http',  false, false",
        "'http, https',  false, false",
        "https|http,     false, false",
        "'',             false, false",
        "httpsx,         false, false",
        "http,           true,  false",
        "https,          true,  true",
        "'',             true,  true"
    })
    void requestIsSecure_ifAllProxiesSaySo_orNoneSaysAndItComesByTls(String schemes, boolean tls, boolean secure) {
        Client client = PROXIES.client(peer("10.0.0.1"), tls, headers("X-Forwarded-Proto", schemes));
        assertThat(client.secure()).isEqualTo(secure);
    }

    @Test
    void connectionThatIsGone_hasNoClient() {
        assertThat(PROXIES.client(null, false, headers("X-Forwarded-For", "203.0.113.7"))
                        .ip())
                .isNull();
    }

    @Test
    void log_showsTheAddress_andThePortWhereItIsKnown() {
        HttpHeaders named = headers("X-Forwarded-For", "203.0.113.7");
        assertThat(PROXIES.client(peer("10.0.0.1"), false, named)).hasToString("/203.0.113.7");
        assertThat(PROXIES.client(peer("127.0.0.1"), false, named)).hasToString("/127.0.0.1:40000");
    }
}
