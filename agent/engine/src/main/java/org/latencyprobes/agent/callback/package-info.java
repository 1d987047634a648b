/**
 * The callbacks of types that only the application's loader knows: written when a call site needs them, of JDK types
 * inside, gone when nothing uses them any more.
 */
package org.latencyprobes.agent.callback;
