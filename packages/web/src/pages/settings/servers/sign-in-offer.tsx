import { LogIn } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemOf } from '../../../data/problem.ts';
import {
  useConnections,
  useSetUpSignIn,
  type Connection,
  type SignedInServer,
} from '../../../data/settings/connections.ts';
import { useIsOperator } from '../../../data/settings/providers.ts';
import { Button } from '../../../design/controls/button.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { visibleText } from '../../../text/visible-text.ts';

interface SignInOfferProps {
  readonly server: SignedInServer;
  readonly onDone: () => void;
}

/** In place of a failure: the server only wants somebody to sign in, and one click sets that up. */
export function SignInOffer({ server, onDone }: SignInOfferProps): ReactNode {
  const setUp = useSetUpSignIn();
  const known = useConnections().data?.items ?? [];
  const isOperator = useIsOperator() === true;
  const begin = () =>
    setUp.mutate(connected(server, known), {
      onSuccess: () => {
        showToast({
          tone: 'ok',
          text: `Finish the sign-in in the new tab: then the tools of ${server.name} are here.`,
        });
        onDone();
      },
    });
  return (
    <div role="alert" className="grid gap-2 rounded-md bg-wait-soft p-3 text-sm text-wait-text">
      <p>
        Saved. This server wants to know who asks. Sign in, and every run uses the account of its
        owner; or add a header with a key of it.
      </p>
      {isOperator || !server.isNew ? (
        <Button
          icon={LogIn}
          disabled={setUp.isPending}
          onClick={begin}
          className="justify-self-start"
        >
          Sign in to {visibleText(server.name)}
        </Button>
      ) : (
        <p>
          For a sign-in the operator adds a connection with its address, which is then under
          Account.
        </p>
      )}
      {setUp.error !== null && (
        <p className="break-words text-bad-text">{visibleText(problemOf(setUp.error).message)}</p>
      )}
    </div>
  );
}

/** A connection to the same server is used again; one that is called the same and is something else stays what it is. */
function connected(server: SignedInServer, known: readonly Connection[]): SignedInServer {
  if (!server.isNew) return server;
  const same = known.find(({ mcp }) => mcp === server.url);
  if (same !== undefined) return { ...server, name: same.name, isNew: false };
  const taken = new Set(known.map(({ name }) => name));
  let name = server.name;
  for (let count = 2; taken.has(name); count += 1) name = `${server.name}-${count}`;
  return { ...server, name };
}
