import process from 'node:process';
import { defineConfig } from 'vitest/config';
import { TotalsReporter } from './scripts/totals-reporter.ts';

export default defineConfig({
  test: {
    include: [
      'packages/*/test/**/*.test.ts',
      'tools/**/*.test.ts',
      'examples/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**'],
    reporters: ['default', new TotalsReporter()],
    setupFiles: ['scripts/property-seed.ts'],
    globalSetup: ['packages/testkit/src/servers/shared-servers.ts'],
    pool: 'forks',
    // Nothing here may turn texts into code, and so nothing may need it.
    execArgv: ['--disallow-code-generation-from-strings'],
    // No test reaches a provider, whatever keys its user has.
    env: Object.fromEntries(
      ['OPENAI', 'ANTHROPIC', 'GOOGLE_GENERATIVE_AI'].flatMap((name) => [
        [`${name}_API_KEY`, ''],
        [`${name}_BASE_URL`, ''],
      ]),
    ),
    maxWorkers: 2,
    // These end what hangs, and say nothing about speed: on a busy machine a process may take a minute to start. No test has
    // a shorter one of its own.
    expect: { poll: { timeout: 60_000 } },
    // Servers, browsers and processes of the machine take part: what fails once is tried once more, and named at the end as
    // unsteady. SKEIN_RETRY=0 makes it a failure: for whoever looks for the cause.
    retry: Number(process.env['SKEIN_RETRY'] ?? 1),
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
