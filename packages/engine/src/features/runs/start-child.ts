// Child runs
// Maps and sub-workflows: real runs with a journal of their own, linked to the node that asked for them.
import type { ChildEffect, Json } from '@skein/kernel';
import { EngineError, type Awaitable } from '@skein/ports';
import { unplaced } from '../../core/run/draft.ts';
import type { OpenChild } from '../../core/run/open-things.ts';
import type { RunDriver } from '../../core/driver/run-driver.ts';
import type { Runtime } from '../../runtime.ts';
import { isStoreAway, tryLater } from '../../cluster/try-later.ts';
import { failureOf } from '../../state/values/failure-of.ts';
import { andThen } from '../../state/values/and-then.ts';
import type { KnownWorkflow } from '../../state/definitions/workflow-cache.ts';
import { createDriver, runStarted } from '../../core/driver/create-driver.ts';

/** A workflow that starts itself would otherwise go on until the memory is full. */
const depthMax = 50;

export function startChild(runtime: Runtime, parent: RunDriver, child: OpenChild): void {
  try {
    const found = findChildWorkflow(runtime, askedOf(parent, child.effect));
    const started = andThen(found, (workflow) => begin(runtime, { parent, child, workflow }));
    if (started instanceof Promise) started.catch((error: unknown) => refuse(parent, child, error));
  } catch (error) {
    refuse(parent, child, error);
  }
}

/** Where a child hangs below its parent: node, activation and index. Node ids may hold anything, so it is read backwards. */
export function childPath({ node, activation, index }: ChildEffect): string {
  return `${node}#${activation}/${index}`;
}

/** The opposite of `childPath`. */
export function placeOfPath(path: string): Pick<ChildEffect, 'node' | 'activation' | 'index'> {
  const [, node = '', activation, index] = /^(.*)#(\d+)\/(\d+)$/s.exec(path) ?? [];
  return { node, activation: Number(activation), index: Number(index) };
}

/** The workflow that a child shall run. */
export function findChildWorkflow(
  runtime: Runtime,
  child: {
    readonly workflow: Json;
    readonly version?: string;
    readonly inlineName: string;
    readonly depth: number;
    readonly user?: string;
  },
): Awaitable<KnownWorkflow> {
  const { workflow, version, inlineName, depth, user } = child;
  if (depth > depthMax) {
    throw new EngineError('TOO_DEEP', { what: 'The tree of runs', limit: depthMax });
  }
  if (typeof workflow !== 'string') {
    return runtime.workflows.getInline(workflow, inlineName, user);
  }
  return runtime.workflows.get({
    id: workflow,
    ...(version === undefined ? {} : { version }),
    ...(user === undefined ? {} : { user }),
    isForStart: true,
  });
}

/** What a parent says about the child that it wants. */
export function askedOf({ origin }: RunDriver, { workflow, version, node }: ChildEffect) {
  return {
    workflow,
    ...(version === undefined ? {} : { version }),
    inlineName: `${origin.workflow.id}#${node}`,
    depth: origin.depth + 1,
    ...(origin.user === undefined ? {} : { user: origin.user }),
  };
}

function begin(
  runtime: Runtime,
  link: { readonly parent: RunDriver; readonly child: OpenChild; readonly workflow: KnownWorkflow },
): void {
  const { parent, child, workflow } = link;
  if (!child.live) return;
  const input: Json | undefined = child.effect.input;
  const driver = createDriver(runtime, {
    workflow,
    ...(input === undefined ? {} : { input }),
    parent: { run: parent.id, path: childPath(child.effect) },
    root: parent.origin.root ?? parent.id,
    depth: parent.origin.depth + 1,
    trace: parent.trace,
    ...(parent.origin.user === undefined ? {} : { user: parent.origin.user }),
  });
  child.driver = driver;
  driver.parent = { driver: parent, child, toldWaits: null };
  driver.record(runStarted(driver, input), null).catch((error: unknown) => lose(parent, error));
}

/** A child that could not be written exists nowhere. Its parent is opened anew, as after a crash, and begins it again. */
function lose(parent: RunDriver, error: unknown): void {
  const { runtime } = parent;
  if (parent.isGone || runtime.isClosed) return;
  parent.lose(error);
  runtime.ownership.lookAgain(parent);
}

/** No run came about: its parent sees a child that failed, unless the store was only away for a while. */
function refuse(parent: RunDriver, child: OpenChild, error: unknown): void {
  const { runtime } = parent;
  if (isStoreAway(error)) {
    tryLater(runtime, error, () => child.live && startChild(runtime, parent, child));
    return;
  }
  const { node, activation, index } = child.effect;
  parent.post(
    {
      ...unplaced,
      type: 'child.finished',
      node,
      activation,
      index,
      status: 'failed',
      failure: failureOf(error),
    },
    child,
  );
}
