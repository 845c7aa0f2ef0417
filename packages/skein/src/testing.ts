// The public names of skein/testing.

/** An engine for tests: time passes when told, steps are answered by the test, the process can die. */
export { testEngine } from './testing/test-engine.ts';
export type { TestEngine, TestOptions, TestRun } from './testing/test-engine.ts';
export type { StepAnswers } from './testing/watched-functions.ts';
/** `expect.extend(matchers)` in vitest and jest. */
export { matchers } from './testing/matchers.ts';
/** The same for node:test. */
export { assertCompleted, assertFailed, assertWaitingFor } from './testing/matchers.ts';
