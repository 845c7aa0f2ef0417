// Workflows that call each other in a circle
// Files of other products name the workflows that they call by id. Where those are imported together, a circle is found before anything
// is written: a run of it would start runs until a limit ends it.
import { inlineWorkflows } from '@skein/dialects';
import {
  createDigraph,
  findStrongComponents,
  isObject,
  ownValue,
  type JsonObject,
} from '@skein/kernel';

/** The circles among these definitions, each as the ids in it, in the order of the definitions. */
export function findCycles(definitions: readonly JsonObject[]): readonly (readonly string[])[] {
  const ids = definitions.map(idOf);
  const places = new Map(ids.flatMap((id, place) => (id === undefined ? [] : [[id, place]])));
  const arcs = definitions.flatMap((definition, from) =>
    callsOf(definition).flatMap((id) => {
      const to = places.get(id);
      return to === undefined ? [] : [{ from, to }];
    }),
  );
  const graph = createDigraph({
    size: definitions.length,
    sources: Int32Array.from(arcs, ({ from }) => from),
    targets: Int32Array.from(arcs, ({ to }) => to),
  });
  const { of: component, sizes } = findStrongComponents(graph);
  const callsItself = new Set(arcs.flatMap(({ from, to }) => (from === to ? [from] : [])));
  const found = new Map<number, string[]>();
  for (const [place, id] of ids.entries()) {
    const group = component[place] ?? 0;
    if (id === undefined || ((sizes[group] ?? 0) < 2 && !callsItself.has(place))) continue;
    found.set(group, [...(found.get(group) ?? []), id]);
  }
  return [...found.values()];
}

export function idOf(definition: JsonObject): string | undefined {
  const id = ownValue(definition, 'id');
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** The ids of the workflows that its nodes and tools run. */
function callsOf(definition: JsonObject): readonly string[] {
  const nodes = ownValue(definition, 'nodes');
  const tools = ownValue(definition, 'tools') ?? {};
  const called = [
    ...(Array.isArray(nodes) ? nodes : []).filter(isObject).map((node) => {
      const config = ownValue(node, 'config') ?? {};
      return isObject(config) ? ownValue(config, 'workflow') : undefined;
    }),
    ...(isObject(tools) ? Object.values(tools) : [])
      .filter(isObject)
      .map((tool) => ownValue(tool, 'workflow')),
  ];
  const inner = [...inlineWorkflows(definition)].flatMap(({ workflow }) => callsOf(workflow));
  return [...called.filter((each) => typeof each === 'string'), ...inner];
}
