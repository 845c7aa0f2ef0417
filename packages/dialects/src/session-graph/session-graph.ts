// session-graph
// Steps and paths whose run is the state of a session: statuses, the newest outputs of each step, messages.
import { isObject, ownValue } from '@skein/kernel';
import type { Dialect } from '../dialect/dialect.ts';
import { toJsonSchema } from '../shape/to-json-schema.ts';
import {
  compileSessionGraph,
  compileSessionGraphInParts,
} from './compile/compile-session-graph.ts';
import { exportSessionGraph } from './export/export-session-graph.ts';
import { sessionKinds } from './shape/session-steps.ts';
import { sessionProjection } from './view/project-session.ts';
import { sessionShape } from './shape/session-shape.ts';
import { viewSessionGraph } from './view/view-session-graph.ts';

export const sessionGraph: Dialect = {
  name: 'session-graph',
  kinds: sessionKinds,
  detect: (definition) => {
    const steps = ownValue(definition, 'steps');
    if (!Array.isArray(steps)) return false;
    if (Object.hasOwn(definition, 'paths')) return true;
    // Without paths: other formats with steps give them a type or a uuid.
    const first: unknown = steps[0];
    const isStep = isObject(first) && Object.hasOwn(first, 'id');
    return isStep && !Object.hasOwn(first, 'type') && !Object.hasOwn(first, 'uuid');
  },
  schema: () => ({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Skein workflow, session-graph format',
    ...toJsonSchema(sessionShape),
  }),
  diagnose: (definition, options) => compileSessionGraph(definition, options).diagnostics,
  compile: compileSessionGraph,
  compileInParts: compileSessionGraphInParts,
  export: exportSessionGraph,
  view: viewSessionGraph,
  projection: sessionProjection,
};
