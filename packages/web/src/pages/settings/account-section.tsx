import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession, useSignOut, type Session } from '../../data/session.ts';
import { Button } from '../../design/controls/button.tsx';
import { Skeleton } from '../../design/feedback/skeleton.tsx';
import { Tag } from '../../design/status/tag.tsx';
import { visibleText } from '../../text/visible-text.ts';
import { SettingsSection } from './settings-section.tsx';

const ways: Readonly<Record<Session['via'], string>> = {
  local: 'This server is open to everyone on its machine. The first API key closes it.',
  session: 'Signed in with an API key. The session ends after twelve hours, or when the key does.',
  key: 'With an API key.',
  run: 'With the token of a run.',
  token: 'With a server token.',
};

export function AccountSection(): ReactNode {
  const { data } = useSession();
  const signOut = useSignOut();
  return (
    <SettingsSection title="Account" note="Only you can see what you create here.">
      {data === undefined ? (
        <Skeleton className="m-4 h-10" />
      ) : (
        <div className="flex flex-wrap items-center gap-3 p-4 text-sm">
          <div className="min-w-0 flex-[1_1_240px]">
            <p className="flex flex-wrap items-center gap-2 font-medium break-words">
              {visibleText(data.user)}
              {data.scopes.map((scope) => (
                <Tag key={scope}>{scope}</Tag>
              ))}
            </p>
            <p className="text-xs text-text-2">{ways[data.via]}</p>
          </div>
          {data.via === 'session' && (
            <Button
              icon={LogOut}
              disabled={signOut.isPending}
              onClick={() => signOut.mutate(undefined)}
            >
              Sign out
            </Button>
          )}
        </div>
      )}
    </SettingsSection>
  );
}
