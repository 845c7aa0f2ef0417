import { isObject, type JsonObject } from '@skein/kernel';
import { listAt, textAt } from '../../../graph/own-keys.ts';
import { countWords } from '../../../text/time-words.ts';

interface CallWords {
  readonly words: string;
  readonly status: 'completed' | 'failed' | 'running' | 'waiting';
}

/** What the assistant did with a tool, in a few words. */
export function callWords(part: JsonObject): CallWords {
  const name = textAt(part, 'type').slice('tool-'.length);
  const state = textAt(part, 'state');
  const input = isObject(part['input']) ? part['input'] : {};
  if (state === 'output-error')
    return { words: `${doing(name, input)}: ${textAt(part, 'errorText')}`, status: 'failed' };
  if (state === 'approval-requested') return { words: doing(name, input), status: 'waiting' };
  const output = isObject(part['output']) ? part['output'] : null;
  if (state !== 'output-available' || output === null)
    return { words: doing(name, input), status: 'running' };
  return { words: `${doing(name, input)}${outcome(name, output)}`, status: 'completed' };
}

function doing(name: string, input: JsonObject): string {
  switch (name) {
    case 'list_node_types':
      return 'Looked at the kinds of steps';
    case 'get_node_type':
      return `Looked at “${textAt(input, 'type')}”`;
    case 'find_examples':
      return textAt(input, 'id') === ''
        ? 'Searched templates and examples'
        : `Read “${textAt(input, 'id')}”`;
    case 'read_docs':
      return 'Read the documentation';
    case 'validate_workflow':
      return 'Checked it';
    case 'save_workflow':
      return 'Wrote a draft';
    case 'patch_workflow':
      return 'Changed the draft';
    case 'try_workflow':
      return input['live'] === true ? 'Run it for real' : 'Tried it';
    case 'explain_run':
      return `Asked why “${textAt(input, 'node')}” did what it did`;
    case 'test_workflow':
      return 'Tested it';
    default:
      return name;
  }
}

function outcome(name: string, output: JsonObject): string {
  if (name === 'find_examples' && Array.isArray(output['examples']))
    return `: ${countWords(output['examples'].length, 'result')}`;
  if (name === 'try_workflow') return `: ${textAt(output, 'status')}`;
  if (!Array.isArray(output['diagnostics'])) return '';
  const problems = listAt(output, 'diagnostics').length;
  if (problems === 0 && output['valid'] === true) return ': no problems';
  return `: ${countWords(problems, 'problem')}${output['valid'] === true ? '' : ', cannot run yet'}`;
}
