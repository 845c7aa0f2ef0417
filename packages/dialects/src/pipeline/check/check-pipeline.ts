// All problems of a pipeline, at once
import { isObject, ownValue, partLength, type Json, type LongWork } from '@skein/kernel';
import type { Finding } from '../../diagnostics/finding.ts';
import type { CompileOptions } from '../../dialect/dialect.ts';
import { checkShape, createWalk } from '../../shape/check-shape.ts';
import { checkConditions } from './check-conditions.ts';
import { checkIds } from './check-ids.ts';
import { checkNames } from './check-names.ts';
import { checkPrompts } from './check-prompts.ts';
import { checkTrigger } from '../../triggers/check-trigger.ts';
import { pipelineShape, pipelineSteps, unknownStepShape } from '../shape/pipeline-shape.ts';
import { readSteps, type Step } from '../read/read-steps.ts';

export function* checkPipeline(
  definition: Json,
  options: Pick<CompileOptions, 'isStored'> = {},
): LongWork<readonly Finding[]> {
  const steps = readSteps(definition);
  const shapes = yield* checkShapes(definition, steps, options);
  return [
    ...shapes,
    ...checkPresence(definition),
    ...checkIds(definition, steps),
    ...checkNames(steps),
    ...checkPrompts(steps),
    ...checkConditions(steps),
    ...checkTrigger(definition),
  ];
}

function* checkShapes(
  definition: Json,
  steps: readonly Step[],
  { isStored }: Pick<CompileOptions, 'isStored'>,
): LongWork<readonly Finding[]> {
  const walk = createWalk({ isStored });
  checkShape(pipelineShape, definition, walk);
  for (const { index, type, written } of steps) {
    if (index % partLength === 0) yield;
    walk.path.push('steps', index);
    checkShape(type === null ? unknownStepShape : pipelineSteps[type].config, written, walk);
    checkEnabled(ownValue(written, 'tools'), (name) =>
      walk.findings.push(notEnabled([...walk.path, 'tools', name, 'enabled'])),
    );
    walk.path.length = 0;
  }
  return walk.findings;
}

function checkEnabled(tools: Json | undefined, complain: (name: string) => void): void {
  if (tools === undefined || !isObject(tools)) return;
  for (const [name, settings] of Object.entries(tools)) {
    const enabled = isObject(settings) ? ownValue(settings, 'enabled') : undefined;
    if (enabled !== undefined && typeof enabled !== 'boolean') complain(name);
  }
}

function notEnabled(path: Finding['path']): Finding {
  return {
    path,
    code: 'WRONG_TYPE',
    severity: 'error',
    message: 'The key "enabled" of a tool must be true or false.',
    hint: 'Write true or false without quotes.',
  };
}

function checkPresence(definition: Json): readonly Finding[] {
  const steps = isObject(definition) ? ownValue(definition, 'steps') : undefined;
  if (!Array.isArray(steps) || steps.length > 0) return [];
  return [
    {
      path: ['steps'],
      code: 'EMPTY_WORKFLOW',
      severity: 'error',
      message: 'The pipeline has no steps, so there is nothing to run.',
      hint: 'Add a step: { "name": "First", "type": "custom_llm", "model": "…", "system_prompt": "…" }.',
    },
  ];
}
