package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.base.TemporaryLoader;

final class LoadersTest {

    /** They are told by name, and a class may move. */
    @Test
    void theLoadersThatAnAgentMakesAreWhereTheyAreLookedFor() throws ClassNotFoundException {
        assertThat(TemporaryLoader.class.getName()).startsWith(Loaders.START);
        for (String loader : new String[] {"BridgeLoader", "BundledLoader", "FolderLoader"}) {
            assertThat(Class.forName(Loaders.BACKENDS + loader)).isAssignableTo(ClassLoader.class);
        }
    }
}
