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
 * A JVM that this process is attached to by the JDK's client, for systems without {@code /proc}. Only this class uses the Attach API, which a
 * Java runtime may lack.
 */
final class AttachedJvm implements AttachWay {

    private final JvmProcess process;
    private final VirtualMachine jvm;

    private AttachedJvm(JvmProcess process, VirtualMachine jvm) {
        this.process = process;
        this.jvm = jvm;
    }

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

    static AttachedJvm attach(JvmProcess process) throws IOException {
        try {
            return new AttachedJvm(process, VirtualMachine.attach(String.valueOf(process.pid())));
        } catch (AttachNotSupportedException e) {
            throw new ConnectException("nobody listens: " + e.getMessage());
        }
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
