import { toIsoTime } from '@skein/kernel';
import type { WaitRecord } from '@skein/ports';
import type { CommandCall } from '../arguments/command.ts';
import { callArguments } from '../output/call-arguments.ts';
import { printJson } from '../output/print-json.ts';
import { visibleLine } from '../output/visible-text.ts';
import { describeWait } from '../progress/describe-wait.ts';
import { withReadingEngine } from './with-engine.ts';
import { readLimit } from '../inputs/read-limit.ts';
import { withoutUndefined } from '../../without-undefined.ts';

export async function listWaits(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const filter = withoutUndefined({
    run: given.one('run'),
    limit: readLimit(given.one('limit')),
    cursor: given.one('cursor'),
  });
  const page = await withReadingEngine(call, ({ waits }) => waits.list(filter));
  if (isJson) {
    printJson(terminal, page);
    return 0;
  }
  for (const wait of page.items) terminal.data(`${formatWait(wait)}\n`);
  if (page.items.length === 0) terminal.note('No open waits.\n');
  else terminal.note("Answer one with skein runs answer RUN 'NODE=ANSWER'.\n");
  if (page.nextCursor !== null) {
    terminal.note(`More: --cursor '${visibleLine(page.nextCursor)}'\n`);
  }
  return 0;
}

function formatWait({ run, node, question, createdAt, deadlineAt }: WaitRecord): string {
  const what = question.prompt ?? describeWait(question.kind);
  const who = question.who === undefined ? [] : [`for ${question.who.join(', ')}`];
  const until = deadlineAt === null ? [] : [`until ${toIsoTime(deadlineAt)}`];
  const args = callArguments(question.data);
  const about = args === undefined ? [] : [JSON.stringify(args)];
  const parts = [run, visibleLine(node), toIsoTime(createdAt), visibleLine(what, 60)];
  return [...parts, ...about, ...who, ...until].map((part) => visibleLine(part)).join('  ');
}
