/** The codec of requests and answers: records, read and written by their components; tables and their columns; JSON. */
package org.latencyprobes.agent.protocol.codec;
