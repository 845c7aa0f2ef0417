// What nodes of a dataflow need of the host
// A node that names no model asks that of its context, and which context that is may depend on the run. So the model of a context is
// told where the context gets it, and a node's own where it is known whatever its context is.
import { nonEmptyTextAt, type JsonObject, type Workflow } from '@skein/kernel';
import type { HostNeeds } from '@skein/ports';
import { modelName } from './model-name.ts';

const path = ['model'];

/** Of a node that begins a context. */
export function contextNeeds(config: JsonObject): HostNeeds {
  const name = modelName(config, {});
  return name === undefined ? {} : { model: { path, name } };
}

/** Of a node that asks a model. */
export function askingNeeds(config: JsonObject, workflow: Workflow): HostNeeds {
  const contexts = contextsOf(workflow);
  const valuesOf = (key: string) => new Set(contexts.map((each) => nonEmptyTextAt(each, key)));
  if (nonEmptyTextAt(config, 'model') === undefined) {
    const isDefault = [...valuesOf('model')].every((model) => model === undefined);
    return isDefault ? { model: { path } } : {};
  }
  const providers = [...valuesOf('provider')];
  const isKnown = nonEmptyTextAt(config, 'provider') !== undefined || providers.length === 1;
  const [provider] = providers;
  const name = modelName(config, provider === undefined ? {} : { provider });
  return isKnown && name !== undefined ? { model: { path, name } } : {};
}

/** What is written down about each context: that of the run, and those that nodes begin. */
function contextsOf({ contexts, nodes }: Workflow): readonly JsonObject[] {
  const begun = nodes.flatMap(({ type, config = {} }) =>
    type === 'dataflow.newContext' ? [config] : [],
  );
  return [contexts?.['main'] ?? {}, ...begun];
}
