// The command at a real terminal: live progress, questions, Ctrl-C, Ctrl-D.
/* oxlint-disable no-control-regex -- what a terminal is told to do is what is looked for */
import { afterAll, describe, expect, it } from 'vitest';
import { review, slow, threeApprovals } from './flows.ts';
import { hasPseudoTerminal, openTerminal } from './pseudo-terminal.ts';
import { folderWith } from './spawn-skein.ts';

const { folder, remove } = folderWith({
  'review.json': review,
  'slow.json': slow,
  'three.json': threeApprovals,
  'live.json': {
    skein: 1,
    nodes: [
      { id: 'begin', type: 'start' },
      { id: 'nap', type: 'function', config: { name: 'time.sleep', args: { ms: 400 } } },
    ],
    edges: [{ from: 'begin', to: 'nap' }],
  },
  'form.json': {
    skein: 1,
    nodes: [
      {
        id: 'check',
        type: 'approval',
        config: {
          prompt: 'Ship it?',
          schema: {
            type: 'object',
            properties: {
              stars: { type: 'integer', title: 'Stars', maximum: 5 },
              size: { enum: ['small', 'large'], default: 'small' },
              urgent: { type: 'boolean' },
            },
            required: ['stars'],
          },
        },
      },
      { id: 'out', type: 'transform', config: { value: '${check.output}' } },
    ],
    edges: [{ from: 'check', out: 'approved', to: 'out' }],
  },
  'deadline.json': {
    skein: 1,
    nodes: [
      { id: 'ask', type: 'approval', config: { prompt: 'Quick!', deadlineMs: 700 } },
      { id: 'late', type: 'transform', config: { value: 'too late' } },
    ],
    edges: [{ from: 'ask', out: 'expired', to: 'late' }],
  },
  'evil.json': {
    skein: 1,
    nodes: [
      {
        id: 'bad\u001b[2Jid',
        type: 'transform',
        config: { value: 'a\u001b]0;title\u0007b\u009b31m' },
      },
    ],
  },
});
afterAll(remove);

const terminal = (given: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  openTerminal(given, { cwd: folder, env });
const isMissing = !hasPseudoTerminal();

// Needs `script` of util-linux, which other systems do not have.
describe.skipIf(isMissing).concurrent('at a terminal', () => {
  it('[C16] shows who is at work in place, and a line for each node that is over', async () => {
    const { end } = terminal(['run', 'live.json']);
    const { code, screen } = await end;
    expect(code).toBe(0);
    expect(screen).toMatch(/\u001b\[32m✔\u001b\[39m begin/);
    expect(screen).toMatch(/nap [\d.]+ m?s/);
    expect(screen).toMatch(/\u001b\[\d+A\r\u001b\[J/);
    expect(screen).toMatch(/nap .*completed in [\d.]+ m?s/);
  });

  it('[C1][C16] NO_COLOR takes the colours away, TERM=dumb all movement', async () => {
    const [plain, dumb] = await Promise.all([
      terminal(['run', 'live.json'], { NO_COLOR: '1' }).end,
      terminal(['run', 'live.json'], { TERM: 'dumb' }).end,
    ]);
    expect(plain.screen).not.toMatch(/\u001b\[\d+m/);
    expect(plain.screen).toContain('✔ begin completed');
    expect(dumb.screen).not.toContain('\u001b');
  });

  it('[C16] asks for a decision until it is one', async () => {
    const { expect: until, send, end } = terminal(['run', 'review.json', '--input', 'cats']);
    await until('review');
    await until('Publish?');
    await until('approve or reject');
    send('perhaps\r');
    await until('Answer approve (or approved, yes, ok, okay) or reject (or rejected, no)');
    await until('approve or reject: ');
    send('no or ok\r');
    await until('decides nothing');
    await until('approve or reject: ');
    send('no\r');
    await until('note (may be empty)');
    send('\r');
    const { code, screen } = await end;
    expect(code).toBe(0);
    expect(screen).toContain('stopped');
  });

  it('[C30] shows the arguments of a tool call that is to be approved', async () => {
    const example = new URL('../../../examples/native/18-refund-approval', import.meta.url)
      .pathname;
    const given = ['--input', 'x', '--script', `${example}.script.json`];
    const { expect: until, send, end } = terminal(['run', `${example}.json`, ...given]);
    await until('May "Clerk" call the tool "refund-pay"?');
    await until('"amount": 30');
    await until('approve or reject');
    send('yes\r');
    await until('note (may be empty)');
    send('\r');
    const { code, screen } = await end;
    expect(code).toBe(0);
    expect(screen).toContain('We have refunded 30 euros.');
  });

  it('[C16] asks for the fields of a form, and again when the answer is refused', async () => {
    const { expect: until, send, end } = terminal(['run', 'form.json', '--json']);
    await until('approve or reject');
    send('yes\r');
    await until('note (may be empty)');
    send('\r');
    await until('Stars (a number)');
    send('many\r');
    await until('A number is required');
    send('9\r');
    await until('size (one of: small, large; default small)');
    send('\r');
    await until('urgent (yes or no; may be empty)');
    send('\r');
    await until('must be at most 5');
    await until('approve or reject');
    // Typed ahead: kept for the questions to come.
    send('yes\rat last\r5\rlarge\rno\r');
    const { code, screen } = await end;
    expect(code).toBe(0);
    expect(screen.replaceAll('\r', '')).toContain(
      '"output": {\n    "decision": "approve",\n    "note": "at last",\n    "stars": 5,\n    "size": "large",\n    "urgent": false\n  }',
    );
  });

  it('[C9][C16] uses --answer first and asks only for the rest', async () => {
    const given = ['--answer', 'c=yes', '--answer', 'a=yes'];
    const {
      expect: until,
      send,
      end,
    } = terminal(['run', 'three.json', ...given], { NO_COLOR: '1' });
    await until('? b (approval): b?');
    await until('approve or reject');
    send('yes\r\r');
    await until('all approved');
    expect((await end).code).toBe(0);
  });

  it('[C13][C16] a question ends when its deadline has passed', async () => {
    const { expect: until, end } = terminal(['run', 'deadline.json']);
    await until('approve or reject');
    await until('too late');
    expect((await end).code).toBe(0);
  });

  it('[C14] Ctrl-C at work and at a question cancels the run', async () => {
    const atWork = terminal(['run', 'slow.json']);
    await atWork.expect('sleep');
    atWork.send('\u0003');
    const asked = terminal(['run', 'review.json']);
    await asked.expect('approve or reject');
    asked.send('\u0003');
    const ended = await Promise.all([atWork.end, asked.end]);
    expect(ended.map(({ code }) => code)).toEqual([130, 130]);
    for (const { screen } of ended) expect(screen).toMatch(/cancelled.* after/);
  });

  it('[C13][C16] Ctrl-D leaves the run waiting', async () => {
    const { expect: until, send, end } = terminal(['run', 'review.json']);
    await until('approve or reject');
    send('\u0004');
    const { code, screen } = await end;
    expect(code).toBe(3);
    expect(screen).toContain('--answer');
  });

  it('[C24] texts of a definition cannot command the terminal', async () => {
    const [human, json] = await Promise.all([
      terminal(['run', 'evil.json']).end,
      terminal(['run', 'evil.json', '--json']).end,
    ]);
    for (const { code, screen } of [human, json]) {
      expect(code).toBe(0);
      expect(screen).not.toContain('\u001b[2J');
      expect(screen).not.toContain('\u001b]0;');
      expect(screen).not.toContain('\u009b');
    }
    expect(human.screen).toContain(String.raw`a\u001b]0;title\u0007b\u009b31m`);
  });
});
