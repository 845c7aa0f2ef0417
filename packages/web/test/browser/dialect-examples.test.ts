// Goal: every example of the five dialects works in the studio as it does at the command line. Method: each is opened, drawn, run
// with its own script, answered and seen to its end, by hand.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findForm } from '../../src/graph/forms/find-form.ts';
import { textAt } from '../../src/graph/own-keys.ts';
import { readSketch } from '../../src/graph/read-sketch.ts';
import { describeStudio, type StudioKit } from './describe-studio.ts';

const examples = path.join(import.meta.dirname, '../../../../examples');
const dialects = ['session-graph', 'dataflow', 'agent-graph', 'canvas', 'pipeline'];

interface ExampleRun {
  readonly input?: Json;
  readonly start?: string;
  readonly answers?: readonly string[];
  /** No status: it is an example of a mistake. */
  readonly expect: { readonly status?: string; readonly diagnostics?: readonly string[] };
}

interface Kept {
  readonly id: string;
  readonly diagnostics: readonly { readonly code: string }[];
}

interface Shown {
  readonly status: string;
  readonly waits: readonly { readonly id: string; readonly node: string }[];
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as JsonObject;

interface Example {
  readonly name: string;
  readonly played: Played;
  readonly script: JsonObject;
}

const all = dialects.flatMap((dialect): readonly Example[] => {
  const folder = path.join(examples, dialect);
  const files = readdirSync(folder).filter((file) => /^\d+-[a-z0-9-]+\.json$/.test(file));
  return files.map((file) => {
    const place = path.join(folder, path.basename(file, '.json'));
    const script = `${place}.script.json`;
    return {
      name: `${dialect}/${path.basename(place)}`,
      played: { dialect, definition: read(`${place}.json`), run: chosenRun(`${place}.run.json`) },
      script: existsSync(script) ? read(script) : {},
    };
  });
});

// One server for all that say the same to a question without a reply: to start one takes as long as an example.
for (const [otherwise, together] of Map.groupBy(all, ({ script }) => script['otherwise'] ?? 'echo'))
  describeStudio(
    `examples of dialects (${JSON.stringify(otherwise)})`,
    (kit) => {
      it.each(together)('[W73] $name is drawn, run, answered and seen to its end', ({ played }) => {
        const { status } = played.run.expect;
        return status === undefined ? refuse(kit, played) : play(kit, { ...played, status });
      });
    },
    { script: { otherwise, ...merged(together.map(({ script }) => script)) } },
  );

/** Every reply is for a node, and no two scripts have a node in common, so each example gets its own replies. */
function merged(scripts: readonly JsonObject[]): JsonObject {
  const nodes = scripts.map((script) => new Set(repliesIn(script).map(nodeOf)));
  const named = nodes.flatMap((each) => [...each]);
  expect(named).not.toContain(undefined);
  expect(new Set(named).size).toBe(named.length);
  const tools = scripts.map((script) => ownValue(script, 'tools') ?? {});
  return {
    replies: scripts.flatMap(repliesIn),
    tools: Object.fromEntries(tools.flatMap((each) => Object.entries(each))),
  };
}

function repliesIn(script: JsonObject): readonly Json[] {
  return (ownValue(script, 'replies') ?? []) as readonly Json[];
}

function nodeOf(reply: Json): Json | undefined {
  const condition = isObject(reply) ? ownValue(reply, 'when') : undefined;
  return isObject(condition) ? ownValue(condition, 'node') : undefined;
}

/** The one with the most answers: it shows most of the example. */
function chosenRun(file: string): ExampleRun {
  // The tests of the examples have checked its shape.
  const written = read(file) as unknown as ExampleRun | readonly ExampleRun[];
  const runs: readonly ExampleRun[] = Array.isArray(written) ? written : [written];
  const shown = runs.filter(({ start }) => start === undefined);
  const most = Math.max(...shown.map(({ answers = [] }) => answers.length));
  return shown.find(({ answers = [] }) => answers.length === most) as ExampleRun;
}

interface Played {
  readonly dialect: string;
  readonly definition: JsonObject;
  readonly run: ExampleRun;
}

async function openExample({ studio, open }: StudioKit, { dialect, definition }: Played) {
  const { call } = studio();
  const id = textAt(definition, 'id') || textAt(definition, 'uuid') || 'example';
  const place = `/workflows/${encodeURIComponent(id)}?draft=true&dialect=${dialect}`;
  const kept = await call<Kept>('PUT', place, definition);
  const page = await open(`/workflows/${encodeURIComponent(kept.id)}`);
  await checkDrawing(page, dialect, definition);
  return { call, kept, page, start: page.getByRole('button', { name: /^Run/ }) };
}

async function refuse(kit: StudioKit, played: Played) {
  const { kept, start } = await openExample(kit, played);
  // A server also knows which tools there are, and may say more.
  expect(kept.diagnostics.map(({ code }) => code)).toEqual(
    expect.arrayContaining([...(played.run.expect.diagnostics ?? [])]),
  );
  expect(await start.getAttribute('aria-disabled')).toBe('true');
}

async function play(kit: StudioKit, played: Played & { readonly status: string }) {
  const { run, status } = played;
  const { call, page, start } = await openExample(kit, played);
  await start.click();
  const dialog = page.getByRole('dialog');
  if (run.input !== undefined) {
    const text = typeof run.input === 'string' ? run.input : JSON.stringify(run.input);
    await dialog.getByLabel('Input', { exact: true }).fill(text);
  }
  await dialog.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL(/\/runs\//);
  const id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  const shown = () => call<Shown>('GET', `/runs/${id}`);
  for (const written of run.answers ?? []) {
    const at = written.indexOf('=');
    const node = written.slice(0, at);
    const asked = async () => (await shown()).waits.find((wait) => wait.node === node)?.id;
    await expect.poll(asked).toBeTruthy();
    await answer(page, String(await asked()), JSON.parse(written.slice(at + 1)) as Json);
  }
  await expect.poll(async () => (await shown()).status).toBe(status);
  const word = status.replace(/^./, (letter) => letter.toUpperCase());
  await page.locator('main header').first().getByText(word).first().waitFor();
}

async function checkDrawing(page: Page, dialect: string, definition: JsonObject) {
  if (dialect === 'pipeline') {
    const steps = page.getByRole('list', { name: 'Steps' }).locator('> li');
    const written = ownValue(definition, 'steps') as readonly Json[];
    await expect.poll(() => steps.count()).toBe(written.length);
    return;
  }
  const { nodes, edges } = readSketch(findForm(dialect)!, definition);
  await expect.poll(() => page.locator('.react-flow__node').count()).toBe(nodes.length);
  await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(edges.length);
}

async function answer(page: Page, wait: string, given: Json) {
  const form = page.locator(`[id="answer-${wait}"]`);
  const send = page.locator(`button[form="answer-${wait}"]`);
  await form.waitFor();
  await expect.poll(() => send.isEnabled()).toBe(true);
  const choice = form.getByRole('combobox', { name: 'Your answer' });
  const decides = ((await send.textContent()) ?? '').startsWith('Approve');
  if (decides) {
    const { decision, note } = decisionIn(given);
    if (note !== '') await form.getByLabel('Note').fill(note);
    if (decision) await send.click();
    else await page.getByRole('button', { name: 'Reject' }).click();
  } else if (await choice.count()) {
    await choice.click();
    await page.getByRole('option', { name: typeof given === 'string' ? given : '' }).click();
    await send.click();
  } else if (given === true) {
    await form.getByRole('switch', { name: 'Your answer' }).click();
    await send.click();
  } else {
    const field = form.getByLabel(/^(?:Your answer|Message)$/);
    await field.fill(typeof given === 'string' ? given : JSON.stringify(given));
    await send.click();
  }
  await form.waitFor({ state: 'detached' });
}

/** A text that is no decision is the reason of a refusal. */
function decisionIn(given: Json): { readonly decision: boolean; readonly note: string } {
  if (!isObject(given)) {
    const isYes = given === true || given === 'approve';
    return { decision: isYes, note: isYes || typeof given !== 'string' ? '' : given };
  }
  const note = ownValue(given, 'note');
  return {
    decision: ownValue(given, 'decision') === 'approve',
    note: typeof note === 'string' ? note : '',
  };
}
