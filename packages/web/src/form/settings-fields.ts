import { nodeEntries, sessionStepShape } from '@skein/dialects';
import { requestFields } from './request-fields.ts';
import type { NamedFields } from './schema/ui-schema.ts';

const shapes = Object.values(nodeEntries).flatMap((entries) =>
  Object.values(entries).map(({ config }) => config),
);
const rareSettings = [...shapes, sessionStepShape].flatMap(({ fields }) =>
  [...fields].flatMap(([key, { isRare }]) => (isRare === true ? [key] : [])),
);

/** Fields of nodes and steps that mean the same in every dialect. */
export const settingsFields: NamedFields = {
  widgets: {
    code: 'code',
    model: 'model',
    reasoningEffort: 'effort',
    provider: 'provider',
    tool: 'tool',
    step_definition_uuid: 'step',
  },
  fields: {
    tools: {
      'ui:field': 'tools',
      'ui:options': { all: { value: 'auto', label: 'all tools' } },
    },
    approve: {
      'ui:field': 'tools',
      'ui:options': { all: { value: true, label: 'every call' } },
    },
    workflow: { 'ui:field': 'workflow' },
    condition: { 'ui:field': 'condition' },
    conditions: { 'ui:field': 'condition' },
    when: { 'ui:field': 'condition' },
  },
  pairs: new Set(['query', 'headers', 'form', 'multipart']),
  alternatives: requestFields,
  rare: new Set(rareSettings),
  isDense: true,
};

/** Of the settings that every node has, only these are filled. */
export const groupFields: NamedFields = {
  ...settingsFields,
  filled: new Set(['mutex', 'key', 'each']),
};

/** Of a workflow, whose groups have nothing that is rarer than the rest. */
export const policyFields: NamedFields = { ...groupFields, rare: new Set(), filled: new Set() };
