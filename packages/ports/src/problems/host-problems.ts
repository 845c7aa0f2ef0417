// Problems with the setup of a host: its configuration, its store, its installed packages.
import { problem } from './problem.ts';

export const hostProblems = {
  LINKS_UNAVAILABLE: problem(
    [422, 2],
    () => 'This engine cannot make answer links: no server serves them.',
    'Give `createEngine` the option `links` with the address and the secret key of the server, or ask the server (`POST /waits/{id}/links`).',
  ),
  STORE_URL: problem(
    [400, 2],
    (details: { url: string; complaint: string }) =>
      `"${details.url}" is not a valid store URL: ${details.complaint}`,
    'Use memory, sqlite:PATH, postgres://…, mysql://…, mariadb://…, neo4j://… or bolt://….',
  ),
  CONFIG_INVALID: problem(
    [422, 2],
    (details: { file: string; problems: readonly string[] }) =>
      `The configuration cannot be used (${details.file}): ${details.problems.join('; ')}.`,
    'Correct it; docs/configuration.md lists every key, and skein.config.schema.json is its schema.',
  ),
  MAIL_UNAVAILABLE: problem(
    [503, 8],
    (details: { name: string; host: string; reason: string }) =>
      `The mailbox "${details.name}" on ${details.host} cannot be read: ${details.reason}`,
    'Check host, port, tls, user, mailbox and password of server.mail in the configuration; skein doctor tries it.',
  ),
  PACKAGE_MISSING: problem(
    [501, 2],
    (details: { purpose: string; packages: readonly string[] }) =>
      `${details.purpose} needs a package that is not installed: run npm install ${details.packages.join(' ')}, and start Skein again`,
    'Skein does not install packages that only some users need. Run the command in the message in your project.',
  ),
  PACKAGE_VERSION: problem(
    [501, 2],
    (details: { purpose: string; packages: readonly string[] }) =>
      `${details.purpose} needs another version of a package than the installed one: run npm install ${details.packages.join(' ')}, and start Skein again`,
    'The installed package is another major version, which has other functions and settings. Run the command in the message in your project.',
  ),
  AGENT_INVALID: problem(
    [422, 2],
    (details: { agent: string; problems: readonly string[] }) =>
      `The agent "${details.agent}" cannot be used: ${details.problems.join('; ')}.`,
    'Correct what `agent({ … })` is given; docs/threads.md shows one.',
  ),
  AGENT_NOT_REGISTERED: problem(
    [422, 2],
    (details: { agent: string }) =>
      `The agent "${details.agent}" is not registered with this engine.`,
    'Add it to createEngine({ agents: […] }): a turn can go on after a restart only if the engine has its code from the start.',
  ),
  TURN_FAILED: problem(
    [502, 1],
    (details: { thread: string; failure: string; code: string }) =>
      `The turn in the thread "${details.thread}" failed: ${details.failure}`,
    'What the user said is kept. Try the turn again with `thread.retry()`, or say something else.',
  ),
} as const;
