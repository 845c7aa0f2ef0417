// Triggers that nobody has written
// Older releases kept the trigger of a pipeline only in its definition when a library saved it, so that it never fired. Whoever fires
// triggers adds them once; since then every save writes them.
// T1. Two that do it at once do no harm: a trigger that is written twice is planned twice, and each tick is claimed.
import type { NewestDefinition, ServerRecords } from '@skein/ports';
import { triggersIn } from '../../state/definitions/triggers-in.ts';
import type { Workflows } from './workflows-api.ts';

export interface TriggerPlaces {
  readonly engine: { readonly workflows: Pick<Workflows, 'list'> };
  readonly records: Pick<ServerRecords, 'triggers' | 'marks'>;
}

const mark = 'triggers of pipelines';
const atOnce = 100;

export async function addMissingTriggers({ engine, records }: TriggerPlaces): Promise<void> {
  if ((await records.marks?.has(mark)) === true) return;
  let cursor: string | null = null;
  do {
    const from = cursor === null ? {} : { cursor };
    const page = await engine.workflows.list({ dialect: 'pipeline', limit: atOnce, ...from });
    for (const workflow of page.items) await addTriggers(records, workflow);
    cursor = page.nextCursor;
  } while (cursor !== null);
  // Last: who was killed before begins again.
  await records.marks?.set(mark);
}

async function addTriggers(
  { triggers }: Pick<ServerRecords, 'triggers'>,
  workflow: NewestDefinition,
): Promise<void> {
  for (const trigger of triggersIn(workflow).triggers ?? []) {
    const { id, user } = trigger;
    // One of another workflow keeps its id.
    if ((await triggers.get(id, user)) !== undefined) continue;
    await triggers.put({ ...trigger, isActive: workflow.isActive });
  }
}
