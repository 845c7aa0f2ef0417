// The workflows that kernel and engine are measured on.
import type { Workflow, WorkflowEdge, WorkflowNode } from '@skein/kernel';

const unlimited = { maxSteps: 10_000_000 };

export function functionNode(
  id: string,
  name: string,
  more: Partial<WorkflowNode> = {},
): WorkflowNode {
  return { id, type: 'function', config: { name }, ...more };
}

export function chain(size: number, args?: string): Workflow {
  const config = args === undefined ? { name: 'countUp' } : { name: 'countUp', args };
  const nodes = Array.from({ length: size }, (_, i) =>
    functionNode(`n${i}`, 'countUp', { config }),
  );
  const edges = nodes.slice(1).map((node, i): WorkflowEdge => ({ from: `n${i}`, to: node.id }));
  return { skein: 1, policy: unlimited, nodes, edges };
}

export function fanOut(size: number): Workflow {
  const nodes = [functionNode('s', 'pass')];
  const edges: WorkflowEdge[] = [];
  for (let i = 0; i < size; i++) {
    nodes.push(functionNode(`w${i}`, 'work', { config: { name: 'work', args: { i } } }));
    edges.push({ from: 's', to: `w${i}` }, { from: `w${i}`, to: 'j', in: `p${i}` });
  }
  nodes.push(functionNode('j', 'sum'));
  return { skein: 1, policy: unlimited, nodes, edges };
}

/** One node that leads to itself until it has counted to `size`. */
export function loop(size: number): Workflow {
  return {
    skein: 1,
    policy: unlimited,
    nodes: [functionNode('n', 'countUp')],
    edges: [{ from: 'n', to: 'n', when: { left: '${previous.count}', op: 'lt', right: size } }],
  };
}

/** A function and a `set` node in a loop, which appends to a list of the state until it has `size` items. */
export function appending(size: number): Workflow {
  return {
    skein: 1,
    policy: unlimited,
    state: { list: [] },
    nodes: [
      functionNode('n', 'countUp', { join: 'any' }),
      { id: 'w', type: 'set', config: { append: { list: '${previous.count}' } } },
    ],
    edges: [
      { from: 'n', to: 'w' },
      {
        from: 'w',
        to: 'n',
        loop: true,
        when: { left: '${previous.count}', op: 'lt', right: size },
      },
    ],
  };
}

/** s → h → i → (c or d) → j ⇒ h: in every round one branch is not taken. */
export function untakenArm(): Workflow {
  return {
    skein: 1,
    policy: unlimited,
    nodes: ['s', 'h', 'i', 'c', 'd', 'j'].map((id) => functionNode(id, 'pass')),
    edges: [
      { from: 's', to: 'h' },
      { from: 'h', to: 'i' },
      { from: 'i', out: 'c', to: 'c' },
      { from: 'i', out: 'd', to: 'd' },
      { from: 'c', to: 'j', in: 'c' },
      { from: 'd', to: 'j', in: 'd' },
      { from: 'j', out: 'again', to: 'h' },
    ],
  };
}

/** h → a, b → j (any) ⇒ h: the second arrival of each round is absorbed. */
export function anyInLoop(): Workflow {
  return {
    skein: 1,
    policy: unlimited,
    nodes: [
      ...['s', 'h', 'a', 'b'].map((id) => functionNode(id, 'pass')),
      functionNode('j', 'pass', { join: 'any' }),
    ],
    edges: [
      { from: 's', to: 'h' },
      { from: 'h', to: 'a' },
      { from: 'h', to: 'b' },
      { from: 'a', to: 'j' },
      { from: 'b', to: 'j' },
      { from: 'j', out: 'again', to: 'h' },
    ],
  };
}

/** u → c ⇒ u with c → k1, k2 → j: as many rounds are open at j as k1 lags behind. */
export function openRounds(): Workflow {
  return {
    skein: 1,
    entry: ['u'],
    policy: { ...unlimited, concurrency: 100_000 },
    nodes: ['u', 'c', 'k1', 'k2', 'j'].map((id) => functionNode(id, 'pass')),
    edges: [
      { from: 'u', to: 'c' },
      { from: 'c', out: 'again', to: 'u' },
      { from: 'c', to: 'k1' },
      { from: 'c', to: 'k2' },
      { from: 'k1', to: 'j', in: 'k1' },
      { from: 'k2', to: 'j', in: 'k2' },
    ],
  };
}

export function selfLoops(size: number): Workflow {
  const nodes = Array.from({ length: size }, (_, i) => functionNode(`n${i}`, 'pass'));
  const edges: WorkflowEdge[] = nodes.map(({ id }) => ({ from: id, out: 'again', to: id }));
  for (let i = 1; i < size; i++) edges.push({ from: `n${i - 1}`, to: `n${i}` });
  return { skein: 1, policy: unlimited, nodes, edges };
}

/** One branch per item, each with a loop edge to itself, all joined. */
export function loopingBranches(size: number): Workflow {
  const nodes = [functionNode('s', 'pass')];
  const edges: WorkflowEdge[] = [];
  for (let i = 0; i < size; i++) {
    nodes.push(functionNode(`w${i}`, 'pass'));
    edges.push(
      { from: 's', to: `w${i}` },
      { from: `w${i}`, out: 'again', to: `w${i}` },
      { from: `w${i}`, to: 'j', in: `p${i}` },
    );
  }
  nodes.push(functionNode('j', 'pass'));
  return { skein: 1, policy: unlimited, nodes, edges };
}

/** Diamonds in a row, each with one branch that is not taken. */
export function diamonds(size: number): Workflow {
  const nodes = [functionNode('j0', 'pass')];
  const edges: WorkflowEdge[] = [];
  for (let i = 1; i <= size; i++) {
    nodes.push(
      functionNode(`a${i}`, 'pass'),
      functionNode(`b${i}`, 'pass'),
      functionNode(`j${i}`, 'pass'),
    );
    edges.push(
      { from: `j${i - 1}`, out: 'output', to: `a${i}` },
      { from: `j${i - 1}`, out: 'other', to: `b${i}` },
      { from: `a${i}`, to: `j${i}`, in: 'a' },
      { from: `b${i}`, to: `j${i}`, in: 'b' },
    );
  }
  return { skein: 1, policy: unlimited, nodes, edges };
}

/** One node that appends a message to its context until there are `size`. */
export function conversation(size: number): Workflow {
  return {
    skein: 1,
    policy: unlimited,
    nodes: [{ id: 'n', type: 'think' }],
    edges: [
      {
        from: 'n',
        to: 'n',
        carry: 'context',
        when: { left: '${previous.count}', op: 'lt', right: size },
      },
    ],
  };
}

/** A function, a question, a function. */
export function paused(): Workflow {
  return {
    skein: 1,
    nodes: [
      functionNode('before', 'pass'),
      { id: 'ask', type: 'input', config: { prompt: 'Go on?' } },
      functionNode('after', 'pass'),
    ],
    edges: [
      { from: 'before', to: 'ask' },
      { from: 'ask', to: 'after' },
    ],
  };
}
