/** No engine: the order's bytes come back as they are. What any engine's round trip consists of besides the engine. */
package org.latencyprobes.demo.fix.engine.echo;
