import { createClient, type Client } from '@skein/api';
import { remoteError } from './remote-error.ts';

export interface RemoteOptions {
  readonly server: string;
  /** None, or an empty one: the server is asked without a key. */
  readonly key?: string | undefined;
}

/** A client whose calls throw the errors that an engine here would have thrown. */
export function remoteClient({ server, key }: RemoteOptions): Client {
  const address = server.replace(/\/+$/, '');
  const client = createClient(key ? { server: address, key } : { server: address });
  return {
    ...client,
    async download(run, file) {
      try {
        return await client.download(run, file);
      } catch (error) {
        throw remoteError(error);
      }
    },
    async call(name, given) {
      try {
        return await client.call(name, given);
      } catch (error) {
        throw remoteError(error);
      }
    },
  };
}
