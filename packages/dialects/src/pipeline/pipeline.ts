// The dialect pipeline
// A list of steps that run one after the other, started by a trigger. Placeholders in prompts bring earlier outputs in;
// checkers may stop the run.
import { isObject, ownValue, type Json } from '@skein/kernel';
import type { Dialect } from '../dialect/dialect.ts';
import { compilePipeline, compilePipelineInParts } from './compile/compile-pipeline.ts';
import { exportPipeline } from './export/export-pipeline.ts';
import { pipelineJsonSchema } from './shape/pipeline-json-schema.ts';
import { pipelineKinds } from './shape/pipeline-kinds.ts';
import { stepTypes } from './shape/pipeline-shape.ts';
import { readTrigger } from '../triggers/read-trigger.ts';
import { pipelineProjection } from './view/project-pipeline.ts';
import { viewPipeline } from './view/view-pipeline.ts';

export const pipeline: Dialect = {
  name: 'pipeline',
  kinds: pipelineKinds,
  detect: (definition) => {
    const steps = ownValue(definition, 'steps');
    if (!Array.isArray(steps) || Object.hasOwn(definition, 'paths')) return false;
    const first = steps[0] as Json | undefined;
    if (first === undefined) return marks.some((key) => Object.hasOwn(definition, key));
    return isObject(first) && isStepType(ownValue(first, 'type'));
  },
  schema: pipelineJsonSchema,
  diagnose: (definition, options) => compilePipeline(definition, options).diagnostics,
  compile: compilePipeline,
  compileInParts: compilePipelineInParts,
  export: exportPipeline,
  view: viewPipeline,
  projection: pipelineProjection,
  triggers: (definition, workflow) => {
    const trigger = readTrigger(definition, workflow);
    return trigger === null ? [] : [trigger];
  },
};

/** Keys that only a pipeline has at its top; without steps there is nothing else to tell it by. */
const marks = ['uuid', 'is_active', 'trigger_uuid', 'template_id'];

/** A misspelled type still belongs to a pipeline: it must be refused as such, not taken for another format. */
function isStepType(type: Json | undefined): boolean {
  if (typeof type !== 'string') return false;
  return stepTypes.some((known) => known === type) || /^(?:custom_|stop_)/.test(type);
}
