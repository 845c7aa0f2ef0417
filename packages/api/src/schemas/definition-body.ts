import { jsonObject } from './json.ts';

const open = { type: 'object', additionalProperties: true } as const;
const text = { type: 'string' } as const;

const node = {
  ...open,
  required: ['id', 'type'],
  properties: { id: text, type: text, name: text, config: open },
};

const edge = {
  ...open,
  required: ['from', 'to'],
  properties: { from: text, to: text, out: text },
};

const native = {
  ...open,
  title: 'NativeDefinition',
  required: ['skein', 'nodes'],
  properties: {
    skein: { type: 'integer', const: 1 },
    id: text,
    name: text,
    description: text,
    policy: open,
    nodes: { type: 'array', items: node },
    edges: { type: 'array', items: edge },
  },
};

/**
 * A definition in a body. Its dialect checks it, with places and hints; this says what clients that are generated from the
 * OpenAPI document can know of it.
 */
export const definitionBody = jsonObject.meta({
  id: 'Definition',
  description:
    'A workflow: in the native dialect, or in another one, whose shape its own documentation describes.',
  anyOf: [native, { ...open, title: 'DefinitionOfAnotherDialect' }],
});
