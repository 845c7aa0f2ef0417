/**
 * Names the run whose node or tool makes a request, as `skein/run` does for MCP servers: a server of the same database does not let it answer
 * waits of its own tree. Set where requests are sent, so that nothing in a definition or in the arguments of a model changes it.
 */
export const runHeader = 'skein-run';
