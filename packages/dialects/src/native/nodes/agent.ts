import {
  choice,
  either,
  integer,
  list,
  openObject,
  optional,
  template,
} from '../../shape/shape.ts';
import { modelCallSettings } from '../settings/model-settings.ts';
import { nativeNode } from './native-node.ts';
import {
  approveSetting,
  callWhoSetting,
  notifySetting,
  templateText,
} from '../settings/setting-shapes.ts';

export const agentNode = nativeNode({
  type: 'agent',
  name: 'Agent',
  summary: 'Model with tools',
  keywords: ['ai', 'assistant', 'model', 'tools', 'gpt', 'claude', 'autonomous', 'react loop'],
  description: 'Lets a language model work with tools and other agents.',
  family: 'model',
  palette: { group: 'Think', family: 'agent' },
  subtitleKey: 'model',
  settings: {
    prompt: optional(
      templateText,
      'the message to the model; without it, the conversation continues',
    ),
    note: optional(
      templateText,
      'a text that is added below the message unless it is empty, such as the note of an approval',
      { isRare: true },
    ),
    ...modelCallSettings,
    tools: optional(
      template(either(choice('auto'), list(templateText), openObject)),
      'the tools that it may call; "auto" for all of them',
    ),
    maxTurns: optional(template(integer(1)), 'the maximum number of model calls; default 20', {
      title: 'Model calls at most',
      affects: 'nothing',
    }),
    approve: approveSetting,
    who: callWhoSetting,
    notify: notifySetting,
    turns: optional(
      choice('all', 'one'),
      'the whole tool loop (all), or a single model call that runs no tool (one)',
      { unset: 'all', isRare: true },
    ),
  },
});
