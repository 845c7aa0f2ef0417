// Problems of those who set up a host: its configuration, its store, what it has installed.
import { problem } from './problem.ts';

export const hostProblems = {
  STORE_URL: problem(
    [400, 2],
    (details: { url: string; complaint: string }) =>
      `"${details.url}" names no store: ${details.complaint}`,
    'Use memory, sqlite:PATH, postgres://…, mysql://…, mariadb://…, neo4j://… or bolt://….',
  ),
  CONFIG_INVALID: problem(
    [422, 2],
    (details: { file: string; problems: readonly string[] }) =>
      `The configuration cannot be used (${details.file}): ${details.problems.join('; ')}.`,
    'Correct it; docs/configuration.md names every key, and skein.config.schema.json is its schema.',
  ),
  PACKAGE_MISSING: problem(
    [501, 2],
    (details: { purpose: string; packages: readonly string[] }) =>
      `${details.purpose} needs a package that is not installed: run npm install ${details.packages.join(' ')}`,
    'Packages that only some users need are not installed with Skein. Run the command of the message in your project.',
  ),
} as const;
