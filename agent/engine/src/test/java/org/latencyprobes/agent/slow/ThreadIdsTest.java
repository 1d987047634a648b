package org.latencyprobes.agent.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("each-jdk")
class ThreadIdsTest {

    @Test
    void threadsHaveTheirIds() {
        Thread plain = new Thread(() -> {});
        Thread other = new Thread() {};
        assertThat(ThreadIds.of(plain)).isEqualTo(plain.getId());
        assertThat(ThreadIds.of(other)).isEqualTo(other.getId());
    }

    @Test
    void codeOfTheApplicationIsNotRunForAnId() {
        List<String> ran = new ArrayList<>();
        HidesItsId own = new HidesItsId() {
            @Override
            public long getId() {
                ran.add("code of the application");
                return 0;
            }
        };
        assertThat(ThreadIds.of(own)).isEqualTo(own.ofThread());
        assertThat(ran).isEmpty();
    }

    @Test
    void typesOfOtherMethodsAreNotLoadedForAnId() throws Exception {
        Loader loader = new Loader();
        Thread thread = (Thread) loader.loadClass(Worker.class.getName())
                .getDeclaredConstructor()
                .newInstance();
        loader.loaded.clear();
        assertThat(ThreadIds.of(thread)).isEqualTo(thread.getId());
        assertThat(loader.loaded).isEmpty();
    }

    private abstract static class HidesItsId extends Thread {

        @Override
        public abstract long getId();

        long ofThread() {
            return super.getId();
        }
    }

    /** Loaded by {@link Loader}. */
    public static class Worker extends Thread {

        public Worker() {}

        public Task task() {
            return null;
        }
    }

    /** Named by a signature alone. */
    interface Task {}

    private static final class Loader extends ClassLoader {

        private final List<String> loaded = new ArrayList<>();

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            loaded.add(name);
            if (!name.equals(Worker.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (InputStream in = ThreadIdsTest.class.getResourceAsStream("ThreadIdsTest$Worker.class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
