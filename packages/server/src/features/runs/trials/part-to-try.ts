import type { JsonObject } from '@skein/api';
import type { Engine } from '@skein/engine';
import { EngineError } from '@skein/ports';
import { orNull } from '../../../values/or-null.ts';
import { approvalBelow, idOf, partsOf, type FindWorkflow } from './approvals-before.ts';
import { partialRun } from './partial-run.ts';
import type { Tried } from './trial-graph.ts';
import { called } from './trial-nodes.ts';

/**
 * The part of a native workflow that is to be tried, as a definition of its own. An approval inside a workflow that does not run cannot
 * be asked by itself, so what it stands before is not tried.
 */
export async function partToTry(
  { workflows }: Pick<Engine, 'workflows'>,
  native: JsonObject,
  { user, ...tried }: Tried & { readonly user?: string | undefined },
): Promise<JsonObject> {
  const { node } = tried;
  const part = partialRun(native, tried);
  if (part === null) throw new EngineError('NODE_NOT_FOUND', { node });
  const find: FindWorkflow = async (id) => {
    const found = await orNull(() => workflows.get(id, undefined, user));
    if (found === null) return null;
    const { definition, dialect } = found;
    // The native form of a workflow is an object.
    return workflows.convert(definition, 'native', { dialect }).definition as JsonObject;
  };
  const asking = await approvalBelow(partsOf(native), part, find);
  if (asking === null) return part.definition;
  const { nodes } = partsOf(native);
  const name = (id: string) => called(nodes.find((each) => idOf(each) === id) ?? { id });
  throw new EngineError(
    'NOT_ALLOWED',
    {
      what: `try "${name(node)}": an approval inside "${name(asking)}" stands before something with effects`,
    },
    { hint: 'Run the workflow.' },
  );
}
