// Nodes of n8n, as its files have them.
import type { Json, JsonObject } from '@skein/kernel';

const base = 'n8n-nodes-base.';
export const start = { name: 'Start', type: `${base}executeWorkflowTrigger`, typeVersion: 1.1 };

export function set(name: string, fields: JsonObject, more: JsonObject = {}): JsonObject {
  const assignments = Object.entries(fields).map(([field, value]) => ({
    name: field,
    value,
    type: typeof value === 'number' ? 'number' : 'string',
  }));
  const parameters = { includeOtherFields: true, assignments: { assignments } };
  return { name, type: `${base}set`, typeVersion: 3.4, parameters, ...more };
}

export function code(name: string, jsCode: string, more: JsonObject = {}): JsonObject {
  return { name, type: `${base}code`, typeVersion: 2, parameters: { jsCode }, ...more };
}

export function where(left: string, type: string, operation: string, right: Json): JsonObject {
  return {
    options: { caseSensitive: true, typeValidation: 'strict' },
    combinator: 'and',
    conditions: [{ leftValue: left, rightValue: right, operator: { type, operation } }],
  };
}

export const node = (
  name: string,
  type: string,
  typeVersion: number,
  parameters: JsonObject,
): JsonObject => ({
  name,
  type: `${base}${type}`,
  typeVersion,
  parameters,
});

export const shelf = [
  { fruit: 'fig', kilos: 3 },
  { fruit: 'plum', kilos: 12 },
  { fruit: 'pear', kilos: 7 },
];
