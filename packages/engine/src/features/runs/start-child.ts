// Child runs
// Maps and sub-workflows: real runs with a journal of their own, linked to the node that started them.
import { workflowId, type ChildEffect, type Json } from '@skein/kernel';
import { withoutUndefined, type Awaitable } from '@skein/ports';
import { isStoreUnavailable, tryLater } from '../../cluster/try-later.ts';
import { checkInputAhead } from '../../core/driver/check-input.ts';
import { createDriver, runStarted } from '../../core/driver/create-driver.ts';
import type { DriverRuntime } from '../../core/driver/driver-runtime.ts';
import { childPath } from '../../core/run/child-path.ts';
import { unplaced } from '../../core/run/draft.ts';
import type { DrivenRun, OpenChild, RunView } from '../../core/run/driven-run.ts';
import type { Ports } from '../../engine-ports.ts';
import type { Definitions } from '../../state/definitions/known-workflow.ts';
import type { KnownWorkflow } from '../../state/definitions/compiled-versions.ts';
import { andThen } from '../../state/values/and-then.ts';
import { failureOf } from '../../state/values/failure-of.ts';

export type ChildRuntime = DriverRuntime &
  Definitions &
  Ports<'checkSchema' | 'checkAhead' | 'ceilings'>;

export function startChild(runtime: ChildRuntime, parent: DrivenRun, child: OpenChild): void {
  try {
    const found = findChildWorkflow(runtime, childRequest(parent, child.effect));
    const started = andThen(found, (workflow) =>
      andThen(checkedAhead(runtime, { parent, child, workflow }), () =>
        begin(runtime, { parent, child, workflow }),
      ),
    );
    if (started instanceof Promise)
      started.catch((error: unknown) => refuse(runtime, { parent, child }, error));
  } catch (error) {
    refuse(runtime, { parent, child }, error);
  }
}

/** A large input is checked elsewhere; nothing is waited for with a small one. */
function checkedAhead(
  runtime: ChildRuntime,
  { parent, child, workflow }: Beginning,
): Awaitable<unknown> {
  const { input } = child.effect;
  const { user } = parent.origin;
  return checkInputAhead(runtime, workflow, { input, user, isPatient: true });
}

/** The workflow that a child shall run. */
export function findChildWorkflow(
  { workflows }: Definitions,
  child: {
    readonly workflow: Json;
    readonly version?: string;
    readonly inlineName: string;
    readonly user?: string;
  },
): Awaitable<KnownWorkflow> {
  const { workflow, version, inlineName, user } = child;
  if (typeof workflow !== 'string') {
    return workflows.getInline(workflow, inlineName, user);
  }
  return workflows.get({ id: workflowId(workflow), version, user, isForStart: true });
}

/** What a parent says about the child that it wants. */
export function childRequest({ origin, state }: RunView, { workflow, version, node }: ChildEffect) {
  return {
    workflow,
    ...(version === undefined ? {} : { version }),
    inlineName: `${origin.workflow.id}#${node}`,
    depth: origin.depth + 1,
    ...withoutUndefined({ offline: state.origin.offline }),
    ...(origin.user === undefined ? {} : { user: origin.user }),
  };
}

interface Beginning {
  readonly parent: DrivenRun;
  readonly child: OpenChild;
  readonly workflow: KnownWorkflow;
}

function begin(runtime: ChildRuntime, { parent, child, workflow }: Beginning): void {
  if (!child.live) return;
  const { input } = child.effect;
  runtime.treeSizes.admit(parent);
  const driver = createDriver(runtime, {
    workflow,
    input,
    parent: { run: parent.id, path: childPath(child.effect) },
    root: parent.origin.root ?? parent.id,
    depth: parent.origin.depth + 1,
    trace: parent.trace,
    user: parent.origin.user,
  });
  child.driver = driver;
  driver.joinParent({ driver: parent, child, toldWaits: null });
  driver
    .record(runStarted(runtime, driver, input, { offline: parent.state.origin.offline }), null)
    .catch((error: unknown) => lose(runtime, parent, error));
}

/** A child that could not be written does not exist. Its parent is reopened, as after a crash, and starts it again. */
function lose(runtime: ChildRuntime, parent: DrivenRun, error: unknown): void {
  if (parent.isGone || runtime.isDraining) return;
  parent.lose(error);
  runtime.ownership.lookAgain(parent);
}

/** No run was started: its parent sees a failed child, unless the store was only temporarily unavailable. */
function refuse(
  runtime: ChildRuntime,
  { parent, child }: { readonly parent: DrivenRun; readonly child: OpenChild },
  error: unknown,
): void {
  // The engine has begun to drain meanwhile; whoever opens the run next starts the child.
  if (runtime.isDraining) return;
  if (isStoreUnavailable(error)) {
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
