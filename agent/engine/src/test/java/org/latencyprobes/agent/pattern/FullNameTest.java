package org.latencyprobes.agent.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FullNameTest {

    private static final List<String> PROBES = List.of("Orders.place", "Shop.Orders.place", "AskPattern$.ask", "price");

    @ParameterizedTest
    @CsvSource({
        "com.acme.Orders#place, Orders.place",
        "com.acme.Orders.place, Orders.place",
        "Orders#place, Orders.place",
        "com.acme.Shop$Orders#place, Shop.Orders.place",
        "AskPattern..ask, AskPattern$.ask",
        "akka.AskPattern$#ask, AskPattern$.ask",
        "com.acme.Orders.price,",
        "com.acme.MyOrders#place,",
        "place,",
    })
    void aMethodsFullNameIsThatOfItsProbe(String written, String probe) {
        assertThat(FullName.probe(written, PROBES)).isEqualTo(probe);
    }
}
