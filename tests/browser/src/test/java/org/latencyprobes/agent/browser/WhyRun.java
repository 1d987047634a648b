package org.latencyprobes.agent.browser;

import com.acme.Shop;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** The command {@code why} on a shop under load. In the time of one watch a busy machine may make too few calls: then there is another. */
final class WhyRun {

    private static final int FEWEST_SLOW_CALLS = 10;

    private WhyRun() {}

    /** Writes its page. Returns of how many slow calls that tells, {@value #FEWEST_SLOW_CALLS} at least. */
    static int writePage(Path page) {
        Path json = page.resolveSibling("why.json");
        AtomicInteger slowCalls = new AtomicInteger();
        try (RunningJvm shop = ForkedJvm.of(Shop.class).quick().start().awaitText("open")) {
            shop.await("slow calls", () -> {
                ForkedJvm.ofJar(ForkedJvm.AGENT)
                        .quick()
                        .arguments("why", shop.pid(), "com.acme.Shop#place", "--for", "3s", "--beyond", "p99")
                        .arguments("--timeout", 600) // a busy machine may starve it
                        .arguments("-o", "html=" + page, "-o", "json=" + json)
                        .run()
                        .expectExit(0);
                slowCalls.set(new ObjectMapper()
                        .readTree(Files.readString(json))
                        .get("slowCalls")
                        .size());
                return slowCalls.get() >= FEWEST_SLOW_CALLS;
            });
        }
        return slowCalls.get();
    }
}
