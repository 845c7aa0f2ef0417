import { dialectName, type AnswerOf } from '@skein/api';
import type { Engine } from '@skein/engine';
import { EngineError, type RunRecord } from '@skein/ports';
import { isoTime } from '../../values/iso-time.ts';

type RunAnswer = AnswerOf<'cancelRun'>;

/** A run as its row in the store has it. Nothing is rebuilt: the journal of a quarantined run may kill whoever replays it. */
export async function storedRun(
  engine: Pick<Engine, 'workflows' | 'runs'>,
  record: RunRecord,
): Promise<RunAnswer> {
  const { id, workflow, name, status, parent, user, seq } = record;
  const { dialect } = await engine.workflows.get(workflow.id, workflow.version, user);
  const run: RunAnswer = {
    id,
    workflow: { ...workflow, name: name ?? workflow.id, dialect: dialectName.parse(dialect) },
    status,
    input: null,
    output: null,
    error: null,
    nodes: {},
    outputs: {},
    waits: [],
    contexts: {},
    usage: { steps: 0, modelCalls: 0, inputTokens: 0, outputTokens: 0, usd: 0 },
    createdAt: isoTime(record.createdAt),
    updatedAt: isoTime(record.updatedAt),
    seq,
  };
  if (parent !== undefined) run.parent = parent;
  const since = await setAsideAt(engine, record);
  if (since !== undefined) run.quarantinedAt = isoTime(since);
  return run;
}

/** Whether it is shown as it is stored, unless somebody asks for more. */
export async function isSetAside(
  engine: Pick<Engine, 'runs'>,
  record: RunRecord,
): Promise<boolean> {
  return (await setAsideAt(engine, record)) !== undefined;
}

/** A tree is quarantined as a whole, at its root. */
async function setAsideAt(
  { runs }: Pick<Engine, 'runs'>,
  record: RunRecord,
): Promise<number | undefined> {
  const { quarantinedAt } = record.root === undefined ? record : await runs.record(record.root);
  return quarantinedAt;
}

/** What can only be told by rebuilding the run is not told of a quarantined one. */
export async function refuseSetAside(
  engine: Pick<Engine, 'runs'>,
  record: RunRecord,
): Promise<void> {
  if (await isSetAside(engine, record))
    throw new EngineError('RUN_QUARANTINED', { run: record.id, deaths: 0 });
}
