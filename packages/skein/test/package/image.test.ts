// The image: what its Dockerfile says, and the package laid out and started as it says.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@skein/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDockerfile } from './dockerfile.ts';
import { packedPackage, type InstalledPackage } from './installed-package.ts';
import { layOutImage } from './lay-out-image.ts';

const repository = path.join(import.meta.dirname, '../../../..');
let packed: InstalledPackage;

beforeAll(async () => {
  packed = await packedPackage();
}, 300_000);
afterAll(() => packed?.remove());

describe('the image', () => {
  const instructions = readDockerfile(path.join(repository, 'Dockerfile'));
  const valuesOf = (wanted: string) =>
    instructions.filter(({ name }) => name === wanted).map(({ value }) => value);

  it('[PK7] is made from files that are there, by commands that are there', () => {
    const ignored = readFileSync(path.join(repository, '.dockerignore'), 'utf8').split('\n');
    const copied = valuesOf('COPY')
      .filter((value) => !value.startsWith('--from'))
      .flatMap((value) => value.split(/\s+/).slice(0, -1));
    expect(copied).toContain('package-lock.json');
    for (const source of copied) {
      expect([source, existsSync(path.join(repository, source))]).toEqual([source, true]);
      expect(ignored).not.toContain(source);
    }
    const anywhere = ignored.filter((pattern) => pattern.startsWith('**/'));
    const sources = readdirSync(path.join(repository, 'packages'), { recursive: true })
      .map(String)
      .filter((file) => /^\w+\/src\//.test(file));
    const lost = sources.filter((file) => anywhere.includes(`**/${path.basename(file)}`));
    expect(lost).toEqual([]);
    const [packing = '', installing = ''] = valuesOf('RUN');
    const scripts = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')).scripts;
    expect(scripts).toHaveProperty(/^npm run (\w+)$/.exec(packing)?.[1] ?? packing);
    expect(installing).toMatch(/^npm ci --workspace=skein --omit=dev --ignore-scripts /);
  });

  it('[PK620] is installed from the lockfile alone', () => {
    const commands = valuesOf('RUN').flatMap((value) => value.split('&&'));
    const npm = commands
      .map((command) => command.trim())
      .filter((command) => /^np[mx]/.test(command));
    expect(npm.map((command) => command.split(' ').slice(0, 3).join(' '))).toEqual([
      'npm run pack',
      'npm ci --workspace=skein',
    ]);
    expect(valuesOf('COPY').filter((value) => value.startsWith('--from'))).toEqual([
      '--from=build /source/node_modules node_modules',
      '--from=build /source/dist/package packages/skein',
    ]);
  });

  it('[PK7] starts, answers its own check of health, and ends when it is stopped', async () => {
    const data = path.join(packed.folder, 'data');
    mkdirSync(data, { recursive: true });
    const port = await freePort();
    const settings = [
      ...valuesOf('ENV')
        .join(' ')
        .matchAll(/(\w+)=(\S+)/g),
    ].filter(([, name]) => name !== 'PATH');
    const written = Object.fromEntries(settings.map(([, name = '', value = '']) => [name, value]));
    expect(valuesOf('EXPOSE')).toEqual([written['SKEIN_PORT']]);
    const compose = readFileSync(path.join(repository, 'compose.yaml'), 'utf8');
    expect(compose).toContain(`'${written['SKEIN_PORT']}:${written['SKEIN_PORT']}'`);
    const env = {
      ...written,
      SKEIN_STORE: written['SKEIN_STORE']?.replace('/data', data) ?? '',
      SKEIN_PORT: String(port),
    };
    const image = layOutImage(packed).with({ env, cwd: data });
    const [entry = ''] = JSON.parse(valuesOf('ENTRYPOINT')[0] ?? '') as string[];
    expect(await image.run(entry, 'serve')).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('KEYS_NEEDED'),
    });
    expect(await image.run(entry, 'keys', 'create')).toMatchObject({ code: 0 });

    const child = image.start(entry, ...(JSON.parse(valuesOf('CMD')[0] ?? '') as string[]));
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const logged = new Promise<string>((resolve) =>
      child.stderr?.once('data', (chunk: Buffer) => resolve(chunk.toString())),
    );
    expect(JSON.parse(await logged)).toMatchObject({ message: 'listening' });
    const [, check = ''] = /CMD (\[.*\])$/.exec(valuesOf('HEALTHCHECK')[0] ?? '') ?? [];
    const [program = '', ...given] = JSON.parse(check) as string[];
    expect(await image.run(program, ...given)).toMatchObject({ code: 0 });
    child.kill(valuesOf('STOPSIGNAL')[0] as NodeJS.Signals);
    expect(await exited).toBe(0);
    expect(await image.run(program, ...given)).toMatchObject({ code: 1 });
  });
});
