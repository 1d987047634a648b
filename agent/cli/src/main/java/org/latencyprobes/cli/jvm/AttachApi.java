package org.latencyprobes.cli.jvm;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import java.io.IOException;
import java.net.ConnectException;
import java.util.List;
import java.util.Properties;

/**
 * The JDK's Attach API, for systems without {@code /proc}. Only this class uses it, since a Java runtime may lack it.
 *
 * @param process that is attached to
 * @param jvm the same for the API
 */
record AttachApi(JvmProcess process, VirtualMachine jvm) implements AttachTransport {

    static boolean isModuleThere() {
        return ModuleLayer.boot().findModule("jdk.attach").isPresent();
    }

    /** The ids of the JVMs that announce themselves. */
    static List<Long> all() {
        return VirtualMachine.list().stream()
                .map(VirtualMachineDescriptor::id)
                .map(Long::valueOf)
                .toList();
    }

    static AttachApi attach(JvmProcess process) throws IOException {
        try {
            return new AttachApi(process, VirtualMachine.attach(String.valueOf(process.pid())));
        } catch (AttachNotSupportedException e) {
            throw new ConnectException("nobody listens: " + e.getMessage());
        }
    }

    @Override
    public String javaVersion() throws IOException {
        return systemProperties().getProperty("java.specification.version", "");
    }

    @Override
    public Properties systemProperties() throws IOException {
        return jvm.getSystemProperties();
    }

    @Override
    public void load(String jar, String argument) throws IOException, UnreachableException {
        try {
            jvm.loadAgent(jar, argument);
        } catch (AgentInitializationException e) {
            throw AttachFailure.notStarted(process);
        } catch (AgentLoadException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        jvm.detach();
    }
}
