import { setTimeout as after } from 'node:timers/promises';
import type { Engine, RunJson } from '@skein/engine';
import { EngineError, withoutUndefined } from '@skein/ports';
import type { Trial, TriedRun } from '@skein/server';
import { toTriedResult } from '../tried-result.ts';

/** Longer than this nobody waits in a conversation; the run goes on. */
const waitMs = 60_000;

/** A run like any other, of a version that nothing else uses: with the rights, secrets and limits of its user. */
export async function liveTrial(
  engine: Engine,
  user: string | undefined,
  { definition, input, script, answers }: Trial,
): Promise<TriedRun> {
  if (script !== undefined || answers.length > 0) {
    const complaint = 'a live run has no script, and people answer it themselves';
    throw new EngineError('BAD_VALUE', { what: 'argument "live"', complaint });
  }
  const owner = withoutUndefined({ user });
  const { id, version } = await engine.workflows.save(definition, { isHidden: true, ...owner });
  const { id: run } = await engine.runs.start(id, { input, version, ...owner });
  return { id: run, result: toTriedResult(await settledSoon(engine, run)) };
}

async function settledSoon(engine: Engine, run: string): Promise<RunJson> {
  const late = new AbortController();
  const asItIs = after(waitMs, undefined, { signal: late.signal }).then(() => engine.runs.get(run));
  try {
    return await Promise.race([engine.runs.settled(run), asItIs]);
  } finally {
    asItIs.catch(() => {});
    late.abort();
  }
}
