// The shape of a session-graph definition
// Keys and types; what steps and paths say about each other is looked at by compiling.
import { policyFields } from '../../native/shape/workflow-shape.ts';
import {
  any,
  either,
  integer,
  list,
  nonEmptyText,
  nullable,
  number,
  openObject,
  optional,
  record,
  required,
  text,
} from '../../shape/shape.ts';

const functionName = nullable(text);

export const stepShape = record('step', {
  id: required(nonEmptyText, 'a unique id, used by paths and references', {
    isHidden: true,
  }),
  function: optional(functionName, 'the function that the step calls; without one it does nothing'),
  utility: optional(functionName, 'another name for "function"', { isHidden: true }),
  input: optional(
    nullable(either(text, openObject)),
    'what the function is called with: an object, or its JSON as a text',
  ),
  description: optional(nullable(text), 'what it is for'),
  tags: optional(any, 'tags of your own', { isRare: true }),
});

const pathShape = record('path', {
  from: required(nonEmptyText, 'the id of the source step'),
  to: required(nonEmptyText, 'the id of the target step'),
  conditions: optional(any, 'what must hold for the path to be followed'),
  condition: optional(any, 'another name for "conditions"'),
  operator: optional(nullable(text), 'how conditions are combined: AND (default) or OR'),
  priority: optional(
    nullable(number()),
    'paths of one step are tried in this order, lower first; those without one last',
  ),
  description: optional(nullable(text), 'what it is for'),
});

const policyShape = record('policy', {
  ...policyFields,
  maxIterations: optional(
    nullable(integer(1)),
    'the maximum number of passes since the last answer; default 100',
  ),
});

export const sessionShape = record('session graph', {
  id: optional(nonEmptyText, 'a unique id among your workflows'),
  name: optional(text, 'the display name'),
  description: optional(text, 'what it is for'),
  policy: optional(policyShape, 'limits and what happens on failures'),
  steps: required(list(stepShape), 'the steps'),
  paths: optional(list(pathShape), 'the paths between steps'),
  studio: optional(openObject, 'the layout of editors; not part of the version'),
  $schema: optional(text, 'the JSON schema that editors check the file against'),
});
