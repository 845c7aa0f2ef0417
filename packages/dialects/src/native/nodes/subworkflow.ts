import { any, optional } from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';
import { workflowSetting, workflowVersionSetting } from '../settings/setting-shapes.ts';

export const subworkflowNode = nativeNode({
  type: 'subworkflow',
  name: 'Sub-workflow',
  summary: 'Run another workflow',
  keywords: ['child', 'nested', 'call', 'reuse', 'execute workflow', 'invoke'],
  description: 'Runs another workflow and passes its output on.',
  family: 'children',
  palette: { group: 'Flow', family: 'logic' },
  initialConfig: { workflow: 'workflow-id' },
  settings: {
    workflow: workflowSetting,
    version: workflowVersionSetting,
    input: optional(any, 'the input of the child run; default: the input of the node', {
      holds: 'arguments',
    }),
  },
});
