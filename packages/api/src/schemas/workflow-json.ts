import { z } from './zod.ts';
import { exampleItem, exampleWorkflow } from './examples.ts';
import { diagnosticJson, dialectName, json, time } from './json.ts';

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
  })
  .meta({ id: 'Version' });

export const exported = z.object({
  from: dialectName,
  to: dialectName,
  definition: json.meta({ description: 'In the dialect `to`.' }),
  losses: z.array(diagnosticJson).meta({ description: 'What the dialect cannot express.' }),
});
