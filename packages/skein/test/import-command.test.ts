// Goal: files, folders and archives of other products become workflows; bad ones are named, and spoil nothing.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { importers } from '@skein/dialects';
import { importFormats } from '../src/cli/commands/shared-options.ts';
import { callSkein } from './call-skein.ts';
import { folderWith } from './spawn-skein.ts';

const app = `app:
  name: Greeting
  mode: workflow
kind: app
workflow:
  graph:
    nodes:
    - id: '1'
      data: { type: start, title: Start, variables: [{ variable: who, type: text-input, required: true }] }
    - id: '2'
      data:
        type: template-transform
        title: Greet
        template: Hello {{ who }}
        variables: [{ variable: who, value_selector: ['1', who] }]
    - id: '3'
      data: { type: end, title: End, outputs: [{ variable: text, value_selector: ['2', output] }] }
    edges:
    - { source: '1', target: '2' }
    - { source: '2', target: '3' }
`;
const machine = {
  StartAt: 'A',
  States: { A: { Type: 'Task', Resource: 'arn:aws:lambda:eu:1:function:F', End: true } },
};

const { folder, remove } = folderWith({
  'flows/machine.json': machine,
  'flows/bad.json': { nothing: true },
});
writeFileSync(path.join(folder, 'app.yml'), app);
writeFileSync(path.join(folder, 'flows/cut.yml'), app.slice(0, app.indexOf(', required')));
writeFileSync(
  path.join(folder, 'flows.zip'),
  zip([
    ['a/../../evil.yml', app],
    ['b.json', '{"cut'],
    ['notes.txt', 'no'],
  ]),
);
afterAll(remove);

const skein = (...given: readonly string[]) => callSkein(given, { cwd: folder });

/** A ZIP archive of texts, packed by deflate. */
function zip(files: readonly (readonly [string, string])[], declared?: number): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of files) {
    const data = deflateRawSync(Buffer.from(text));
    const size = declared ?? Buffer.byteLength(text);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, Buffer.from(name), data);
    entries.push(entry, Buffer.from(name));
    offset += 30 + name.length + data.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

