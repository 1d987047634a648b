package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.Await;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.select.Verdict;

final class WovenClassesTest {

    private static final String NONE = "none";
    private final WovenClasses woven = new WovenClasses();

    private static ClassLoader loader() {
        return new URLClassLoader(new URL[0], null);
    }

    private static MethodExplanation method(String className, String name, String rule) {
        return new MethodExplanation(className, "app", name, Verdict.PROBED, name, rule, "", 1, 2, "");
    }

    private boolean put(ClassLoader loader, String className, String... rules) {
        List<MethodExplanation> methods =
                Arrays.stream(rules).map(rule -> method(className, "m", rule)).toList();
        return woven.put(loader, className, methods);
    }

    @Test
    void methodsOfClassesOfOneNameCountOnce() {
        ClassLoader one = loader();
        ClassLoader another = loader();
        assertThat(put(one, "A", "p", "q")).isTrue();
        assertThat(put(another, "A", "p", "q")).isTrue();
        assertThat(put(one, "B", "p")).isTrue();
        assertThat(woven.methods(NONE)).isEqualTo(3);
        assertThat(woven.methods("p", NONE)).isEqualTo(2);
        assertThat(woven.methods("p", "B")).isEqualTo(1);
        assertThat(woven.methods("A")).isEqualTo(1);
        assertThat(woven.methods("r", NONE)).isZero();
    }

    @Test
    void aClassCountsAsItWasWovenLast() {
        ClassLoader one = loader();
        put(one, "A", "p", "q");
        assertThat(put(one, "A", "p")).isFalse();
        assertThat(woven.methods("q", NONE)).isZero();
        woven.remove(one, "A");
        woven.remove(one, "A");
        assertThat(woven.methods(NONE)).isZero();
    }

    @Test
    void aClassCountsUntilTheLastOfItsNameIsNotWoven() {
        ClassLoader one = loader();
        ClassLoader another = loader();
        put(one, "A", "p");
        put(another, "A", "p");
        woven.remove(one, "A");
        assertThat(woven.methods(NONE)).isEqualTo(1);
        woven.remove(another, "A");
        assertThat(woven.methods(NONE)).isZero();
    }

    @Test
    void methodsAreReleasedWithTheirLoader() {
        put(null, "Kept", "p");
        for (int i = 0; i < 10; i++) {
            put(loader(), "Script" + i, "p");
        }
        Await.patiently().until(() -> {
            System.gc();
            return woven.methods("p", NONE) == 1;
        });
        assertThat(woven.methods(NONE)).isEqualTo(1);
    }
}
