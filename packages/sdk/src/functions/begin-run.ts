import { isObject, ownValue, type Json } from '@skein/kernel';
import { withoutUndefined } from '@skein/ports';
import { StepError } from './errors.ts';
import type { Scope } from './scope.ts';

const notSaved =
  'Name it in the options of the workflow that runs it, workflow(id, { workflows: [it] }, …), or in createEngine({ workflows }).';

/** Begins a child run, and gives its output when it has completed. `workflow`: the id of a saved one, or a definition. */
export function beginRun(
  scope: Scope,
  name: string,
  { workflow, input }: { readonly workflow: Json; readonly input: Json | undefined },
): Promise<Json> {
  const { io } = scope.of;
  return scope.act(name, async (key) => {
    const data = withoutUndefined({ workflow, input });
    const ended = await io.wait({ kind: 'child', data }, { key });
    const read = isObject(ended) ? ended : {};
    const status = ownValue(read, 'status');
    if (status === 'completed') return ownValue(read, 'output') ?? null;
    const failure = ownValue(read, 'failure') ?? {};
    const [code, message] = isObject(failure)
      ? [ownValue(failure, 'code'), ownValue(failure, 'message')]
      : [];
    const said =
      typeof message === 'string' ? message : `The run of "${name}" is ${JSON.stringify(status)}.`;
    throw new StepError(name, {
      code: typeof code === 'string' ? code : 'CHILD_FAILED',
      message: code === 'WORKFLOW_NOT_FOUND' ? `${said} ${notSaved}` : said,
    });
  });
}
