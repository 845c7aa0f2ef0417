// Parts of the command line that a process shows badly from outside.
import type { RunUpdate } from '@skein/engine';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { describeField, readField } from '../src/cli/ask/read-field.ts';
import { toCommandError, usageError } from '../src/cli/errors/command-error.ts';
import { createPaint } from '../src/cli/output/paint.ts';
import { liveProgress } from '../src/cli/progress/live-progress.ts';
import type { Terminal } from '../src/cli/output/terminal.ts';
import { visibleLine, visibleText } from '../src/cli/output/visible-text.ts';

describe('errors', () => {
  it('[C7] a bug is INTERNAL, with a hint and without a stack', () => {
    const error = toCommandError(new TypeError('x is not a function'));
    expect(error).toEqual({
      code: 'INTERNAL',
      message: 'A bug in skein: x is not a function',
      hint: expect.stringContaining('SKEIN_DEBUG'),
      exitCode: 1,
      details: { reason: 'x is not a function' },
    });
    expect(toCommandError(usageError('No.'))).toMatchObject({ code: 'USAGE', exitCode: 2 });
  });
});

describe('live progress', () => {
  afterEach(() => vi.useRealTimers());

  it('[C16] shows the newest of a streamed text while the node is at work', () => {
    const written: string[] = [];
    const terminal: Terminal = {
      data: () => {},
      foreignData: () => {},
      note: (text) => written.push(text),
      paint: createPaint(false),
      paintData: createPaint(false),
      isLive: true,
      canAsk: false,
    };
    vi.useFakeTimers();
    const now = Date.now();
    const progress = liveProgress(terminal, () => true);
    progress.update(
      row(now, [{ type: 'activation.started', node: 'draft', activation: 1, attempt: 1 }]),
    );
    progress.update(token('Once upon '));
    vi.advanceTimersByTime(100);
    progress.update(token('a\u001b[2J time'));
    vi.advanceTimersByTime(100);
    const done = { node: 'draft', activation: 1, value: 'Once', ports: ['output'] } as const;
    progress.update(row(now + 1200, [{ type: 'activation.completed', ...done }]));
    progress.close();
    expect(written[0]).toMatch(/draft \d+ ms {2}Once upon/);
    expect(written[1]).toContain(String.raw`Once upon a\u001b[2J time`);
    expect(written.at(-1)).toBe('\u001b[1A\r\u001b[J✔ draft completed in 1.2 s  "Once"\n');
  });
});

describe('fields of a form', () => {
  it.each<readonly [string, object, string, object]>([
    ['[C16] a text', { type: 'string' }, ' as it is ', { ok: true, value: ' as it is ' }],
    ['[C16] a number', { type: 'number' }, '1.5', { ok: true, value: 1.5 }],
    [
      '[C16] no whole number',
      { type: 'integer' },
      '1.5',
      { ok: false, complaint: 'A number is required.' },
    ],
    ['[C16] yes', { type: 'boolean' }, 'Yes', { ok: true, value: true }],
    ['[C16] neither', { type: 'boolean' }, 'maybe', { ok: false, complaint: 'Answer yes or no.' }],
    ['[C16] a choice', { enum: ['a', 2] }, '2', { ok: true, value: 2 }],
    ['[C16] no choice', { enum: ['a', 2] }, 'b', { ok: false, complaint: 'One of: a, 2.' }],
    ['[C16] a default', { enum: ['a'], default: 'a' }, '', { ok: true, value: 'a' }],
    ['[C16] a list', { type: 'array' }, '[1]', { ok: true, value: [1] }],
    [
      '[C16] no list',
      { type: 'array' },
      '1, 2',
      { ok: false, complaint: 'JSON is required: an array.' },
    ],
    ['[C16] anything', {}, '{"a":1}', { ok: true, value: { a: 1 } }],
    ['[C16] any text', {}, 'words', { ok: true, value: 'words' }],
    ['[C16] nothing', { type: 'number' }, '', { ok: false, complaint: 'A value is required.' }],
  ])('%s', (_title, schema, line, read) => {
    // The schemas of the table are JSON.
    const field = { name: 'field', schema: schema as never, isRequired: true };
    expect(readField(field, line)).toEqual(read);
  });

  it('[C16] are described by what the schema says', () => {
    const schema = { title: 'Size', description: 'of the shirt', enum: ['s', 'm'], default: 's' };
    const text = describeField({ name: 'size', schema, isRequired: false });
    expect(text).toBe('Size (of the shirt; one of: s, m; default s)');
  });
});

describe('texts of others', () => {
  it('[C24] are visible and nothing else', () => {
    expect(visibleText('a\tb\nc\u001b[31m\u009b\u202e')).toBe('a\tb\nc\\u001b[31m\\u009b\\u202e');
    expect(visibleLine(' a \n b ', 10)).toBe('a b');
    expect(visibleLine('a'.repeat(1000), 5)).toBe('aaaa…');
  });
});

function row(at: number, derived: Extract<RunUpdate, { type: 'event' }>['derived']): RunUpdate {
  const event = { type: 'run.continued', seq: 1, at, id: '' } as const;
  return { type: 'event', seq: 1, event, derived };
}

function token(text: string): RunUpdate {
  return { type: 'transient', node: 'draft', activation: 1, data: { type: 'token', text } };
}
