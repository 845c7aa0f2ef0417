import type { AnswerOptions, Engine, RunJson } from '@skein/engine';
import { EngineError } from '@skein/ports';
import { callArguments } from '../output/call-arguments.ts';
import { jsonText } from '../output/json-text.ts';
import { nextRow } from '../progress/next-row.ts';
import type { Terminal } from '../output/terminal.ts';
import { visibleLine, visibleText } from '../output/visible-text.ts';
import { askAnswer } from './ask-answer.ts';
import type { Prompter } from './prompter.ts';

interface Asked {
  readonly engine: Engine;
  readonly prompter: Prompter;
  readonly terminal: Terminal;
  readonly wait: RunJson['waits'][number];
  readonly run: RunJson;
  readonly answerer: AnswerOptions;
}

/** Asks until an answer is accepted; `nobody` when the input has ended. Other waits and timers may fire meanwhile. */
export async function askWait(asked: Asked): Promise<'continue' | 'nobody'> {
  const { prompter, terminal, wait } = asked;
  const { paint, note } = terminal;
  const title = wait.node === '' ? 'The run is paused' : visibleLine(wait.node);
  const prompt = wait.prompt === null ? '' : `: ${visibleText(wait.prompt)}`;
  note(`${paint('yellow', '?')} ${paint('bold', title)} (${visibleLine(wait.kind)})${prompt}\n`);
  showCall(asked);
  const closed = watchWait(asked);
  try {
    for (;;) {
      const answer = await askAnswer({ prompter, terminal, wait, signal: closed.signal });
      if (answer === undefined) return prompter.isClosed ? 'nobody' : 'continue';
      if (await give(asked, answer)) return 'continue';
    }
  } finally {
    closed.abort();
  }
}

/** A tool call is approved with its very arguments, so they are shown whole. */
function showCall({ terminal, wait }: Asked): void {
  const args = callArguments(wait.data);
  if (args !== undefined) terminal.note(`  ${visibleText(jsonText(args))}\n`);
}

/** Aborts when the wait has been closed by something else, for example its deadline. */
function watchWait({ engine, wait, run }: Asked): AbortController {
  const controller = new AbortController();
  const { signal } = controller;
  const watch = async () => {
    for (let { seq } = run; !signal.aborted;) {
      await nextRow(engine, { run: run.id, seq, signal });
      ({ seq } = await engine.runs.get(run.id));
      if ((await engine.waits.get(wait.id)).status !== 'open') controller.abort();
    }
  };
  watch().catch(() => controller.abort());
  return controller;
}

/** False when the answer was refused. */
async function give(
  { engine, terminal, wait, answerer }: Asked,
  answer: Parameters<Engine['waits']['answer']>[1],
): Promise<boolean> {
  try {
    await engine.waits.answer(wait.id, answer, answerer);
    return true;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { paint, note } = terminal;
    note(`  ${paint('yellow', visibleLine(error.message))}\n`);
    if (error.code !== 'ANSWER_REFUSED' && error.code !== 'BAD_VALUE') return true;
    note(`  ${paint('dim', visibleLine(error.hint))}\n`);
    return false;
  }
}
