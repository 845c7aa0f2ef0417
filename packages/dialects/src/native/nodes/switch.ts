import {
  any,
  boolean,
  nonEmptyList,
  nonEmptyText,
  optional,
  record,
  required,
} from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';

// The names of cases are ports: the shape of the graph depends on them, so they are not templates.
const caseShape = record('case', {
  name: required(nonEmptyText, 'the port that fires'),
  when: required(any, 'the condition under which it fires'),
});

export const switchNode = nativeNode({
  type: 'switch',
  name: 'Switch',
  summary: 'One of several branches',
  keywords: ['branch', 'case', 'router', 'route', 'decision', 'else if'],
  description: 'Passes its input on to the case that holds, else to default.',
  family: 'choice',
  palette: { group: 'Flow', family: 'logic' },
  initialConfig: { cases: [{ name: 'first', when: { left: '${previous}', op: 'truthy' } }] },
  settings: {
    cases: required(nonEmptyList(caseShape), 'the ports in order, each with its condition', {
      newItem: { name: 'case', when: { left: '${previous}', op: 'eq', right: '' } },
    }),
    first: optional(boolean, 'whether only the first case that holds fires; default true'),
  },
});
