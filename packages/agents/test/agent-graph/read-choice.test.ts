// Goal: whatever a model writes around its choice, the choice is followed or given back, and never taken for the end of the run.
// Method: one turn for each text, and generated texts around a choice.
import fc from 'fast-check';
import { textOf } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { take } from './turn-world.ts';

const routes = ['Writer', 'Critic', 'END'];
const writer = '{"next":"Writer"}';

/** The route that is followed; else the port, with what the agent is told. */
async function outcome(text: string, config: object = { routes }): Promise<string> {
  const { result, fired } = await take({ text, config: { ...config } });
  const [port = ''] = fired;
  const token = result.ports?.[port] as { readonly route?: string };
  if (token.route !== undefined) return token.route;
  return port === 'again' ? textOf(result.context?.append?.at(-1)?.content ?? null) : port;
}

describe('a choice in a text', () => {
  it.each([
    ['a JSON object', writer],
    ['one with more in it', ' {"next":"Writer","why":"it writes"}\n'],
    ['one in a fence', `\`\`\`json\n${writer}\n\`\`\``],
    ['one in a fence without a language', `\`\`\`\n${writer}\n\`\`\``],
  ])('[GA2] is %s', async (_name, text) => {
    expect(await outcome(text)).toBe('Writer');
  });

  it.each([
    ['after a sentence', `I think so. ${writer}`],
    ['before a sentence', `${writer} Let us go on.`],
    ['between sentences', `So:\n\n${writer}\n\nGo on.`],
    ['in a fence after a sentence', `I choose:\n\`\`\`json\n${writer}\n\`\`\`\nDone.`],
    ['with more in it, after a sentence', 'Yes. {"next":"writer","why":"{}"}'],
    ['twice the same', `${writer} As I said: {"next":"WRITER"}`],
    ['beside braces that are no JSON', `{ maybe {} or } ${writer} {"`],
    ['inside braces that are no JSON', `{ I think ${writer} }`],
    ['beside another object', `{"found":3} ${writer}`],
    ['beside the page of an API', `{"next":"https://api/?page=2","items":[]} ${writer}`],
    ['after a quote that never ends', `He said "no. ${writer}`],
  ])('[GA14] is understood %s', async (_name, text) => {
    expect(await outcome(text)).toBe('Writer');
  });

  const names = 'Writer, Critic, END.';

  it.each([
    ['an unknown name', 'I think so. {"next":"Nobody"}', '"Nobody" is none of your choices.'],
    ['an empty name', '{"next":""}', '"" is none of your choices.'],
    ['two names', `${writer} or {"next":"Critic"}`, 'You chose "Writer" and "Critic"'],
    ['a known and an unknown name', `${writer} {"next":"X"}`, 'You chose "Writer" and "X"'],
    ['a number', '{"next":7}', 'Your choice could not be read.'],
    ['null', 'Hm. {"next":null}', 'Your choice could not be read.'],
    ['an object that breaks off', 'I think so. {"next":"Wri', 'Your choice could not be read.'],
    ['only its beginning', '{"next":', 'Your choice could not be read.'],
    ['other quotes', "{'next': 'Writer'}", 'Your choice could not be read.'],
  ])('[GA14] is given back with the names: %s', async (_name, text, said) => {
    const told = await outcome(text);
    expect(told).toContain(said);
    expect(told).toContain(names);
  });

  it.each([
    ['no text', ''],
    ['spaces', ' \n'],
    ['a sentence', 'next: Writer'],
    ['a list', '["next"]'],
    ['a text in quotes', '"Writer"'],
    ['an object inside another', '{"plan":{"next":"Writer"}}'],
    ['the page of an API', 'I got {"next":"https://api/?page=2","items":[]}.'],
    ['code', 'type Node = { next: Node | null };'],
  ])('[GA14] is not in %s', async (_name, text) => {
    expect(await outcome(text)).toBe('finish');
    expect(await outcome(text, { routes, always: true })).toBe('always');
  });

  it('[GA14] of an agent without choices is only the end, beside prose', async () => {
    const without = { always: true };
    expect(await outcome('Done. {"next":"END"}', without)).toBe('finish');
    expect(await outcome('Call it with {"next":"page2"}.', without)).toBe('always');
    expect(await outcome('{"next":"page2"}', without)).toContain('Choose one of: END.');
  });

  it('[GA14] is followed or given back in any prose', async () => {
    const prose = fc.string().filter((text) => !text.includes('next'));
    await fc.assert(
      fc.asyncProperty(prose, prose, fc.constantFrom(...routes), async (before, after, name) => {
        const told = await outcome(`${before}{"next":"${name}"}${after}`);
        expect(told === name || told.includes(names)).toBe(true);
      }),
    );
  });

  it('[GA14] ends the search in a text of nothing but braces', async () => {
    expect(await outcome(`${'{'.repeat(200_000)}"`)).toBe('finish');
  });
});

describe('the answer of a run', () => {
  const answerOf = async (text: string, said = 'Three months.') => {
    const history = [{ role: 'assistant', content: said, name: 'Bob' }];
    const { result } = await take({ text, history, config: { routes } });
    const [token] = Object.values(result.ports ?? {});
    return (token as { readonly answer: string }).answer;
  };

  it.each([
    '{"next":"END"}',
    ' { "next": "END" }\n',
    '```json\n{"next":"END"}\n```',
    '{"next":"END"}\n{"next":"END"}',
  ])('[GA15] is not %j, which only says who is next', async (text) => {
    expect(await answerOf(text)).toBe('Three months.');
  });

  it.each([
    ['Four months. {"next":"END"}', 'Four months.'],
    ['{"next":"END"}\nFour months.', 'Four months.'],
    ['Four months.\n\n```json\n{"next":"END"}\n```', 'Four months.'],
    ['It is {"next":"x"} there.', 'It is {"next":"x"} there.'],
    ['{"next":"END","answer":"Four months."}', '{"next":"END","answer":"Four months."}'],
  ])('[GA15] of %j is %j', async (text, expected) => {
    expect(await answerOf(text)).toBe(expected);
  });

  it('[GA15] is empty if nobody said anything else', async () => {
    expect(await answerOf('{"next":"END"}', '{"next":"Writer"}')).toBe('');
  });
});
