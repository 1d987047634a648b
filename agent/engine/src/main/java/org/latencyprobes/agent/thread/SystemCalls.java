package org.latencyprobes.agent.thread;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import org.latencyprobes.agent.base.ProcFile;
import org.latencyprobes.explain.WaitKind;

/**
 * What the system calls of threads wait for. The kernel tells a call's number and arguments in {@code /proc/self/task/…/syscall}, and what a
 * file descriptor is by the link in {@code /proc/self/fd}. Linux on two processors is known. For one thread.
 *
 * <p>A wait for one socket with a timeout is a {@code poll}, whose descriptor stands in memory: that is read from {@code /proc/self/mem}, where
 * an address that is no more there is an error and nothing worse. Waits for several descriptors at once are not told.
 */
final class SystemCalls implements NativeLooks.Kinds, Closeable {

    /** As long as the file gets: nine numbers. */
    static final int BYTES = 192;

    private static final long NOT_READ = -1;
    private static final long NO_CALL = -2;

    /** The words of the file: six arguments lie between the number and the pointer to the stack. */
    private static final int NUMBER = 0;

    private static final int ARGUMENT = 1;
    private static final int SECOND = 2;
    private static final int STACK = 7;
    private static final int NUMBER_BITS = 10;

    private static final String MEMORY = "/proc/self/mem";
    private static final String DESCRIPTORS = "/proc/self/fd/";

    /** The system calls of a processor that read from, or write to, their first argument, and those that poll. */
    private record Numbers(BitSet ofDescriptor, BitSet polls) {

        /** None for another processor. */
        static Numbers of(String architecture) {
            return switch (architecture) {
                case "amd64" ->
                    new Numbers(bits(0, 1, 17, 18, 19, 20, 42, 43, 44, 45, 46, 47, 74, 75, 288), bits(7, 271));
                case "aarch64" ->
                    new Numbers(bits(63, 64, 65, 66, 67, 68, 82, 83, 202, 203, 206, 207, 211, 212, 242), bits(73));
                default -> new Numbers(bits(), bits());
            };
        }

        private static BitSet bits(int... numbers) {
            BitSet bits = new BitSet();
            for (int number : numbers) {
                bits.set(number);
            }
            return bits;
        }
    }

    private static final Numbers NUMBERS = Numbers.of(System.getProperty("os.arch", ""));

    private ProcFile memory;
    private boolean isMemoryWanted = true;

    /** Whether this processor is known. */
    static boolean areKnown() {
        return !NUMBERS.ofDescriptor().isEmpty();
    }

    @Override
    public long read(ProcFile file) {
        file.read();
        if (file.isEmpty()) {
            return NOT_READ;
        }
        long number = file.word(NUMBER);
        if (number == ProcFile.UNKNOWN) {
            return NO_CALL;
        }
        long argument = file.word(ARGUMENT);
        long waitsFor = isOnePolled((int) number, file.word(SECOND)) ? inMemory(argument) : argument;
        return number | (waitsFor * 31 + file.word(STACK) << NUMBER_BITS) & Long.MAX_VALUE;
    }

    /** Whether a thread runs, or waits for nothing but a CPU. Reads its file. Then that is one word; before a wait for a page stands a number below 0. */
    static boolean isReady(ProcFile file) {
        file.read();
        return !file.isEmpty() && file.word(NUMBER) == ProcFile.UNKNOWN && file.word(ARGUMENT) == ProcFile.UNKNOWN;
    }

    @Override
    public int kind(ProcFile file, long read) {
        if (read == NOT_READ) {
            return StateSamples.UNREAD;
        }
        if (read == NO_CALL) {
            return StateSamples.NO_WAIT; // it runs, or waits for a page
        }
        int kind = kind((int) file.word(NUMBER), file.word(ARGUMENT), file.word(SECOND));
        boolean isStill =
                kind == StateSamples.UNREAD || read(file) == read; // else another file may have the number by now
        return isStill ? kind : NativeLooks.MOVED;
    }

    private int kind(int number, long argument, long second) {
        if (NUMBERS.ofDescriptor().get(number)) {
            return kind(argument);
        }
        int polled = isOnePolled(number, second) ? inMemory(argument) : -1;
        return polled >= 0 && kind(polled) == WaitKind.SOCKET.ordinal()
                ? WaitKind.SOCKET.ordinal()
                : StateSamples.UNREAD;
    }

    private static boolean isOnePolled(int number, long second) {
        return NUMBERS.polls().get(number) && second == 1;
    }

    private int inMemory(long address) {
        if (memory == null && isMemoryWanted) {
            isMemoryWanted = false; // where it can't be opened, it won't be later
            memory = ProcFile.open(MEMORY, Integer.BYTES);
        }
        if (memory == null || address <= 0) {
            return -1;
        }
        memory.read(address);
        return memory.littleEndian();
    }

    /** By what the kernel calls it. */
    private static int kind(long descriptor) {
        try {
            String target =
                    Files.readSymbolicLink(Path.of(DESCRIPTORS + descriptor)).toString();
            if (target.startsWith("socket:")) {
                return WaitKind.SOCKET.ordinal();
            }
            return target.startsWith("/") || target.startsWith("pipe:") ? WaitKind.FILE.ordinal() : StateSamples.UNREAD;
        } catch (IOException | RuntimeException closed) {
            return StateSamples.UNREAD;
        }
    }

    @Override
    public void close() {
        ProcFile.closeAll(memory);
        memory = null;
        isMemoryWanted = true;
    }
}
