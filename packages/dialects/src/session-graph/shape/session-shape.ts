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
  id: required(nonEmptyText, 'a name of its own, which paths and references use', {
    isHidden: true,
  }),
  function: optional(functionName, 'the function that the step calls; without one it does nothing'),
  utility: optional(functionName, 'another name for "function"', { isHidden: true }),
  input: optional(
    nullable(either(text, openObject)),
    'what the function is called with: an object, or its JSON as a text',
  ),
  description: optional(nullable(text), 'what it is for'),
  tags: optional(any, 'whatever you sort steps by', { isRare: true }),
});

const pathShape = record('path', {
  from: required(nonEmptyText, 'the id of the step that it leaves'),
  to: required(nonEmptyText, 'the id of the step that it leads to'),
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
    'passes that the run may make, counted from the last answer; default 100',
  ),
});

export const sessionShape = record('session graph', {
  id: optional(nonEmptyText, 'a name of its own among your workflows'),
  name: optional(text, 'what people see'),
  description: optional(text, 'what it is for'),
  policy: optional(policyShape, 'limits and what happens on failures'),
  steps: required(list(stepShape), 'what is done'),
  paths: optional(list(pathShape), 'what follows what'),
  studio: optional(openObject, 'where things are drawn; no part of the version'),
  $schema: optional(text, 'the JSON schema that an editor checks the file with'),
});
