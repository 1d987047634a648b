package org.latencyprobes.agent.select;

/** Says what is wrong with a class file. */
final class FaultException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private FaultException(String fault) {
        super(fault, null, false, false);
    }

    static FaultException of(String fault) {
        return new FaultException(fault);
    }

    static void require(boolean fulfilled, String fault) {
        if (!fulfilled) {
            throw of(fault);
        }
    }
}
