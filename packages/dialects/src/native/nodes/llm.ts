import { required } from '../../shape/shape.ts';
import { modelCallSettings } from '../settings/model-settings.ts';
import { nativeNode } from './native-node.ts';
import { templateText } from '../settings/setting-shapes.ts';

export const llmNode = nativeNode({
  type: 'llm',
  name: 'Model call',
  summary: 'One question, one answer',
  keywords: ['ai', 'prompt', 'gpt', 'claude', 'gemini', 'completion', 'chat', 'generate', 'ask'],
  description: 'Asks a language model once.',
  family: 'model',
  palette: { group: 'Think', family: 'agent' },
  subtitleKey: 'model',
  initialConfig: { prompt: '' },
  settings: {
    prompt: required(templateText, 'the message to the model'),
    ...modelCallSettings,
  },
});
