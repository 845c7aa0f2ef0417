// The public names of skein/client.

/** A typed client of the REST API: one call for each route, and the events of a run across lost connections. Runs in browsers, too. */
export { createClient } from '@skein/api';
/** The server answered with an error: its `status`, and `code` and `hint` of the documentation. */
export { ClientError } from '@skein/api';
/** The server did not answer. */
export { UnreachableError } from '@skein/api';
/** What `createClient` takes and gives. */
export type { Answered, AnswerOf, CallOf, Client, ClientOptions, FollowOptions } from '@skein/api';
/** The names of the calls, and what `events` gives. */
export type { RouteName, RunUpdateJson } from '@skein/api';
