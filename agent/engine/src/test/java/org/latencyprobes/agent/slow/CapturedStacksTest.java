package org.latencyprobes.agent.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapturedStacksTest {

    @Test
    void theirMemoryIsBoundedAndTheStacksOfTheLastAndOfTheLongestCallsStay() {
        CapturedStacks kept = new CapturedStacks();
        Thread thread = Thread.currentThread();
        ThreadStack stack = ThreadStack.of(thread.getStackTrace());
        List<CapturedStack> all = new ArrayList<>();
        int many = 5 * (CapturedStacks.LAST + CapturedStacks.LONGEST);
        for (int i = 0; i < many; i++) {
            CapturedStack next = new CapturedStack(thread, null, 2 * i + 1, new long[] {2 * i}, stack, null);
            all.add(next);
            kept.add(next);
            assertThat(kept.of(thread, 2 * i, many - i)).isSameAs(next); // the earlier, the longer
        }
        List<CapturedStack> there =
                all.stream().filter(one -> !one.lines().isEmpty()).toList();
        List<CapturedStack> expected = new ArrayList<>(all.subList(0, CapturedStacks.LONGEST));
        expected.addAll(all.subList(many - CapturedStacks.LAST, many));
        assertThat(there).isEqualTo(expected);
        kept.clear();
        assertThat(all).allMatch(one -> one.lines().isEmpty());
    }
}
