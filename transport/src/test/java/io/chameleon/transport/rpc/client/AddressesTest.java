package io.chameleon.transport.rpc.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.transport.rpc.Endpoint;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class AddressesTest {
    private final Addresses addresses = new Addresses(InetAddress::getAllByName, false);

    /** Without its zone the system does not know which link such an address is on. */
    @Test
    void zone_ofALinkLocalAddress_isKept() throws UnknownHostException {
        Endpoint endpoint = Endpoint.parse("[fe80::1%7]:7400");

        assertThat(addresses.literal(endpoint)).isEmpty();
        assertThat(addresses.lookUp(endpoint))
                .singleElement()
                .extracting(target -> ((InetSocketAddress) target).getAddress())
                .isInstanceOfSatisfying(
                        Inet6Address.class,
                        address -> assertThat(address.getScopeId()).isEqualTo(7));
    }
}