describe('skein import', () => {
  it('[C1350] a single file goes to stdout, and runs', async () => {
    const { code, stdout } = await skein('import', 'app.yml');
    expect(code).toBe(0);
    writeFileSync(path.join(folder, 'app.json'), stdout);
    const ran = await skein('run', 'app.json', '--input', '{"who":"Ann"}', '--json');
    expect(JSON.parse(ran.stdout)).toMatchObject({
      status: 'completed',
      output: { text: 'Hello Ann' },
    });
  });

  it('[C1350][C1351] folders and archives end with a table; bad files are named and the others written', async () => {
    const { code, stdout, stderr } = await skein(
      'import',
      'app.yml',
      'flows',
      'flows.zip',
      '--out',
      'made',
    );
    expect(code).toBe(2);
    expect(stdout).toContain('6 files: 2 whole, 1 to bind, 0 to do, 3 failed');
    expect(stdout).toMatch(/flows\/machine\.json +asl +\d+ +to bind +1 binding/);
    expect(stderr).toContain('flows/bad.json: not imported\n  IMPORT_UNKNOWN: ');
    expect(stderr).toMatch(
      /flows\/cut\.yml: not imported\n {2}BAD_YAML: flows\/cut\.yml:\d+:\d+: /,
    );
    expect(stderr).toContain('"A" calls the Lambda function F.');
    expect(readdirSync(path.join(folder, 'made')).toSorted()).toEqual([
      'app.json',
      'evil.json',
      'machine.json',
    ]);
    expect(existsSync(path.join(folder, '..', 'evil.yml'))).toBe(false);
  });

  it('[C2200] a folder of fifty files ends with a row for each, and the sums', async () => {
    const many = folderWith(
      Object.fromEntries(
        Array.from({ length: 50 }, (_, index) => {
          const kind = index % 5;
          const name = `many/${String(index).padStart(2, '0')}.json`;
          if (kind === 4) return [name, { nothing: index }];
          if (kind === 3) return [name, machine];
          const steps = { A: { Type: 'Pass', Result: index, End: true } };
          return [name, { StartAt: 'A', States: steps }];
        }),
      ),
    );
    try {
      const { code, stdout } = await callSkein(['import', 'many', '--out', 'made'], {
        cwd: many.folder,
      });
      expect(code).toBe(2);
      const rows = stdout.split('\n').filter((line) => line.startsWith('many/'));
      expect(rows.map((row) => row.slice(5, 7)).join(' ')).toBe(
        Array.from({ length: 50 }, (_, index) => String(index).padStart(2, '0')).join(' '),
      );
      expect(stdout).toContain('50 files: 30 whole, 10 to bind, 0 to do, 10 failed');
      expect(readdirSync(path.join(many.folder, 'made'))).toHaveLength(40);
    } finally {
      many.remove();
    }
  });

  it('[C3220] no file is replaced that is there already, unless --force says so', async () => {
    const kept = folderWith({
      'two/first.json': machine,
      'two/second.json': machine,
      'made/second.json': { mine: true },
    });
    const call = (...given: readonly string[]) => callSkein(given, { cwd: kept.folder });
    const mine = () => readFileSync(path.join(kept.folder, 'made/second.json'), 'utf8');
    try {
      const before = mine();
      const refused = await call('import', 'two', '--out', 'made');
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain(
        `FILES_EXIST: A file is there already: ${path.join('made', 'second.json')}`,
      );
      expect(refused.stderr).toContain('--force');
      expect(readdirSync(path.join(kept.folder, 'made'))).toEqual(['second.json']);
      expect(mine()).toBe(before);
      expect((await call('import', 'two', '--out', 'made', '--force')).code).toBe(0);
      expect(readdirSync(path.join(kept.folder, 'made'))).toHaveLength(2);
      expect(mine()).toContain('"skein": 1');
    } finally {
      kept.remove();
    }
  });

  it('[C3221] files of one name become files with different names', async () => {
    const same = folderWith({
      'in/a/flow.json': machine,
      'in/b/Flow.json': machine,
      'in/flow-2.json': machine,
    });
    writeFileSync(
      path.join(same.folder, 'in/flow.zip'),
      zip([['x/flow.json', JSON.stringify(machine)]]),
    );
    try {
      const { code, stdout } = await callSkein(['import', 'in', '--out', 'made', '--json'], {
        cwd: same.folder,
      });
      expect(code).toBe(0);
      const { files } = JSON.parse(stdout) as { files: readonly { out: readonly string[] }[] };
      const names = files.flatMap(({ out }) => out.map((file) => file.toLowerCase()));
      expect(new Set(names).size).toBe(4);
      expect(readdirSync(path.join(same.folder, 'made'))).toHaveLength(4);
    } finally {
      same.remove();
    }
  });

  it('[C3222] convert says of a chatflow of Flowise what import says', async () => {
    const data = {
      id: 'chatOpenAI_0',
      name: 'chatOpenAI',
      baseClasses: ['ChatOpenAI'],
      inputs: {},
    };
    const chatflow = {
      nodes: [{ id: 'chatOpenAI_0', position: { x: 1, y: 2 }, type: 'customNode', data }],
      edges: [],
      viewport: { x: 0, y: 0, zoom: 1 },
    };
    const other = folderWith({
      'chatflow.json': chatflow,
      'packed.json': { flowData: JSON.stringify(chatflow) },
      'native.json': { skein: 1, nodes: [{ id: 'a', type: 'customNode' }] },
    });
    const call = (...given: readonly string[]) => callSkein(given, { cwd: other.folder });
    try {
      for (const file of ['chatflow.json', 'packed.json']) {
        const { code, stderr } = await call('convert', file, '--to', 'native');
        expect([code, stderr]).toMatchObject([2, expect.stringContaining('IMPORT_UNKNOWN')]);
        expect(stderr).toContain('agentflow v2');
      }
      // A definition with a mistake is one all the same.
      const { stderr } = await call('convert', 'native.json', '--to', 'canvas');
      expect(stderr).toContain('WORKFLOW_INVALID');
    } finally {
      other.remove();
    }
  });

  it('[C1350] as data: definitions, losses with the native node, bindings and secrets', async () => {
    const { stdout } = await skein('import', 'flows/machine.json', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      files: [
        {
          file: 'flows/machine.json',
          format: 'asl',
          error: null,
          definition: { skein: 1 },
          losses: [{ kind: 'binding', node: 'A', native: 'a' }],
          bindings: [{ tool: 'lambda-F' }],
          secrets: [],
        },
      ],
    });
  });

  it('[C1351] a format that is named must be that of the file', async () => {
    const { code, stderr } = await skein('import', 'app.yml', '--format', 'n8n');
    expect([code, stderr]).toMatchObject([
      2,
      expect.stringContaining('IMPORT_UNKNOWN: app.yml is not a file of n8n.'),
    ]);
    expect((await skein('import', 'nothing.yml')).code).toBe(5);
  });

  it('[C1353] damaged, lying and huge archives are errors', async () => {
    writeFileSync(path.join(folder, 'cut.zip'), zip([['a.yml', app]]).subarray(0, 200));
    writeFileSync(
      path.join(folder, 'lies.zip'),
      zip([['a.json', `"${'x'.repeat(60_000_000)}"`]], 10),
    );
    writeFileSync(path.join(folder, 'huge.zip'), zip([['a.json', '{}']], 500_000_000));
    expect((await skein('import', 'cut.zip')).stderr).toContain(
      'the directory of the archive is missing',
    );
    expect((await skein('import', 'lies.zip')).stderr).toContain('larger than it says');
    expect((await skein('import', 'huge.zip')).stderr).toContain('more than 400000000 bytes');
  });

  it('[C1352] convert imports first, and knows the formats by name', async () => {
    const { code, stdout } = await skein('convert', 'app.yml', '--to', 'native', '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { from: 'dify', to: 'native', definition: { skein: 1 }, losses: [] },
    ]);
    expect((await skein('convert', 'app.yml', '--from', 'asl', '--to', 'native')).stderr).toContain(
      'IMPORT_UNKNOWN',
    );
    expect([...importFormats].toSorted()).toEqual(Object.keys(importers).toSorted());
  });

  it('[C1354] definitions are read in YAML', async () => {
    writeFileSync(
      path.join(folder, 'own.yaml'),
      'skein: 1\nnodes:\n- { id: start, type: start }\n- { id: end, type: end, config: { value: "${trigger.n}" } }\nedges:\n- { from: start, to: end }\n',
    );
    expect((await skein('validate', 'own.yaml')).stdout).toContain('own.yaml: valid');
    const { stdout } = await skein('run', 'own.yaml', '--input', '{"n":3}', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ output: 3 });
    expect(readFileSync(path.join(folder, 'own.yaml'), 'utf8')).toContain('skein: 1');
  });
});
