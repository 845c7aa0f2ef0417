import type { Command } from '../arguments/command.ts';
import { configOption } from './shared-options.ts';

export const evaluation: Command = {
  name: 'eval',
  summary: 'Measures how well a workflow does on many cases, and whether it got worse.',
  details: [
    'An evaluation file names a workflow, a file of cases (one JSON object a line), and scorers that judge each result between 0 and 1: an expression, a function of a module, another workflow, or what it may use. docs/evaluations.md describes every key; skein.eval.schema.json is the schema.',
    'Each mean has a 95 % interval; the case is the unit, however many trials it has. With --baseline every case is compared with itself in an earlier result.',
    'Models are called only if the file says "missing": "live", or to --record. Everything that is on its cassette is free.',
    'Exits with code 1 if a gate of the file does not hold: a mean below "min", or a difference whose whole interval is below -"worse".',
  ],
  arguments: [{ name: 'FILE.eval.json', summary: 'An evaluation file.', isRequired: true }],
  options: [
    {
      name: 'with',
      value: 'CHANGE',
      summary: 'Another model, prompt, setting or definition, as for `skein runs replay`.',
      isRepeatable: true,
    },
    { name: 'baseline', value: 'FILE', summary: 'An earlier result of --out, to compare with.' },
    { name: 'trials', value: 'N', summary: 'How often each case is run; default: as in the file.' },
    { name: 'concurrency', value: 'N', summary: 'How many runs at a time.', default: '4' },
    {
      name: 'record',
      summary: 'Ask models and tools for what is not on the cassette, and add it.',
    },
    { name: 'out', value: 'FILE', summary: 'Also write the result as JSON: a later baseline.' },
    { name: 'junit', value: 'FILE', summary: 'Also write the gates as JUnit XML, for CI.' },
    configOption,
  ],
  examples: [
    { command: 'skein eval triage.eval.json', summary: 'Measure it, offline.' },
    {
      command: 'skein eval triage.eval.json --out main.json',
      summary: 'Keep the result as a baseline.',
    },
    {
      command: "skein eval triage.eval.json --with 'prompt=@new.txt' --record --baseline main.json",
      summary: 'Is the new prompt better?',
    },
  ],
  load: async () => (await import('../evaluations/eval-command.ts')).evalCommand,
};
