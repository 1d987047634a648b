/** The engine that is none: the order's bytes come back as they are. It shows the part of a round trip that is not the engine. */
package org.latencyprobes.demo.fix.engine.echo;
