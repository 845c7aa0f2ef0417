/** The owner of hosted runs in the store. */
export const ownerName = 'restate';

export const defaultPool = 'default';

/** The names of the services in Restate. */
export interface Names {
  /** The virtual object of a run; its key is the id of the run. */
  readonly flow: string;
  /** The service that calls nodes, one for each pool of workers. */
  nodeService(pool: string): string;
}

/** A namespace separates the services of several installations on one Restate. */
export function serviceNames(namespace = ''): Names {
  const prefix = namespace === '' ? '' : `${namespace}_`;
  return {
    flow: `${prefix}Flow`,
    nodeService: (pool) =>
      pool === defaultPool ? `${prefix}FlowNode` : `${prefix}FlowNode_${pool}`,
  };
}
