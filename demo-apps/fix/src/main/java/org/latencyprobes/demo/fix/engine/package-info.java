/**
 * One order and its answer through several FIX engines: a client's NewOrderSingle (FIX 4.2) is answered by the server with an
 * ExecutionReport. {@link org.latencyprobes.demo.fix.engine.Engine} is one engine in one configuration; each engine has a package of
 * its own below this one, and {@link org.latencyprobes.demo.fix.registry.Engines} knows them all.
 */
package org.latencyprobes.demo.fix.engine;
