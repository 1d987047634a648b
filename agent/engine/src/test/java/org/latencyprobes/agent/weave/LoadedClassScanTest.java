package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.net.HttpCookie;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.pattern.BadPatternException;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.agent.select.SelectionRules;

final class LoadedClassScanTest {

    private static final Class<?>[] LOADED = {HttpCookie.class};

    private final LoadedClassScan scan =
            new LoadedClassScan(new LoadedClasses(instrumentation()), new WovenClasses(), new CompiledCode());

    private static Instrumentation instrumentation() {
        return (Instrumentation) Proxy.newProxyInstance(
                LoadedClassScanTest.class.getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (proxy, method, arguments) -> method.getReturnType() == boolean.class ? (Object) true : LOADED);
    }

    /** Whoever asks before weaving looks without weaving: what it saw is still to be woven. */
    @Test
    void whoOnlyAsksTakesNothingAsLookedInto() throws BadPatternException {
        SelectionRules rules = SelectionRules.of(new Selection(
                List.of(MethodPattern.parse(HttpCookie.class.getName() + "#getName()")), List.of(), List.of(), 10));
        assertThat(scan.isConcerned(rules, rules, said -> {})).isTrue();
        assertThat(scan.concerned(rules, rules, said -> {})).containsExactly(LOADED);
        assertThat(scan.concerned(rules, rules, said -> {})).isEmpty();
    }
}
