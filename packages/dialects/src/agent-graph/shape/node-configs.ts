// The configs of the node types of this dialect, as compiling a definition writes them.
import {
  any,
  boolean,
  list,
  nonEmptyText,
  nullable,
  openObject,
  optional,
  record,
  required,
  text,
} from '../../shape/shape.ts';

const always = optional(boolean, 'whether an ALWAYS edge leaves the node');
const input = optional(any, 'the first message of the user');

const toolShape = record('tool', {
  name: required(nonEmptyText, 'the name that the model calls it by'),
  description: optional(text, 'what it does'),
  parameters: optional(openObject, 'the JSON schema of its arguments'),
});

const agentShape = record('agent', {
  id: optional(text, 'its id'),
  name: optional(text, 'the display name'),
  system: optional(text, 'its instructions'),
  model: optional(text, 'the model that it asks'),
  tools: optional(list(toolShape), 'what it may call; without it every tool of the host'),
});

const routeShape = record('route', {
  value: required(text, 'what is chosen'),
  to: required(nullable(text), 'the node that it leads to; null ends the run'),
});

export const agentConfigShape = record('config of an agent', {
  agent: optional(agentShape, 'who speaks'),
  conversational: optional(boolean, 'whether it may end by the tool "end"'),
  routes: optional(list(text), 'what it may choose as next'),
  executor: optional(text, 'the route that its tool calls take'),
  always,
  handOff: optional(boolean, 'whether a person takes over if it fails'),
  input,
});

export const toolsConfigShape = record('config of a tool executor', {
  routes: optional(list(text), 'tools that have an edge of their own'),
  always,
});

export const handOffConfigShape = record('config of a hand-off', {
  entry: optional(text, 'the agent to continue with if none was interrupted'),
  agents: optional(
    list(
      record('agent', {
        id: required(text, 'the node of the agent'),
        routes: required(list(routeShape), 'its choices, and where they lead'),
      }),
    ),
    'what each agent may choose',
  ),
  nodes: optional(
    list(
      record('node', {
        id: required(text, 'the id of the node'),
        name: required(text, 'what people call it'),
      }),
    ),
    'all nodes that a person may send the run to',
  ),
  routes: optional(list(routeShape), 'the edges of the hand-off itself'),
  always,
  input,
});
