// Drawing session graphs
// Definitions of the dialect session-graph as its original design draws them: STEP nodes, NEXT relationships between them, and a
// WORKFLOW that has the steps. A workflow that somebody else drew is changed in place.
import { isObject, ownValue } from '@skein/kernel';
import type { DefinitionRecord } from '@skein/ports';
import { toKey } from '../values/key-text.ts';
import { drawingOf } from './drawing-changes.ts';
import { findUnnamedSteps, findWorkflowNode, type DrawnKey } from './drawn-graphs.ts';
import type { Ask } from './neo4j-connection.ts';

const ours = 'match (w:WORKFLOW {id: $id, user_id: $user})';

/** Steps that are still named stay as they are; the others are deleted, and so are all paths, which have no ids. */
export async function writeSteps(ask: Ask, record: DefinitionRecord): Promise<void> {
  const { definition } = record;
  if (!isObject(definition)) return;
  const { steps, paths } = drawingOf(definition);
  const workflow = { id: toKey(record.id), user: toKey(record.user ?? '') };
  const name = ownValue(definition, 'name');
  await ownDrawing(ask, workflow);
  await ask('merge (w:WORKFLOW {id: $id, user_id: $user}) set w.name = $name', {
    ...workflow,
    name: typeof name === 'string' ? toKey(name) : workflow.id,
  });
  await ask(`${ours}-[:HAS]->(s:STEP) where not s.id in $ids detach delete s`, {
    ...workflow,
    ids: steps.map(({ id }) => toKey(id)),
  });
  await ask(`${ours}-[:HAS]->(:STEP)-[n:NEXT]->() delete n`, workflow);
  await ask(
    `${ours} unwind $steps as step
     merge (w)-[:HAS]->(s:STEP {id: step.id}) set s = step.set, s.id = step.id`,
    { ...workflow, steps: steps.map(({ id, set }) => ({ id: toKey(id), set })) },
  );
  await ask(
    `${ours} unwind $paths as path
     match (w)-[:HAS]->(a:STEP {id: path.from}) match (w)-[:HAS]->(b:STEP {id: path.to})
     create (a)-[n:NEXT]->(b) set n = path.set`,
    {
      ...workflow,
      paths: paths.map(({ from, to, set }) => ({ from: toKey(from), to: toKey(to), set })),
    },
  );
}

/** A drawing of this name becomes the drawing of the workflow: otherwise there would be two. */
async function ownDrawing(ask: Ask, workflow: DrawnKey): Promise<void> {
  const element = await findWorkflowNode(ask, workflow);
  if (element !== undefined) {
    await ask(
      'match (w:WORKFLOW) where elementId(w) = $element set w.id = $id, w.user_id = $user',
      { ...workflow, element },
    );
    return;
  }
  const elements = await findUnnamedSteps(ask, workflow);
  if (elements === undefined) return;
  await ask(
    `create (w:WORKFLOW {id: $id, user_id: $user}) with w
     match (s:STEP) where elementId(s) in $elements create (w)-[:HAS]->(s)`,
    { ...workflow, elements },
  );
}

export async function renameDrawing(ask: Ask, workflow: DrawnKey, name: string): Promise<void> {
  const element = await findWorkflowNode(ask, workflow);
  if (element === undefined) return;
  await ask('match (w:WORKFLOW) where elementId(w) = $element set w.id = $id, w.name = $name', {
    id: workflow.id,
    element,
    name: toKey(name),
  });
}

export async function deleteSteps(ask: Ask, workflow: DrawnKey): Promise<void> {
  await ownDrawing(ask, workflow);
  await ask(`${ours}-[:HAS]->(s:STEP) detach delete s`, { ...workflow });
  await ask(`${ours} detach delete w`, { ...workflow });
}
