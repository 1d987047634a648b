/** Sockets for the engines that leave them to their users. */
package org.latencyprobes.demo.fix.engine.tcp;
