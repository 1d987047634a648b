package org.latencyprobes.agent.clock;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import org.latencyprobes.agent.base.TemporaryLoader;

/**
 * The millisecond in which Flight Recorder began its last file.
 *
 * <p>JDK 25 begins no two files in one, by a clock of its own that is never set back. Where the machine's is, that one stands still until the
 * machine's has met it again, for an hour if need be. So long waits whoever begins a second file: a dump, and the end of the JVM. Where that wait is
 * ended here, a later file may bear the start of an earlier one, so that an event stream of the application's, which knows files by their start, may
 * miss one of them.
 *
 * @param repository gives the object that has the field
 * @param millis the field, in ms since 1970
 */
public record LastRecordingFile(MethodHandle repository, VarHandle millis) {

    /** Null where this JDK has no such. Initialises nothing of Flight Recorder's. */
    static LastRecordingFile find(Instrumentation instrumentation, Module module) {
        try {
            MethodHandles.Lookup lookup = TemporaryLoader.opened(instrumentation, module, TickClock.PACKAGE);
            Class<?> type = Class.forName(TickClock.PACKAGE + ".MetadataRepository", false, null);
            return new LastRecordingFile(
                    lookup.findStatic(type, "getInstance", MethodType.methodType(type))
                            .asType(MethodType.methodType(Object.class)),
                    MethodHandles.privateLookupIn(type, lookup).findVarHandle(type, "lastMillis", long.class));
        } catch (IOException | ReflectiveOperationException | LinkageError anotherJdk) {
            return null;
        }
    }

    /** Lets whoever waits go on, once. To be called while Flight Recorder is in use. */
    public void forgetIfAhead() {
        try {
            Object holder = (Object) repository.invokeExact();
            if ((long) millis.getVolatile(holder) > System.currentTimeMillis()) {
                millis.setVolatile(holder, 0L);
            }
        } catch (Throwable unknown) {
            return;
        }
    }
}
