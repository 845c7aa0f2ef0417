// The public names of skein/testing.

/** An engine for tests: time passes when told, steps are answered by the test, the process can die. */
export { testEngine } from './testing/test-engine.ts';
/** The engine of `testEngine`, its options, and its runs. */
export type { TestEngine, TestOptions, TestRun } from './testing/test-engine.ts';
/** What is done in the place of steps. */
export type { StepAnswers } from '@skein/simulation';
/** `expect.extend(matchers)` in vitest and jest. */
export { matchers } from './testing/matchers.ts';
/** Their types: `declare module 'vitest' { interface Matchers extends RunMatchers {} }`. */
export type { RunMatchers } from './testing/matchers.ts';
/** The same for node:test. */
export { assertCompleted, assertFailed, assertWaitingFor } from './testing/matchers.ts';
