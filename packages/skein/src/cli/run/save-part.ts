import type { Engine } from '@skein/engine';
import type { Json, JsonObject } from '@skein/kernel';
import { withoutUndefined } from '../../without-undefined.ts';
import type { RunPart } from './read-part.ts';

/** A part of a workflow as a hidden workflow of its own, as the studio tries it: runs of it are marked, and in no list of workflows. */
export async function savePart(
  engine: Engine,
  { workflow, definition, dialect }: PartOf,
  { node, reach, outputs }: RunPart,
): Promise<{ readonly id: string; readonly version: string }> {
  const { partToTry, trialId } = await import('@skein/server');
  const { workflows } = engine;
  const read = withoutUndefined({ dialect });
  const whole = await workflows.complete(definition, read);
  // The native form of a workflow is an object.
  const native = workflows.convert(whole, 'native', read).definition as JsonObject;
  const tried =
    reach === 'from'
      ? { node, reach, outputs, pinned: {} }
      : { node, reach, outputs: {}, pinned: outputs };
  const part = await partToTry(engine, native, tried);
  const id = trialId({ workflow, node, reach });
  return workflows.save(part, { id, dialect: 'native', isHidden: true });
}

interface PartOf {
  readonly workflow: string;
  readonly definition: Json;
  readonly dialect?: string | undefined;
}
