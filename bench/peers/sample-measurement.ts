// Measurements for tests, with as little as a test must say.
import type { Cell, Measurement, System } from './measurement.ts';

export function systemOf(id: string, more: Partial<System> = {}): System {
  const [file = '', variant = ''] = id.split(':');
  const kind = variant.startsWith('mem') ? 'memory' : 'durable';
  return { id, file, variant, kind, durability: `${id} as its adapter says`, ...more };
}

/** Figures of each system, one for each round; a text is why there is none. */
export function measurementWith(
  figures: Readonly<Record<string, readonly number[] | string>>,
  more: Partial<Measurement> = {},
): Measurement {
  const ids = Object.keys(figures);
  return {
    workload: 'W2',
    size: 1000,
    title: 'durable chain',
    unit: 'µs/step',
    date: '2026-11-18T08:00:00.000Z',
    commit: 'abc',
    node: '24.21.0',
    cores: 2,
    rounds: 3,
    roundsDone: 3,
    timeoutS: 120,
    syncUs: [130, 150],
    versions: { pg: '8.0.0' },
    systems: ids.map((id) => systemOf(id, floorFor(id))),
    absent: [],
    cells: ids.flatMap((id) => cellsFor(id, figures[id] ?? [])),
    ...more,
  };
}

function floorFor(id: string): Partial<System> {
  if (id.startsWith('floor:') || id.endsWith(':pg') || id.includes(':mem')) return {};
  return { floor: 'sqlite-full' };
}

function cellsFor(system: string, figures: readonly number[] | string): readonly Cell[] {
  if (typeof figures === 'string')
    return [{ system, round: 0, seconds: 120, load: 1, dnf: figures }];
  return figures.map((value, round) => ({
    system,
    round,
    seconds: 4,
    load: 1 + round,
    value,
    cpu: value / 2,
    helperCpu: 0,
  }));
}
