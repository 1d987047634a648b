package org.latencyprobes.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.cli.jvm.UnreachableException;

final class UnknownProbesTest {

    private final Answer answer = new Answer();
    private final List<String> names = List.of("Orders.place");

    private Answer check(List<String> others, String... wanted) throws UnreachableException {
        return UnknownProbes.check(answer, names, List.of(wanted), () -> others);
    }

    @Test
    void othersAreNotAskedWhereTheAnswerHasAll() throws UnreachableException {
        UnknownProbes.Others never = () -> {
            throw new IllegalStateException("asked");
        };
        for (List<String> wanted : List.of(List.<String>of(), List.of("Orders.place", "Ord*"))) {
            assertThat(UnknownProbes.check(answer, names, wanted, never)).isSameAs(answer);
        }
        assertThat(answer.sentences()).isEmpty();
    }

    @Test
    void aProbeThatHasNotBeenCalledIsKnown() throws UnreachableException {
        assertThat(check(List.of("Orders.cancel"), "Orders.cancel")).isSameAs(answer);
        assertThat(answer.sentences()).isEmpty();
    }

    @Test
    void whereNoNameIsKnownItFails() throws UnreachableException {
        Answer failed = check(List.of("Orders.cancel", "jitter.hiccup"), "orders.Place", "nope*");
        assertThat(failed.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(failed.tables()).isEmpty();
        assertThat(failed.sentences())
                .containsExactly(
                        "no probe \"orders.Place\"; did you mean Orders.place",
                        "no probe \"nope*\"; there are Orders.cancel, Orders.place");
    }

    @Test
    void whereOneIsKnownTheOthersAreRemarks() throws UnreachableException {
        assertThat(check(List.of(), "Orders.*", "nope")).isSameAs(answer);
        assertThat(answer.sentences()).containsExactly("no probe \"nope\"; there are Orders.place");
    }

    @Test
    void aMethodsFullNameIsReadAsItsProbeAndSaidSo() {
        assertThat(UnknownProbes.read(answer, names, List.of("com.acme.Shop$Orders#place", "Ord*", "nope")))
                .containsExactly("Orders.place", "Ord*", "nope");
        assertThat(answer.sentences()).containsExactly("com.acme.Shop$Orders#place is read as Orders.place");
    }

    @Test
    void whereNoProbeIsKnownYetAMethodsFullNameIsReadToo() {
        List<String> said = new ArrayList<>();
        assertThat(UnknownProbes.read(List.of("com.acme.Shop$Orders#place(int)", "Ord*"), said::add))
                .containsExactly("com.acme.Shop$Orders#place(int)", "Ord*", "Shop.Orders.place");
        assertThat(said).containsExactly("com.acme.Shop$Orders#place(int) is read as Shop.Orders.place");
    }
}
