// Workflows of the store as values
// JSON that somebody wrote or drew has no types of its own: `skein types` reads the definitions of a project and declares them, by id.
import type { Json } from '@skein/kernel';
import type { Workflow } from './workflow.ts';

declare global {
  // What projects declare themselves must be global, like `Express.Request`.
  namespace Skein {
    /** The JSON workflows of a project by their ids, as `skein types` writes them into skein.d.ts. */
    interface Workflows {}
  }
}

/** An id that skein.d.ts knows; without that file, any. */
export type SavedId = keyof Skein.Workflows extends never ? string : keyof Skein.Workflows & string;

export type SavedInput<Id> = Id extends keyof Skein.Workflows ? InputIn<Skein.Workflows[Id]> : Json;
export type SavedOutput<Id> = Id extends keyof Skein.Workflows
  ? OutputIn<Skein.Workflows[Id]>
  : Json;

type InputIn<Types> = Types extends { readonly input: infer In } ? In : Json;
type OutputIn<Types> = Types extends { readonly output: infer Out } ? Out : Json;

/**
 * A workflow of the store by its id, as a value:
 *
 *     const { output } = await engine.run(saved('quote'), { item: 'lamp' });
 */
export function saved<Id extends SavedId>(id: Id): Workflow<SavedInput<Id>, SavedOutput<Id>> {
  return { id, definition: {}, nodeTypes: new Map(), workflows: [], isSaved: true };
}
