// The tools for building workflows, in the order in which they are usually needed.
import type { BuildingTool } from './building-tool.ts';
import { getNodeType, listNodeTypes } from './tools/node-type-tools.ts';
import { findExamples, readDocs } from './tools/reading-tools.ts';
import { explainRun, testWorkflow, tryWorkflow } from './tools/running-tools.ts';
import { patchWorkflow, saveWorkflow, validateWorkflow } from './tools/writing-tools.ts';

export const buildingTools: readonly BuildingTool[] = [
  listNodeTypes,
  getNodeType,
  findExamples,
  readDocs,
  validateWorkflow,
  saveWorkflow,
  patchWorkflow,
  tryWorkflow,
  explainRun,
  testWorkflow,
];
