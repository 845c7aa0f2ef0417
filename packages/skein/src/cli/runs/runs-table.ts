// The commands about runs that are kept
import type { CommandDescription, OptionDescription } from '../command.ts';
import {
  configOption,
  inputOption,
  scriptOption,
  serverOption,
  storeOption,
} from '../shared-options.ts';

const runArgument = { name: 'RUN', summary: 'The id of a run.', isRequired: true } as const;

const detachOption: OptionDescription = {
  name: 'detach',
  summary: 'Leave a run that waits to the store, with exit code 0; nobody is asked.',
};

/** Most of them go on with a run when nobody else does. */
const drives =
  'When no other process drives the run, this command goes on with it until it ends or waits, as `skein run` does, with the same exit codes.';

export const runsCommands: readonly CommandDescription[] = [
  {
    name: 'runs ls',
    summary: 'Lists runs, the newest first.',
    details: [],
    arguments: [],
    options: [
      storeOption,
      serverOption,
      configOption,
      {
        name: 'status',
        value: 'STATUS',
        summary: 'Only runs with this status.',
        choices: ['running', 'waiting', 'completed', 'failed', 'stopped', 'cancelled', 'stalled'],
      },
      { name: 'workflow', value: 'ID', summary: 'Only runs of this workflow.' },
      {
        name: 'user',
        value: 'USER',
        summary: 'Only runs of this user; a server lists those of the key.',
      },
      { name: 'q', value: 'TEXT', summary: 'Only runs with this text in an id or a name.' },
      { name: 'limit', value: 'N', summary: 'At most so many.', default: '50' },
      { name: 'cursor', value: 'CURSOR', summary: 'Go on behind an earlier page.' },
    ],
    examples: [
      {
        command: 'skein runs ls --store sqlite:./skein.db --status waiting',
        summary: 'Who waits for somebody?',
      },
    ],
  },
  {
    name: 'runs show',
    summary: 'Shows a run: its status, nodes, waits and output.',
    details: ['With --json, or with --view, it is the whole run in the shape of that dialect.'],
    arguments: [runArgument],
    options: [
      storeOption,
      serverOption,
      configOption,
      {
        name: 'view',
        value: 'VIEW',
        summary: 'The shape of the run; default with --json: native.',
      },
      { name: 'journal', summary: 'The rows of its journal instead.' },
    ],
    examples: [
      { command: 'skein runs show RUN --store sqlite:./skein.db', summary: 'Look at a run.' },
      {
        command: 'skein runs show RUN --store sqlite:./skein.db --journal --json',
        summary: 'All rows as data.',
      },
    ],
  },
  {
    name: 'runs tail',
    summary: 'Follows a run until it ends or waits, and goes on with it when nobody does.',
    details: [drives, 'Ctrl-C stops the command and leaves the run as it is.'],
    arguments: [runArgument],
    options: [storeOption, serverOption, configOption, scriptOption],
    examples: [
      {
        command: 'skein runs tail RUN --store sqlite:./skein.db',
        summary: 'Go on with a run whose process was killed.',
      },
    ],
  },
  {
    name: 'runs explain',
    summary: 'Says why a node of a run ran or did not.',
    details: ['Without a node, all of them are explained in their order, each on one line.'],
    arguments: [runArgument, { name: 'NODE', summary: 'The id of a node.', isRequired: false }],
    options: [storeOption, serverOption, configOption],
    examples: [
      { command: 'skein runs explain RUN --store sqlite:./skein.db', summary: 'What happened?' },
      { command: 'skein runs explain RUN publish --store sqlite:./skein.db', summary: 'Why?' },
    ],
  },
  {
    name: 'runs diff',
    summary: 'Says in what two runs differ: status, input, output, and what each node did.',
    details: [],
    arguments: [
      { name: 'A', summary: 'The id of a run.', isRequired: true },
      { name: 'B', summary: 'The id of another one.', isRequired: true },
    ],
    options: [
      storeOption,
      serverOption,
      configOption,
      { name: 'exit-code', summary: 'End with exit code 1 when there is a difference.' },
    ],
    examples: [
      { command: 'skein runs diff A B --store sqlite:./skein.db', summary: 'Compare a fork.' },
    ],
  },
  {
    name: 'runs fork',
    summary: 'Starts a new run that takes over the recorded results of another one.',
    details: [
      'Each result is taken over when its node is asked for the same there: type, config, inputs, conversation. What differs, and everything from --from on, is done anew. What was not taken over is named on stderr.',
      drives,
    ],
    arguments: [runArgument],
    options: [
      storeOption,
      serverOption,
      configOption,
      {
        name: 'from',
        value: 'NODE[#N]',
        summary: 'Begin anew at this node, or at its N-th activation.',
      },
      inputOption,
      { name: 'definition', value: 'FILE', summary: 'Another definition for the new run.' },
      {
        name: 'change',
        value: 'NODE[#N]=JSON',
        summary: 'Another value in the place of the recorded one.',
        isRepeatable: true,
      },
      scriptOption,
      detachOption,
    ],
    examples: [
      {
        command: 'skein runs fork RUN --from draft --store sqlite:./skein.db',
        summary: 'Do it again from one node on.',
      },
      {
        command: 'skein runs fork RUN --change \'draft="Better."\' --store sqlite:./skein.db',
        summary: 'What if the draft had been another one?',
      },
    ],
  },
  {
    name: 'runs replay',
    summary:
      'Runs it again with something changed, reuses what is equal, and says where the two part.',
    details: [
      'Every recorded result that is asked for the same again is given back: answers of models and tools, results of nodes, decisions of people. Only what differs is done, by the models of the configuration or of --script. The old run stays as it is, and the changed definition is kept under a name of its own.',
      '--with takes model=NAME and prompt=TEXT, for all nodes or as NODE.model=NAME and NODE.prompt=TEXT; NODE.KEY=JSON for another key of a config; @FILE in the place of a text; or the file of a definition. Without it everything is reused.',
      'Printed are the calls that were made, the first divergence with both values, tokens and cost of both runs and what was really spent, and the differences of the output. The exit code is that of the new run.',
    ],
    arguments: [runArgument],
    options: [
      storeOption,
      serverOption,
      configOption,
      {
        name: 'with',
        value: 'CHANGE',
        summary: 'What is to be another one; see above.',
        isRepeatable: true,
      },
      inputOption,
      scriptOption,
      { name: 'exit-code', summary: 'End with exit code 1 when the runs part.' },
    ],
    examples: [
      {
        command:
          "skein runs replay RUN --with 'draft.prompt=Write a poem.' --store sqlite:./skein.db",
        summary: 'What would another prompt have given?',
      },
      {
        command: 'skein runs replay RUN --with model=gpt-5-mini --store sqlite:./skein.db',
        summary: 'And another model, at which cost?',
      },
      {
        command: 'skein runs replay RUN --with new-flow.json --json --store sqlite:./skein.db',
        summary: 'Compare with another definition, as data.',
      },
    ],
  },
  {
    name: 'runs retry',
    summary: 'Tries a failed node again, in a run that has not ended.',
    details: [drives],
    arguments: [runArgument, { name: 'NODE', summary: 'The id of the node.', isRequired: true }],
    options: [storeOption, serverOption, configOption, scriptOption, detachOption],
    examples: [
      { command: 'skein runs retry RUN send --store sqlite:./skein.db', summary: 'Once more.' },
    ],
  },
  {
    name: 'runs cancel',
    summary: 'Cancels a run and everything below it.',
    details: ['A run that was cancelled before is fine; one that ended otherwise is a conflict.'],
    arguments: [runArgument],
    options: [
      storeOption,
      serverOption,
      configOption,
      { name: 'reason', value: 'TEXT', summary: 'Why.' },
    ],
    examples: [{ command: 'skein runs cancel RUN --store sqlite:./skein.db', summary: 'Stop it.' }],
  },
  {
    name: 'runs answer',
    summary: 'Answers open waits of a run.',
    details: [
      'NODE is the exact id of the node that waits; inside a child run the way to it, as in each/0/review. What is no JSON is a text. An answer that does not fit is refused with exit code 2 and the wait stays open.',
      drives,
    ],
    arguments: [
      runArgument,
      { name: 'NODE=JSON', summary: 'An answer.', isRequired: true, isRepeatable: true },
    ],
    options: [storeOption, serverOption, configOption, scriptOption, detachOption],
    examples: [
      {
        command:
          'skein runs answer RUN \'review={"decision":"approve"}\' --store sqlite:./skein.db',
        summary: 'Approve, and see it go on.',
      },
    ],
  },
  {
    name: 'runs export',
    summary:
      'Writes a run with all that is needed to go on with it elsewhere, as one JSON document.',
    details: [],
    arguments: [runArgument],
    options: [
      storeOption,
      serverOption,
      configOption,
      { name: 'out', short: 'o', value: 'FILE', summary: 'Write to this file instead of stdout.' },
    ],
    examples: [
      {
        command: 'skein runs export RUN --store sqlite:./a.db --out run.json',
        summary: 'Keep it.',
      },
    ],
  },
  {
    name: 'runs record',
    summary: 'Writes what a run asked models and tools, with the answers, as a cassette.',
    details: [
      'Any run will do, finished or not. What was asked is worked out from the journal, with the tools that this configuration has; no model is asked and no tool is called. Secrets of the environment are taken out, wherever they stand.',
      'A cassette answers later runs offline (`skein run --cassette`) and is what `skein test` plays.',
    ],
    arguments: [runArgument],
    options: [
      storeOption,
      serverOption,
      configOption,
      scriptOption,
      { name: 'to', value: 'FILE', summary: 'Write to this file instead of stdout.' },
    ],
    examples: [
      {
        command: 'skein runs record RUN --to flow.cassette.json --store sqlite:./skein.db',
        summary: 'Keep what was said in a run.',
      },
    ],
  },
  {
    name: 'runs import',
    summary: 'Puts exported runs into a store; nothing starts by it.',
    details: ['The runs go on when somebody answers or follows them.'],
    arguments: [
      { name: 'FILE', summary: 'What `runs export` wrote; `-` reads stdin.', isRequired: true },
    ],
    options: [
      storeOption,
      serverOption,
      configOption,
      { name: 'new-ids', summary: 'Give runs and waits new ids, so that they can be there twice.' },
      {
        name: 'user',
        value: 'USER',
        summary: 'Whose the runs are to be; on a server they are those of the key.',
      },
    ],
    examples: [
      {
        command: 'skein runs import run.json --store postgres://localhost/skein',
        summary: 'Move it.',
      },
    ],
  },
];
