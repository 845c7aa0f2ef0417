// Node types that native lacks
// A step that only asks a model is a native `llm`. An agent here gets large outputs as a summary and a tool to read them,
// and a checker looks into outputs with JSONPath.
import type { NodeKind } from '@skein/kernel';

export const agentType = 'pipeline.agent';
export const checkerType = 'pipeline.stop_checker';

export const pipelineKinds: readonly NodeKind[] = [
  {
    type: agentType,
    mode: 'execute',
    ports: ['output'],
    rawKeys: ['tools'],
    textKeys: ['system', 'prompt'],
    retry: { attempts: 3, backoffMs: 500, factor: 2, maxMs: 30_000 },
    effect: 'idempotent',
  },
  {
    type: checkerType,
    mode: 'execute',
    ports: ['output'],
    rawKeys: ['conditions'],
    effect: 'pure',
  },
];
