import type { ImportFormat } from '@skein/dialects';
import { z } from './zod.ts';
import { exampleItem, exampleWorkflow } from './examples.ts';
import { diagnosticJson, dialectName, json, jsonObject, time } from './json.ts';

/** A workflow in a list. */
/** One of the dialect pipeline also has the fields of the original `WorkflowModel`: `uuid`, `steps` with their ids, `trigger_uuid` … */
export const workflowItem = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    dialect: dialectName,
    version: z.string(),
    isActive: z.boolean(),
    savedAt: time,
  })
  .meta({ id: 'WorkflowItem', examples: [exampleItem] });

/**
 * A workflow with everything about it. One of the dialect pipeline also has the fields of its original API: `uuid`, `user_id`,
 * `is_active`, `trigger`, `steps`, `template_id`, `template_version`, `created_at`, `updated_at`.
 */
export const workflowJson = z
  .looseObject({
    ...workflowItem.shape,
    definition: json.meta({ description: 'As it was written.' }),
    studio: json.meta({ description: 'What an editor stores with it, such as the layout.' }),
    inputSchema: json.meta({ description: "The JSON schema of a run's input; null: anything." }),
    diagnostics: z.array(diagnosticJson),
    isDraft: z.boolean().optional().meta({
      description: 'This version is kept for runs only; nothing starts it by itself.',
    }),
  })
  .meta({ id: 'Workflow', examples: [exampleWorkflow] });

export const versionItem = z
  .object({
    version: z.string(),
    name: z.string(),
    dialect: dialectName,
    savedAt: time,
    isNewest: z.boolean(),
    isDraft: z.boolean().meta({ description: 'Kept for runs only; nothing starts it by itself.' }),
    label: z.string().optional().meta({ description: 'The name that somebody gave it.' }),
    note: z.string().optional(),
    by: z.string().optional().meta({ description: 'Who saved it.' }),
    key: z.string().optional().meta({ description: 'The name of the key that they used.' }),
  })
  .meta({ id: 'Version' });

/** Formats of other products that workflows are imported from. */
export const importFormats = [
  'n8n',
  'dify',
  'flowise',
  'asl',
] as const satisfies readonly ImportFormat[];

const importLoss = diagnosticJson.extend({
  node: z
    .string()
    .nullable()
    .meta({ description: 'The node of the original; null: the whole of it.' }),
  kind: z
    .string()
    .meta({ description: 'What sort of loss it is: binding, credential, python-code …' }),
  native: z
    .string()
    .nullable()
    .meta({ description: 'The node of the definition that it is about.' }),
});

export const importPreview = z
  .object({
    format: z.enum(importFormats),
    definition: jsonObject.meta({ description: 'In native form.' }),
    more: z.array(jsonObject).meta({ description: 'Further workflows that the file contained.' }),
    losses: z.array(importLoss).meta({ description: 'What is left to do, each with a cure.' }),
    bindings: z
      .array(
        z.object({
          tool: z.string(),
          title: z.string(),
          nodes: z.array(z.string()),
          parameters: jsonObject,
        }),
      )
      .meta({ description: 'Tools that have to be offered under these names.' }),
    secrets: z.array(z.string()).meta({ description: 'Names of secrets that have to be stored.' }),
  })
  .meta({ id: 'ImportPreview' });

export const exported = z.object({
  from: dialectName,
  to: dialectName,
  definition: json.meta({ description: 'In the dialect `to`.' }),
  losses: z.array(diagnosticJson).meta({ description: 'What the dialect cannot express.' }),
});
