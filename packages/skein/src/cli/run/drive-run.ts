// Driving a run to its end
// The engine does the work; the command only waits until the run can make no progress by itself, and then gives the next answer.
//
// D1. An answer is given only when nothing else in the run can progress, so the order on the command line is the only order.
// D2. Whatever can still progress by itself is waited for, including deadlines of waits.
import type { AnswerOptions, Engine, RunJson } from '@skein/engine';
import { EngineError } from '@skein/ports';
import type { Prompter } from '../ask/prompter.ts';
import { askWait } from '../ask/ask-wait.ts';
import type { RunWatch } from '../progress/watch-run.ts';
import type { Terminal } from '../output/terminal.ts';
import { visibleLine } from '../output/visible-text.ts';
import type { Interruption } from './interruption.ts';
import { nextRow } from '../progress/next-row.ts';
import { noteElsewhere } from '../progress/note-elsewhere.ts';
import type { GivenAnswer } from '../inputs/parse-answer.ts';
import { pickAnswer } from './pick-answer.ts';

export interface Drive {
  readonly engine: Engine;
  readonly run: string;
  readonly terminal: Terminal;
  readonly watch: RunWatch;
  readonly interruption: Interruption;
  /** Answers not used yet, in command-line order; removed when used. */
  readonly answers: GivenAnswer[];
  readonly answerer: AnswerOptions;
  /** Null where nobody can be asked. */
  readonly prompter: Prompter | null;
  /** What waits is left to the store, deadlines too. */
  readonly isDetached: boolean;
}

/** The run when it is over, or when it waits for an answer that nobody here can give. */
export async function driveRun(drive: Drive): Promise<RunJson> {
  const { engine, run: id, watch, interruption } = drive;
  const awaiting = noteElsewhere(drive.terminal);
  for (;;) {
    const run = await engine.runs.settled(id, awaiting);
    await watch.caughtUp(run.seq);
    if (run.status !== 'waiting') return run;
    if (interruption.signal.aborted) return engine.runs.finished(id);
    if (!(await advance(drive, run))) return run;
  }
}

/** False when the run can only wait. */
async function advance(drive: Drive, run: RunJson): Promise<boolean> {
  const { engine, prompter, interruption, terminal, answerer } = drive;
  if (await useAnswer(drive, run)) return true;
  const [wait] = run.waits;
  if (prompter !== null && wait !== undefined) {
    const asked = await askWait({ engine, prompter, terminal, wait, run, answerer });
    return asked === 'continue' || interruption.signal.aborted;
  }
  if (drive.isDetached) return false;
  const deadlines = run.waits.flatMap(({ deadline }) => (deadline === null ? [] : [deadline]));
  const [first] = deadlines.toSorted();
  if (first === undefined) return false;
  terminal.note(`Waiting until ${first}, when a wait expires.\n`);
  await nextRow(engine, { run: run.id, seq: run.seq, signal: interruption.signal });
  return true;
}

/** Gives the next fitting answer; false when there is none. */
async function useAnswer(
  { engine, answers, answerer, terminal }: Drive,
  run: RunJson,
): Promise<boolean> {
  const picked = pickAnswer(answers, run.waits);
  if (picked === undefined) return false;
  answers.splice(answers.indexOf(picked.given), 1);
  try {
    await engine.waits.answer(picked.wait.id, picked.answer, answerer);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { paint, note } = terminal;
    note(`${paint('yellow', 'refused')} --answer ${visibleLine(picked.given.written)}\n`);
    note(`  ${visibleLine(error.message)}\n  ${paint('dim', visibleLine(error.hint))}\n`);
  }
  return true;
}
