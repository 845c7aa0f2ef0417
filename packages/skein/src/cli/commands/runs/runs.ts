// The commands about stored runs
import type { Command } from '../../arguments/command.ts';
import {
  detachOption,
  exitCodeOption,
  inputOption,
  outOption,
  scriptOption,
} from '../shared-options.ts';
import { drives, placeOptions, runArgument } from './run-options.ts';
import { waitCommands } from './waits.ts';

export const runsCommands: readonly Command[] = [
  {
    name: 'runs ls',
    summary: 'Lists runs, newest first.',
    details: [],
    arguments: [],
    options: [
      ...placeOptions,
      {
        name: 'status',
        value: 'STATUS',
        summary: 'Only runs with this status.',
        choices: [
          'running',
          'waiting',
          'completed',
          'failed',
          'stopped',
          'cancelled',
          'stalled',
          'quarantined',
        ],
      },
      { name: 'workflow', value: 'ID', summary: 'Only runs of this workflow.' },
      {
        name: 'user',
        value: 'USER',
        summary: "Only runs of this user; a server lists those of the key's user.",
      },
      { name: 'q', value: 'TEXT', summary: 'Only runs with this text in an id or a name.' },
      { name: 'limit', value: 'N', summary: 'How many at most.', default: '50' },
      { name: 'cursor', value: 'CURSOR', summary: 'Continue after an earlier page.' },
    ],
    examples: [
      {
        command: 'skein runs ls --store sqlite:./skein.db --status waiting',
        summary: 'List runs that wait for somebody.',
      },
    ],
    load: async () => (await import('../../runs/inspect-runs.ts')).listRuns,
  },
  {
    name: 'runs show',
    summary: 'Shows a run: its status, nodes, waits and output.',
    details: [
      'With --json or --view, prints the whole run in the shape of that dialect.',
      'A quarantined run is shown as it is stored, because replaying its journal may end the process that does it.',
    ],
    arguments: [runArgument],
    options: [
      ...placeOptions,
      {
        name: 'view',
        value: 'VIEW',
        summary: 'The shape of the run. Default with --json: native.',
      },
      { name: 'journal', summary: 'Print the rows of its journal instead.' },
      { name: 'rebuild', summary: 'Replay the journal of a quarantined run here, nevertheless.' },
    ],
    examples: [
      { command: 'skein runs show RUN --store sqlite:./skein.db', summary: 'Look at a run.' },
      {
        command: 'skein runs show RUN --store sqlite:./skein.db --journal --json',
        summary: 'All rows as data.',
      },
    ],
    load: async () => (await import('../../runs/inspect-runs.ts')).showRun,
  },
  {
    name: 'runs tail',
    summary: 'Follows a run until it ends or waits, and resumes it if no process drives it.',
    details: [drives, 'Ctrl-C stops the command and leaves the run as it is.'],
    arguments: [runArgument],
    options: [
      ...placeOptions,
      scriptOption,
      {
        name: 'tree',
        summary: 'Also show the runs below it. With --json each line names its run.',
      },
    ],
    examples: [
      {
        command: 'skein runs tail RUN --store sqlite:./skein.db',
        summary: 'Resume a run whose process was killed.',
      },
    ],
    load: async () => (await import('../../runs/continue-run.ts')).tailRun,
  },
  {
    name: 'runs explain',
    summary: 'Explains why a node of a run ran or did not run.',
    details: ['Without a node, explains all of them in order, one line each.'],
    arguments: [runArgument, { name: 'NODE', summary: 'The id of a node.', isRequired: false }],
    options: placeOptions,
    examples: [
      {
        command: 'skein runs explain RUN --store sqlite:./skein.db',
        summary: 'Explain the whole run.',
      },
      {
        command: 'skein runs explain RUN publish --store sqlite:./skein.db',
        summary: 'Explain one node.',
      },
    ],
    load: async () => (await import('../../runs/inspect-runs.ts')).explainRun,
  },
  {
    name: 'runs diff',
    summary: 'Shows how two runs differ: status, input, output, and what each node did.',
    details: [],
    arguments: [
      { name: 'A', summary: 'The id of a run.', isRequired: true },
      { name: 'B', summary: 'The id of another run.', isRequired: true },
    ],
    options: [...placeOptions, exitCodeOption],
    examples: [
      {
        command: 'skein runs diff A B --store sqlite:./skein.db',
        summary: 'Compare a run with its fork.',
      },
    ],
    load: async () => (await import('../../runs/inspect-runs.ts')).diffRuns,
  },
  {
    name: 'runs resume',
    summary: 'Resumes a failed run where it failed, under its id.',
    details: [
      'What failed is tried again, with what it had recorded; nothing that was done is done again. Runs below it that failed with it go on too. A run that belongs to another one is resumed with the one at the top.',
      drives,
    ],
    arguments: [runArgument],
    options: [
      ...placeOptions,
      {
        name: 'version',
        value: 'VERSION',
        summary: 'Go on in this version of its workflow. Default: its own.',
      },
      { ...inputOption, summary: 'Another input of what failed: a JSON value or @FILE.' },
      scriptOption,
      detachOption,
    ],
    examples: [
      {
        command: 'skein runs resume RUN --store sqlite:./skein.db',
        summary: 'Go on after an outage.',
      },
      {
        command: 'skein runs resume RUN --version VERSION --server http://127.0.0.1:4100',
        summary: 'Go on in a version that mends what failed.',
      },
    ],
    load: async () => (await import('../../runs/continue-run.ts')).resumeRun,
  },
  {
    name: 'runs fork',
    summary: 'Starts a new run that reuses the recorded results of another run.',
    details: [
      'A result is reused if its node is asked for the same in the new run: type, config, inputs, conversation. Whatever differs, and everything from --from on, is done again. Results that were not reused are named on stderr.',
      drives,
    ],
    arguments: [runArgument],
    options: [
      ...placeOptions,
      {
        name: 'from',
        value: 'NODE[#N]',
        summary: 'Start over at this node, or at its N-th activation.',
      },
      inputOption,
      { name: 'definition', value: 'FILE', summary: 'Another definition for the new run.' },
      {
        name: 'change',
        value: 'NODE[#N]=JSON',
        summary: 'Use this value instead of the recorded one.',
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
        summary: 'See what a different draft would have led to.',
      },
    ],
    load: async () => (await import('../../runs/continue-run.ts')).forkRun,
  },
  {
    name: 'runs replay',
    summary:
      'Runs it again with something changed, reuses equal results, and shows where the runs diverge.',
    details: [
      'Every recorded result is reused if the same is asked for again: answers of models and tools, results of nodes, decisions of people. Only what differs is done, by the models of the configuration or of --script. The old run is not changed, and the changed definition is stored under a name of its own.',
      '--with takes model=NAME and prompt=TEXT, for all nodes or as NODE.model=NAME and NODE.prompt=TEXT; NODE.KEY=JSON for another key of a config; @FILE instead of a text; or the file of a definition. Without it everything is reused.',
      'Prints the calls that were made, the first divergence with both values, tokens and cost of both runs and what was actually spent, and the differences of the output. The exit code is that of the new run.',
    ],
    arguments: [runArgument],
    options: [
      ...placeOptions,
      { name: 'with', value: 'CHANGE', summary: 'What to change; see above.', isRepeatable: true },
      inputOption,
      scriptOption,
      { ...exitCodeOption, summary: 'Exit with code 1 when the runs diverge.' },
    ],
    examples: [
      {
        command:
          "skein runs replay RUN --with 'draft.prompt=Write a poem.' --store sqlite:./skein.db",
        summary: 'See what another prompt would have given.',
      },
      {
        command: 'skein runs replay RUN --with model=gpt-5-mini --store sqlite:./skein.db',
        summary: 'Try another model, and see the cost.',
      },
      {
        command: 'skein runs replay RUN --with new-flow.json --json --store sqlite:./skein.db',
        summary: 'Compare with another definition, as data.',
      },
    ],
    load: async () => (await import('../../runs/replay-run.ts')).replayRun,
  },
  {
    name: 'runs retry',
    summary: 'Retries a failed node, in a run that has not ended.',
    details: [drives],
    arguments: [runArgument, { name: 'NODE', summary: 'The id of the node.', isRequired: true }],
    options: [...placeOptions, scriptOption, detachOption],
    examples: [
      { command: 'skein runs retry RUN send --store sqlite:./skein.db', summary: 'Try again.' },
    ],
    load: async () => (await import('../../runs/continue-run.ts')).retryRun,
  },
  {
    name: 'runs cancel',
    summary: 'Cancels a run and its child runs.',
    details: [
      'Cancelling a cancelled run again is fine; a run that has ended otherwise is a conflict.',
    ],
    arguments: [runArgument],
    options: [...placeOptions, { name: 'reason', value: 'TEXT', summary: 'Why it is cancelled.' }],
    examples: [
      { command: 'skein runs cancel RUN --store sqlite:./skein.db', summary: 'Cancel it.' },
    ],
    load: async () => (await import('../../runs/inspect-runs.ts')).cancelRun,
  },
  {
    name: 'runs release',
    summary: 'Lets a quarantined run continue.',
    details: [
      'A run is quarantined, and not continued any more, when several processes died one after another while they drove it. `runs ls --status quarantined` lists them. Mend the cause first.',
    ],
    arguments: [runArgument],
    options: placeOptions,
    examples: [
      { command: 'skein runs release RUN --store sqlite:./skein.db', summary: 'Continue it.' },
    ],
    load: async () => (await import('../../runs/inspect-runs.ts')).releaseRun,
  },
  ...waitCommands,
  {
    name: 'runs export',
    summary: 'Exports a run as one JSON document that can be resumed elsewhere.',
    details: [],
    arguments: [runArgument],
    options: [...placeOptions, outOption],
    examples: [
      {
        command: 'skein runs export RUN --store sqlite:./a.db --out run.json',
        summary: 'Save it to a file.',
      },
    ],
    load: async () => (await import('../../runs/move-runs.ts')).exportRun,
  },
  {
    name: 'runs files',
    summary: 'Lists the files that a run has stored, or writes one of them.',
    details: ['With --out it is written to that file, else to stdout.'],
    arguments: [runArgument, { name: 'FILE', summary: 'The id of a file.', isRequired: false }],
    options: [...placeOptions, outOption],
    examples: [
      { command: 'skein runs files RUN --store sqlite:./skein.db', summary: 'List them.' },
      {
        command: 'skein runs files RUN FILE --store sqlite:./skein.db --out report.pdf',
        summary: 'Write one.',
      },
    ],
    load: async () => (await import('../../runs/run-files.ts')).runFiles,
  },
  {
    name: 'runs record',
    summary: "Writes a run's model and tool calls, with their answers, as a cassette.",
    details: [
      'Works for any run, finished or not. The calls are derived from the journal, with the tools of this configuration; no model or tool is called. Secrets of the environment are removed wherever they occur.',
      'A cassette answers later runs offline (`skein run --cassette`), and `skein test` plays it back.',
    ],
    arguments: [runArgument],
    options: [
      ...placeOptions,
      scriptOption,
      { name: 'to', value: 'FILE', summary: 'Write to this file instead of stdout.' },
    ],
    examples: [
      {
        command: 'skein runs record RUN --to flow.cassette.json --store sqlite:./skein.db',
        summary: 'Keep the calls of a run.',
      },
    ],
    load: async () => (await import('../../runs/record-run.ts')).recordRun,
  },
  {
    name: 'runs case',
    summary: 'Adds a run to the cases of an evaluation.',
    details: [
      'Its input becomes that of the case, and what it gave is expected, unless --expected says something else. A run is there once, however often it is added.',
    ],
    arguments: [runArgument],
    options: [
      ...placeOptions,
      { name: 'data', value: 'FILE.jsonl', summary: 'The file of cases; made if it is not there.' },
      { name: 'expected', value: 'JSON', summary: 'What it should have given.' },
      { name: 'tag', value: 'TAG', summary: 'A tag of the case.', isRepeatable: true },
    ],
    examples: [
      {
        command: 'skein runs case RUN --data tickets.jsonl --store sqlite:./skein.db',
        summary: 'Keep a run as a case.',
      },
    ],
    load: async () => (await import('../../runs/keep-case.ts')).keepCase,
  },
  {
    name: 'runs import',
    summary: 'Imports exported runs into a store, without starting them.',
    details: ['The runs resume when somebody answers or follows them.'],
    arguments: [
      {
        name: 'FILE',
        summary: 'A file written by `runs export`; `-` reads stdin.',
        isRequired: true,
      },
    ],
    options: [
      ...placeOptions,
      { name: 'new-ids', summary: 'Give runs and waits new ids, so that both copies can exist.' },
      {
        name: 'user',
        value: 'USER',
        summary: "The user that owns the runs; on a server it is the key's user.",
      },
    ],
    examples: [
      {
        command: 'skein runs import run.json --store postgres://localhost/skein',
        summary: 'Move a run to another store.',
      },
    ],
    load: async () => (await import('../../runs/move-runs.ts')).importRuns,
  },
];
