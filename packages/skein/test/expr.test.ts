// Goal: an expression can be tried on a file, with the same meaning as in a workflow.
import { describeFunctions } from '@skein/kernel';
import { afterAll, describe, expect, it } from 'vitest';
import { folderWith, skein } from './spawn-skein.ts';

const { folder, remove } = folderWith({
  'order.json': { items: [{ price: 2, ok: true }, { price: 3 }], name: 'Ann' },
});
afterAll(remove);

const expr = (...given: readonly string[]) => skein(['expr', ...given], { cwd: folder });

describe('skein expr', () => {
  it('[C700] computes on a file; the keys of the input are names', async () => {
    const text = 'items.filter(i => i.ok).sum("price") + trigger.items.length';
    const fromFile = await expr(text, '--input', 'order.json');
    expect([fromFile.code, fromFile.stdout]).toEqual([0, '4\n']);
    const fromJson = await expr('`Hi ${name}`', '--input', '{"name":"Bo"}');
    expect([fromJson.code, fromJson.stdout]).toEqual([0, 'Hi Bo\n']);
  });

  it('[C700] with --json it names what was read', async () => {
    const { code, stdout } = await expr('[trigger.name]', '--input', '@order.json', '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { value: ['Ann'], references: ['${trigger.name}'] },
    ]);
  });

  it.each([
    ['1 +', 2, 'BAD_EXPRESSION'],
    ['1 / 0', 1, 'EXPRESSION_FAILED'],
    ['range(1e9)', 1, 'EXPRESSION_LIMIT'],
    ['order.output', 1, 'UNRESOLVED_REFERENCE'],
  ])('[C700] %s ends with the exit code %i', async (text, exit, code) => {
    const ended = await expr(text);
    expect([ended.code, ended.stdout]).toEqual([exit, '']);
    expect(ended.stderr).toContain(code);
  });

  it('[C1150] takes an expression as it stands in a definition', async () => {
    const { code, stdout } = await expr('${= `${name}` + "}" }', '--input', 'order.json');
    expect([code, stdout]).toEqual([0, 'Ann}\n']);
  });

  it('[C1150] an error without a hint is one line', async () => {
    const { stderr } = await expr('1 / 0');
    expect(stderr).toBe('error EXPRESSION_FAILED: 1 / 0 (column 3): division by zero.\n');
  });

  it('[C881] --functions lists what can be called, with examples', async () => {
    const some = await expr('--functions', 'sort');
    expect(some.stdout).toContain('list .sortBy(key?, direction?)\n');
    expect(some.stdout).not.toContain('formatTime');
    const { stdout } = await expr('--functions', '--json');
    const all = (JSON.parse(stdout) as { functions: { signature: string }[] }).functions;
    expect(all.map(({ signature }) => signature)).toEqual(
      describeFunctions().map(({ signature }) => signature),
    );
  });

  it('[C700] without an expression and without a terminal it says what is missing', async () => {
    const ended = await expr();
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('EXPRESSION')]);
  });
});
