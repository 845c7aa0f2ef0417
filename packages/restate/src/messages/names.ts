/** The owner of hosted runs in the store. */
export const ownerName = 'restate';

export const defaultPool = 'default';

/** What the services are called in Restate. */
export interface Names {
  /** The virtual object of a run; its key is the id of the run. */
  readonly flow: string;
  /** The service that calls nodes, one for each pool of workers. */
  nodeService(pool: string): string;
}

/** A namespace keeps the services of several installations on one Restate apart. */
export function serviceNames(namespace = ''): Names {
  const prefix = namespace === '' ? '' : `${namespace}_`;
  return {
    flow: `${prefix}Flow`,
    nodeService: (pool) =>
      pool === defaultPool ? `${prefix}FlowNode` : `${prefix}FlowNode_${pool}`,
  };
}
