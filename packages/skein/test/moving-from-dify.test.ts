// Goal: the example of docs/moving-from-dify.md is imported and runs as the page says.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { callSkein } from './call-skein.ts';
import { folderWith } from './spawn-skein.ts';

const page = readFileSync(new URL('../../../docs/moving-from-dify.md', import.meta.url), 'utf8');
const { folder, remove } = folderWith({
  'script.json': {
    replies: [{ when: {}, text: 'It will be there tomorrow.', repeat: true }],
    otherwise: 'fail',
  },
});
writeFileSync(path.join(folder, 'app.yml'), /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '');
afterAll(remove);

describe('the example of moving from Dify', () => {
  it('[C1350] is imported whole, and answers turns of a conversation', async () => {
    const made = await callSkein(['import', 'app.yml', '--out', 'flows'], { cwd: folder });
    expect(made.stdout).toContain('1 file: 1 whole');
    const turn = async (query: string) => {
      const input = JSON.stringify({ query, conversation_id: 'c1' });
      const given = [
        'run',
        'flows/app.json',
        '--input',
        input,
        '--script',
        'script.json',
        '--store',
        'sqlite:runs.sqlite',
        '--json',
      ];
      const ran = await callSkein(given, { cwd: folder });
      return (JSON.parse(ran.stdout) as { output: unknown }).output;
    };
    expect(await turn('Where is my order please')).toEqual({
      answer: '1: It will be there tomorrow.',
    });
    expect(await turn('Hi')).toEqual({ answer: 'Please say more than "Hi".' });
    expect(await turn('Where is my other order')).toEqual({
      answer: '3: It will be there tomorrow.',
    });
  });
});
