// Runs that go on: where they failed, or in another version.
import type { AnswerOf } from '@skein/api';
import type { MigrateOptions } from '@skein/engine';
import { checkNotImported, countsFor } from '../features/waits/past-answers.ts';
import { whose } from '../identity/identity.ts';
import { audit } from '../records/audit.ts';
import type { HandlersOf } from './handler.ts';

export const moveHandlers: HandlersOf<'move'> = {
  async continueRun({ params, body, identity, services }) {
    const by = identity.user;
    // Bodies come from JSON: optional keys are absent, never undefined.
    const given = body as { readonly version?: string };
    await checkNotImported(services.engine, identity, params.id);
    const mayAnswer = countsFor(identity);
    const resumed = await services.engine.runs.resume(params.id, { ...given, by, mayAnswer });
    const { id, version, activations, below } = resumed;
    await audit(services, identity, { action: 'run.resume', subject: id, data: { version } });
    return { body: { run_id: id, version, activations: [...activations], below: [...below] } };
  },
  async migrateRun({ params, body, identity, services }) {
    const { version, ...how } = body;
    const { runs } = services.engine;
    const moved = await runs.migrate(params.id, version, {
      ...how,
      by: identity.user,
      mayAnswer: countsFor(identity),
    });
    if (moved.isMoved) {
      const data = { from: moved.from, to: moved.to };
      await audit(services, identity, { action: 'run.move', subject: moved.run, data });
    }
    return { body: { ...moved, obstacles: [...moved.obstacles] } };
  },
  async migrateRuns({ params, body, identity, services }) {
    const { workflows } = services.engine;
    const { version, ...how } = body;
    const to = version ?? (await workflows.get(params.id, undefined, identity.owner)).version;
    // Bodies come from JSON: optional keys are absent, never undefined.
    const given = how as MigrateOptions;
    const report = await workflows.migrate(params.id, to, {
      ...given,
      ...whose(identity),
      by: identity.user,
      mayAnswer: countsFor(identity),
    });
    const moved = report.runs.filter(({ isMoved }) => isMoved).map(({ run }) => run);
    if (moved.length > 0) {
      const data = { to, runs: moved };
      await audit(services, identity, { action: 'workflow.migrate', subject: params.id, data });
    }
    // A report is plain JSON.
    return { body: report as unknown as AnswerOf<'migrateRuns'> };
  },
};
