import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { defineConfig } from 'vitest/config';
import { keepFilesInMemory } from './packages/testkit/src/servers/files-in-memory.ts';
import { SlowRoomsFirst } from './scripts/slow-rooms-first.ts';
import { TotalsReporter } from './scripts/totals-reporter.ts';

// Tests start hundreds of processes, and most of what each does is reading and stripping the same sources. The place is the one
// that the `skein` command takes anyway.
process.env['NODE_COMPILE_CACHE'] ??= path.join(tmpdir(), 'node-compile-cache');
// Tests that start the command of the repository mean its sources.
process.env['SKEIN_SOURCES'] ??= '1';
keepFilesInMemory();

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
    setupFiles: ['scripts/property-seed.ts', 'scripts/file-costs.ts'],
    globalSetup: ['packages/testkit/src/servers/shared-servers.ts'],
    pool: 'forks',
    // A process for each file would spend as long on loading the sources as the tests take. So files share one, one after the
    // other, and leave it as they found it: variables, folder, clocks.
    isolate: false,
    // Node loads the sources by itself, as it does for users: half the processor time of Vite's module runner, and what is loaded runs
    // faster, because it reads what it imports directly.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: [
      // Nothing here may turn texts into code, and so nothing may need it.
      '--disallow-code-generation-from-strings',
      `--import=${new URL('scripts/load-by-node.ts', import.meta.url).href}`,
    ],
    // No test reaches a provider, whatever keys its user has.
    env: Object.fromEntries(
      ['OPENAI', 'ANTHROPIC', 'GOOGLE_GENERATIVE_AI'].flatMap((name) => [
        [`${name}_API_KEY`, ''],
        [`${name}_BASE_URL`, ''],
      ]),
    ),
    sequence: { sequencer: SlowRoomsFirst },
    // Tests that start servers and processes often wait for them: with one worker more than there are cores, a quarter of the time
    // of the cores was unused.
    maxWorkers: availableParallelism() + 2,
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
