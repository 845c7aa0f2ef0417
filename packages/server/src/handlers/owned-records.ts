// Whose records a request is about
// The route table says what each parameter of a path names. Runs, waits and outputs are found by an id alone, so they are looked
// up here, once for all routes, and belong to the caller or do not exist. Every other record is only ever looked up under the
// caller's name.
import type { Owner, Route, RouteName, Routes } from '@skein/api';
import type { Engine, RunOutput } from '@skein/engine';
import type { RunRecord, WaitRecord } from '@skein/ports';
import { ownOutput } from '../features/runs/output-json.ts';
import { ownRun } from '../features/runs/own-run.ts';
import { visibleWait } from '../features/waits/visible-wait.ts';
import type { Identity } from '../identity/identity.ts';

interface FoundById {
  readonly run: RunRecord;
  readonly wait: WaitRecord;
  readonly output: RunOutput;
}

/** By parameter, the records that the path of a route names. */
export type OwnedRecords<Name extends RouteName> = Routes[Name] extends {
  readonly owner: infer Params;
}
  ? {
      readonly [
        Param in keyof Params as Params[Param] extends keyof FoundById ? Param : never
      ]: FoundById[Params[Param] & keyof FoundById];
    }
  : Record<never, never>;

type Find<T> = (engine: Engine, identity: Identity, id: string) => Promise<T>;

const finders: { readonly [Kind in keyof FoundById]: Find<FoundById[Kind]> } = {
  run: (engine, { owner }, id) => ownRun(engine, owner, id),
  wait: visibleWait,
  output: ownOutput,
};

/** Throws a 404 when one of them does not exist, or belongs to somebody else. */
export async function findOwned(
  { owner = {} }: Route,
  params: { readonly [name: string]: string },
  { engine, identity }: { readonly engine: Engine; readonly identity: Identity },
): Promise<{ readonly [param: string]: unknown }> {
  const found: { [param: string]: unknown } = {};
  for (const [param, kind] of Object.entries(owner)) {
    if (isFoundById(kind))
      found[param] = await finders[kind](engine, identity, params[param] ?? '');
  }
  return found;
}

function isFoundById(kind: Owner): kind is keyof FoundById {
  return kind in finders;
}
