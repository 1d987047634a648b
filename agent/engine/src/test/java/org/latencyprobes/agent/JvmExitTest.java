package org.latencyprobes.agent;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class JvmExitTest {

    private static final JvmExit.Ending NOTHING = new JvmExit.Ending() {
        @Override
        public void beginToEnd() {}

        @Override
        public void end() {}

        @Override
        public long progress() {
            return 0;
        }
    };

    @Test
    void keepsNoLoaderOfTheApplicationOnWhoseThreadItIsMade() {
        Thread maker = Thread.currentThread();
        ClassLoader before = maker.getContextClassLoader();
        maker.setContextClassLoader(new URLClassLoader(new URL[0], null));
        WeakReference<ClassLoader> application = new WeakReference<>(maker.getContextClassLoader());
        JvmExit exit = new JvmExit(NOTHING);
        maker.setContextClassLoader(before);

        Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> {
            System.gc();
            return application.get() == null;
        });
        Reference.reachabilityFence(exit);
    }
}
