package org.latencyprobes.demo.fix.engine;

import org.latencyprobes.annotation.Probe;

/**
 * The application behind every engine. It fills each order at once, at the order's price. One thread at a time calls it. Each
 * session has a thread of its own.
 */
public final class OrderDesk {

    private volatile long executions;

    /**
     * Fills an order.
     *
     * @return the execution's number, from 1 on
     * @throws IllegalArgumentException if nothing is ordered, or for nothing
     */
    @Probe("application")
    public long execute(long quantity, double price) {
        if (quantity <= 0 || !(price > 0)) {
            throw new IllegalArgumentException("an order of " + quantity + " at " + price);
        }
        long execution = executions + 1;
        executions = execution;
        return execution;
    }
}
