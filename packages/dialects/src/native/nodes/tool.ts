import {
  any,
  choice,
  list,
  optional,
  record,
  required,
  template,
  text,
  withOthers,
} from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';
import {
  approveSetting,
  callWhoSetting,
  notifySetting,
  templateName,
  templateText,
} from '../settings/setting-shapes.ts';

const callShape = withOthers(
  record('call', {
    id: optional(templateText, 'the id that the result is given under'),
    name: required(templateText, 'the tool to call'),
    arguments: optional(any, 'the arguments of the call'),
    problem: optional(
      record('problem', {
        reason: required(choice('malformed', 'not-offered'), 'which kind of problem it is'),
        message: required(text, 'what is wrong'),
      }),
      'why it must not be run',
    ),
  }),
  any,
);

export const toolNode = nativeNode({
  type: 'tool',
  name: 'Tool',
  summary: 'Call one tool',
  keywords: ['mcp', 'api', 'http', 'call', 'action', 'integration'],
  description: 'Calls a tool, or all tools that a model has asked for.',
  family: 'function',
  palette: { group: 'Act', family: 'tool' },
  subtitleKey: 'tool',
  initialConfig: { tool: 'tool-name' },
  settings: {
    tool: optional(templateName, 'the tool to call'),
    args: optional(any, 'the arguments of the call; default: an empty object', {
      title: 'Arguments',
      holds: 'arguments',
    }),
    calls: optional(
      template(list(template(callShape))),
      'the calls of a model message, run in order, for example "${previous.toolCalls}"',
      { newItem: { name: 'tool-name' } },
    ),
    context: optional(
      templateName,
      'the conversation that results of calls are appended to; default: its own',
      { title: 'Conversation', isRare: true, affects: 'nothing' },
    ),
    approve: approveSetting,
    who: callWhoSetting,
    notify: notifySetting,
  },
  oneOf: ['tool', 'calls'],
});
