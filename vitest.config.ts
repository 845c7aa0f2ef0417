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
    // On a busy machine a page or a server may take its time.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
