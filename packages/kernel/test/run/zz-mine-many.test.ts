import { writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { playRandomRun } from '/work/main/packages/kernel/test/run/random-run.ts';
it('many', () => {
  const from = Number(process.env.FROM ?? 0), to = Number(process.env.TO ?? 200);
  if (process.env.SHOW) { playRandomRun(from); return; }
  const kinds = new Map<string, {count: number; first: number}>();
  let events = 0; const ends: Record<string, number> = {};
  for (let seed = from; seed < to; seed++) {
    writeFileSync('/tmp/seed-mine.txt', String(seed)); const t0 = performance.now(); try { const r = playRandomRun(seed); events += r.journal.length; ends[r.state.status] = (ends[r.state.status] ?? 0) + 1; const ms = performance.now() - t0; if (ms > 1500) console.log('slow', seed, Math.round(ms), r.journal.length, r.state.steps); }
    catch (error) {
      const e = error as Error;
      const where = (e.stack ?? '').split('\n').filter((l) => /kernel\/(src|test)/.test(l)).slice(0, 3).map((l) => l.replace(/.*kernel\//, '').replace(/\)$/, '')).join(' < ');
      const key = e.message.replace(/\x1b\[[0-9;]*m/g, '').split('\n')[0]!.slice(0, 110) + ' @ ' + where;
      const k = kinds.get(key) ?? { count: 0, first: seed }; k.count++; kinds.set(key, k);
    }
  }
  console.log({ seeds: to - from, events, ends });
  for (const [k, v] of [...kinds].sort((a, b) => b[1].count - a[1].count)) console.log(v.count, 'first seed', v.first, k);
}, 600000);
it.runIf(process.env.DIFF)('diff', () => {
  try { playRandomRun(Number(process.env.FROM)); } catch (e) {
    const { actual, expected } = e as { actual: string; expected: string };
    if (Array.isArray(actual)) { const a = actual as unknown[], b = expected as unknown as unknown[]; const i = a.findIndex((x, k) => JSON.stringify(x) !== JSON.stringify(b[k])); for (let k = Math.max(0, i - 4); k < i + 3; k++) console.log(k, '\nA', JSON.stringify(a[k])?.slice(0,400), '\nE', JSON.stringify(b[k])?.slice(0,400)); return; }
    if (typeof actual !== 'string') { console.log(String(e).slice(0, 2000), JSON.stringify(actual).slice(0,1500), JSON.stringify(expected).slice(0,1500)); return; }
    let i = 0; while (actual[i] === expected[i]) i++;
    console.log('A', actual.slice(i - 150, i + 200), '\nE', expected.slice(i - 150, i + 200));
  }
});
